/** The rules of both games, as the page has them. */
import { readFileSync } from 'node:fs';
import { gameOf, type CallName, type Calls } from '../src/core/calls';
import { CoreModule } from '../src/core/module';

const load = (game: string) => CoreModule.load(readFileSync(`src/core/wasm/${game}-rules.wasm`));

export const modules = { pylos: await load('pylos'), pacal: await load('pacal') };

/** Asks the game whose question it is. */
export const rules = {
  ask: <Name extends CallName>(name: Name, asked: Calls[Name]['asked']) =>
    modules[gameOf(name)].ask(name, asked),
};
