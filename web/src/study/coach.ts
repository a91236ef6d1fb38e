/** What studying asks of the core in the page: values and puzzles. Nothing goes over the net. */
import { RefusedByCore, type CallName, type Calls, type RulingValue } from '../core/calls';
import type { PylosAnalysis } from '../core/coachCalls';
import { core } from '../core/core';
import { Failed } from '../protocol/api';
import type { OptionsInForce, Refusal } from '../protocol/messages';

const notHere: Refusal = {
  code: 'not_here',
  key: 'refused.not_here',
  params: {},
  clause: null,
  sentence: 'What this needs is not on this device yet.',
};

/** Asks the core; what it refuses, or cannot fetch its files for, is a Failed to show. */
export async function ask<Name extends CallName>(
  name: Name,
  asked: Calls[Name]['asked'],
  signal?: AbortSignal,
): Promise<Calls[Name]['answer']> {
  try {
    return await core.ask(name, asked, signal);
  } catch (error) {
    if (signal?.aborted) throw error;
    if (error instanceof RefusedByCore) throw new Failed(error.refusal);
    console.warn(error);
    throw new Failed(notHere);
  }
}

/** The preset, and the rulings that differ from it. Who plays light (PYL-R4) was settled before the game. */
export function rulesOf({ preset, rulings }: OptionsInForce) {
  const changed = rulings.filter(({ name, is_default }) => !is_default && name !== 'light');
  return {
    preset,
    rulings: Object.fromEntries(changed.map(({ name, value }) => [name, value])),
  };
}

export interface AnalysePylos {
  readonly position: string;
  /** Played first. */
  readonly move: string | null;
  readonly preset: string;
  readonly rulings: Readonly<Record<string, RulingValue>>;
}

/** A position with the value of each move, or why balls cannot lie like that. */
export async function analysePylos(
  { position, move, ...rules }: AnalysePylos,
  signal?: AbortSignal,
): Promise<{ analysis: PylosAnalysis | null; problem: Refusal | null }> {
  const moves = move === null ? [] : [move];
  try {
    const analysis = await ask('pylos.analysis', { ...rules, start: position, moves }, signal);
    return { analysis, problem: null };
  } catch (error) {
    if (!(error instanceof Failed) || error.refusal.code !== 'bad_position') throw error;
    return { analysis: null, problem: error.refusal };
  }
}

export const puzzleOfDay = (date: string) => ask('puzzles.day', { date });
export const tryPuzzle = (
  number: number,
  moves: readonly string[],
  preset: string,
  signal: AbortSignal,
) => ask('puzzles.try', { number, moves, preset }, signal);
export const solvePuzzle = (number: number, signal: AbortSignal) =>
  ask('puzzles.solution', { number }, signal);
