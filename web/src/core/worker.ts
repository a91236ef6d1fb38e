/** The core's worker: loads a module when it is first needed and answers one question at a time. */
import { RefusedByCore } from './calls';
import type { Question, WorkerAnswer } from './messages';
import { CoreModule } from './module';
import rulesFile from './wasm/rules.wasm?url';

let rules: Promise<CoreModule> | null = null;

function loadRules(): Promise<CoreModule> {
  rules ??= CoreModule.load(fetch(rulesFile));
  // After a failure, for want of a connection perhaps, the next question tries again.
  rules.catch(() => (rules = null));
  return rules;
}

async function answer({ id, name, asked }: Question): Promise<WorkerAnswer> {
  try {
    return { id, answer: (await loadRules()).ask(name, asked) };
  } catch (error) {
    if (error instanceof RefusedByCore) return { id, refusal: error.refusal };
    return { id, trouble: String(error) };
  }
}

self.addEventListener('message', (event: MessageEvent<Question>) => {
  void answer(event.data).then((message) => self.postMessage(message));
});
