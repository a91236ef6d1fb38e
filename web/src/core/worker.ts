/** The core's worker: answers one question at a time. */
import { RefusedByCore } from './calls';
import type { DataFiles } from './data';
import { Engine } from './engine';
import { dataFolder } from './folder';
import type { Question, WorkerAnswer } from './messages';
import { CoreModule } from './module';
import { hasSimd } from './simd';
import pacalRulesFile from './wasm/pacal-rules.wasm?url';
import plainPlayersFile from './wasm/players-plain.wasm?url';
import playersFile from './wasm/players.wasm?url';
import pylosRulesFile from './wasm/pylos-rules.wasm?url';

let opened: DataFiles | null = null;
/** What players judge with; the rules need no files. */
const files = async () => {
  const data = await import('./data');
  return (opened ??= new data.DataFiles(dataFolder(self.location.href)));
};

const engine = new Engine({
  rules: (game) => CoreModule.load(fetch(game === 'pylos' ? pylosRulesFile : pacalRulesFile)),
  players: () => CoreModule.load(fetch(hasSimd() ? playersFile : plainPlayersFile)),
  file: async (name, report) => (await files()).read(name, report),
  isKept: async (name) => {
    const { keptBytes, ofBytes } = await (await files()).kept(name);
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
