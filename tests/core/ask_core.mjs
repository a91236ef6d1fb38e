// ask_core.mjs MODULE.wasm [FOLDER]: answers the questions on stdin, a line of JSON each, as the worker
// would; files that players need come from FOLDER.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const [, , file, folder] = process.argv;
const { instance } = await WebAssembly.instantiate(readFileSync(file));
const { memory, _initialize, request, answer, answer_at, bytes } = instance.exports;
_initialize();

function ask(question) {
  const at = request(question.length);
  new Uint8Array(memory.buffer).set(question, at);
  const size = answer();
  return Buffer.from(new Uint8Array(memory.buffer, answer_at(), size)).toString();
}

function load(name) {
  const content = readFileSync(join(folder, name));
  const at = bytes(content.length);
  new Uint8Array(memory.buffer).set(content, at);
  const loaded = ask(Buffer.from(JSON.stringify({ call: 'load', file: name })));
  if (loaded !== '{"ok":true}') throw new Error(`${name}: ${loaded}`);
}

const answers = [];
for (const line of readFileSync(0).toString('latin1').split('\n')) {
  if (!line) continue;
  const question = Buffer.from(line, 'latin1');
  let text = ask(question);
  while (folder && text.includes('"not_loaded"')) {
    load(JSON.parse(text).refused.params.file);
    text = ask(question);
  }
  answers.push(text);
}
process.stdout.write(answers.map((text) => `${text}\n`).join(''));
