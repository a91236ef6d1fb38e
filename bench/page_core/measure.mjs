// measure.mjs MODULE.wasm NETWORK QUESTIONS: processor milliseconds of each question in Node, the best
// of some rounds, as JSON. The network's file is loaded first.
import { readFileSync } from 'node:fs';

const [, , module, network, questions] = process.argv;
const { instance } = await WebAssembly.instantiate(readFileSync(module));
const { memory, _initialize, request, answer, answer_at, bytes } = instance.exports;
_initialize();

function ask(question) {
  const text = Buffer.from(JSON.stringify(question));
  const at = request(text.length);
  new Uint8Array(memory.buffer).set(text, at);
  const size = answer();
  return JSON.parse(Buffer.from(new Uint8Array(memory.buffer, answer_at(), size)).toString());
}

const content = readFileSync(network);
const at = bytes(content.length);
new Uint8Array(memory.buffer).set(content, at);
ask({ call: 'load', file: 'pylos-network-expert' });

const ROUNDS = 5;
const results = JSON.parse(questions).map((question) => {
  let best = Infinity;
  let found;
  for (let round = 0; round < ROUNDS; round++) {
    const began = process.cpuUsage().user;
    found = ask(question);
    best = Math.min(best, (process.cpuUsage().user - began) / 1000);
  }
  if (!('ok' in found)) throw new Error(JSON.stringify(found));
  return { milliseconds: best, count: found.ok.nodes ?? found.ok };
});
process.stdout.write(JSON.stringify(results));
