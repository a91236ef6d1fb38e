/** What the Pylos explorer shows: a position, what its moves are worth, and what was tried from it. */
import { SvelteMap } from 'svelte/reactivity';
import { router } from '../../app/routes.svelte';
import type { PylosAnalysis, PylosReviewed } from '../../core/coachCalls';
import { isSolved } from '../../core/solved';
import { PRESETS, type Preset } from '../../core/tableCalls';
import {
  cellNamed,
  formatPosition,
  parsePosition,
  START_POSITION,
  type Ball,
  type Cells,
} from '../../games/pylos/geometry';
import { Failed } from '../../protocol/api';
import type { Refusal } from '../../protocol/messages';
import { tellRefusal } from '../../ui/notes.svelte';
import { Asking } from '../asking';
import { analysePylos, ask } from '../coach';
import { beginAt, goOn, goTo, keep, kept, nodeAt, type Variations } from './variations';

export class Explorer {
  preset = $state<Preset>('standard');
  takeback = $state('compulsory');
  reserve = $state('lose');
  cells = $state.raw<Cells>([]);
  side = $state<Ball>('L');
  tried = $state.raw<Variations>(beginAt(START_POSITION));
  analysis = $state.raw<PylosAnalysis | null>(null);
  /** The move that led here, if it gave something away. */
  mistake = $state.raw<PylosReviewed | null>(null);
  refusal = $state.raw<Refusal | null>(null);
  busy = $state(false);

  readonly rules = $derived(
    [
      this.preset,
      this.takeback === 'optional' ? 'optional' : '',
      this.reserve === 'may-raise' ? this.reserve : '',
    ]
      .filter(Boolean)
      .join('+'),
  );
  private readonly options = $derived({
    preset: this.preset,
    rulings: { takeback: this.takeback, reserve: this.reserve },
  });
  readonly here = $derived(
    this.cells.length > 0 ? formatPosition(this.cells, this.side) : START_POSITION,
  );
  readonly solved = $derived(
    isSolved(this.preset, [
      ...(this.takeback === 'compulsory' ? [] : ['takeback']),
      ...(this.reserve === 'lose' ? [] : ['reserve']),
    ]),
  );

  /** What was judged already; the solved table judges anew. */
  private readonly judged = new SvelteMap<string, PylosAnalysis>();
  private readonly asking = new Asking();
  readonly leave = this.asking.leave;

  /** `rules` as in an address: a preset, and the rulings that differ from it. */
  constructor(rules: string) {
    this.preset = PRESETS.find((name) => rules.split('+')[0] === name) ?? 'standard';
    if (rules.includes('+optional')) this.takeback = 'optional';
    if (rules.includes('+may-raise')) this.reserve = 'may-raise';
  }

  address(): string {
    const written = encodeURIComponent;
    return `/explore?position=${written(this.here)}&rules=${written(this.rules)}`;
  }

  /** At the position of an address, or at the beginning where it has none that can be read. */
  begin(position: string | null): void {
    let from = START_POSITION;
    try {
      if (position !== null) {
        parsePosition(position);
        from = position;
      }
    } catch {
      this.refusal = null;
    }
    this.tried = kept(this.rules, from) ?? beginAt(from);
    this.place(from);
    void this.judgeHere();
  }

  private async judgeHere(): Promise<void> {
    if (await this.analyse(this.here)) await this.review();
  }

  /** Judges the move that led here. */
  private async review(): Promise<void> {
    const { signal } = this.asking;
    const { parent, move } = nodeAt(this.tried);
    if (parent === null || move === null) return;
    const asked = { ...this.options, start: this.tried.nodes[parent]!.position, moves: [move] };
    try {
      const found = await ask('pylos.review', asked, signal);
      if (!signal.aborted && found.grade !== 'good') this.mistake = found;
    } catch (error) {
      if (signal.aborted) return;
      // Then the values alone say it.
      if (!(error instanceof Failed)) throw error;
    }
  }

  private place(text: string): void {
    const parsed = parsePosition(text);
    this.cells = parsed.cells;
    this.side = parsed.side;
  }

  private async analyse(from: string, move: string | null = null): Promise<PylosAnalysis | null> {
    const signal = this.asking.next();
    this.busy = true;
    this.mistake = null;
    try {
      const asked = { position: from, move, ...this.options };
      const { analysis: found, problem } = await analysePylos(asked, signal);
      if (signal.aborted) return null;
      if (!found) {
        this.analysis = null;
        this.refusal = problem;
        return null;
      }
      this.place(found.board.position);
      this.analysis = found;
      this.judged.set(`${this.rules} ${found.board.position}`, found);
      this.refusal = null;
      router.note(this.address());
      return found;
    } catch (error) {
      if (signal.aborted) return null;
      if (!(error instanceof Failed)) throw error;
      if (move === null) {
        this.analysis = null;
        this.refusal = error.refusal;
      } else tellRefusal(error.refusal);
      return null;
    } finally {
      if (!signal.aborted) this.busy = false;
    }
  }

  async play(move: string): Promise<void> {
    if (!this.analysis) return;
    const found = await this.analyse(this.here, move);
    if (!found) return;
    this.tried = goOn(this.tried, move, found.board.position);
    keep(this.rules, this.tried);
    await this.review();
  }

  /** To a position that was tried before. */
  visit(id: number): void {
    this.tried = goTo(this.tried, id);
    keep(this.rules, this.tried);
    const { position: there } = nodeAt(this.tried);
    this.place(there);
    const known = this.judged.get(`${this.rules} ${there}`);
    if (!known) return void this.judgeHere();
    this.asking.next();
    this.mistake = null;
    this.busy = false;
    this.analysis = known;
    this.refusal = null;
    router.note(this.address());
    void this.review();
  }

  back(): void {
    const { parent } = nodeAt(this.tried);
    if (parent !== null) this.visit(parent);
  }

  set(next: string): void {
    this.tried = beginAt(next);
    this.place(next);
    void this.analyse(next);
  }

  /** After more was fetched to judge with. */
  judgeAgain(): void {
    this.judged.clear();
    void this.judgeHere();
  }

  /** Puts a ball on a cell, or takes it off. */
  paint(cell: string, brush: Ball | 'none'): void {
    const index = cellNamed(cell).index;
    const wanted = brush === 'none' || this.cells[index] === brush ? null : brush;
    const cells = this.cells.map((content, at) => (at === index ? wanted : content));
    this.set(formatPosition(cells, this.side));
  }
}
