// measure.mjs MODULE.wasm FOLDER QUESTIONS ROUNDS: processor milliseconds of each question in Node, the
// best of some rounds, as JSON. Files that players need come from FOLDER, and are loaded beforehand. With
// 0 rounds it measures the first time instead, from the module to the answer: compiling, unpacking, all.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const [, , module, folder, questions, rounds] = process.argv;
const started = process.cpuUsage();
const { instance } = await WebAssembly.instantiate(readFileSync(module));
const { memory, _initialize, request, answer, answer_at, bytes } = instance.exports;
_initialize();

function ask(question) {
  const text = Buffer.from(JSON.stringify(question));
  const at = request(text.length);
  new Uint8Array(memory.buffer).set(text, at);
  const size = answer();
  const said = JSON.parse(Buffer.from(new Uint8Array(memory.buffer, answer_at(), size)).toString());
  if (said.refused?.code !== 'not_loaded') return said;
  load(said.refused.params.file);
  return ask(question);
}

function load(file) {
  const content = readFileSync(join(folder, file));
  const at = bytes(content.length);
  new Uint8Array(memory.buffer).set(content, at);
  if (!ask({ call: 'load', file }).ok) throw new Error(`${file} is refused`);
}

// Only the sum is exact: how much of it is the system's is an estimate.
function since(begun) {
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1000;
}

const results = JSON.parse(questions).map((question) => {
  let found = ask(question);
  let best = Number(rounds) === 0 ? since(started) : Infinity;
  for (let round = 0; round < Number(rounds); round++) {
    const began = process.cpuUsage();
    found = ask(question);
    best = Math.min(best, since(began));
  }
  if (!('ok' in found)) throw new Error(JSON.stringify(found));
  return { milliseconds: best, count: found.ok.nodes ?? found.ok.length ?? found.ok };
});
process.stdout.write(JSON.stringify(results));
