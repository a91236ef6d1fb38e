/** The core's worker: answers one question at a time. */
import { RefusedByCore } from './calls';
import { DataFiles } from './data';
import { dataFolder } from './folder';
import { Engine } from './engine';
import type { Question, WorkerAnswer } from './messages';
import { CoreModule } from './module';
import { hasSimd } from './simd';
import pacalRulesFile from './wasm/pacal-rules.wasm?url';
import plainPlayersFile from './wasm/players-plain.wasm?url';
import playersFile from './wasm/players.wasm?url';
import pylosRulesFile from './wasm/pylos-rules.wasm?url';

const files = new DataFiles(dataFolder(self.location.href));

const engine = new Engine({
  rules: (game) => CoreModule.load(fetch(game === 'pylos' ? pylosRulesFile : pacalRulesFile)),
  players: () => CoreModule.load(fetch(hasSimd() ? playersFile : plainPlayersFile)),
  file: (name, report) => files.read(name, report),
  isKept: async (name) => {
    const { keptBytes, ofBytes } = await files.kept(name);
    return keptBytes === ofBytes;
  },
});

async function answer({ id, name, asked }: Question): Promise<WorkerAnswer> {
  try {
    return { id, answer: await engine.ask(name, asked, (progress) => post({ id, progress })) };
  } catch (error) {
    if (error instanceof RefusedByCore) return { id, refusal: error.refusal };
    return { id, trouble: String(error) };
  }
}

function post(message: WorkerAnswer): void {
  self.postMessage(message);
}

self.addEventListener('message', (event: MessageEvent<Question>) => {
  void answer(event.data).then(post);
});
