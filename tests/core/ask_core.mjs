// ask_core.mjs MODULE.wasm: answers the questions on stdin, a line of JSON each, as the worker would.
import { readFileSync } from 'node:fs';

const { instance } = await WebAssembly.instantiate(readFileSync(process.argv[2]));
const { memory, request, answer, answer_at } = instance.exports;
const answers = [];
for (const line of readFileSync(0).toString('latin1').split('\n')) {
  if (!line) continue;
  const bytes = Buffer.from(line, 'latin1');
  const at = request(bytes.length);
  new Uint8Array(memory.buffer).set(bytes, at);
  const size = answer();
  answers.push(Buffer.from(new Uint8Array(memory.buffer, answer_at(), size)).toString());
}
process.stdout.write(answers.map((text) => `${text}\n`).join(''));
