/** Opens tables of this browser. */
import type { RulingValue, Seat } from '../../core/calls';
import type { OptionsInForce } from '../../protocol/messages';
import type { GameOffer } from '../../protocol/offers';
import type { NewTable } from '../../protocol/newTable';
import { freshClock } from './clock';
import type { Asks, LocalGame, LocalMode, LocalSetup } from './game';
import { LOCAL } from './id';
import type { TableStore } from './store';

function randomText(bytes: number): string {
  const numbers = crypto.getRandomValues(new Uint8Array(bytes));
  return [...numbers].map((n) => n.toString(16).padStart(2, '0')).join('');
}

/** Cards shuffled by this browser's own randomness. */
export function newDeal(core: Asks, solo: boolean): Promise<string> {
  const [seed] = crypto.getRandomValues(new BigUint64Array(1));
  return core.ask('pacal.deal', { seed: String(seed), solo });
}

export async function newGame(
  core: Asks,
  setup: LocalSetup,
  number: number,
  own: Seat,
  now_ms: number,
): Promise<LocalGame> {
  const deals = setup.game === 'pacal' ? [await newDeal(core, setup.mode === 'solo')] : [];
  const clock = setup.clock && freshClock(setup.clock, now_ms);
  return { number, own, deals, turns: [], rounds: [], ending: null, clock, lifted: null };
}

/** Every ruling in force at a table, with the ones that cannot be changed. */
export function optionsInForce(offer: GameOffer, wanted: NewTable): OptionsInForce {
  const name = wanted.preset ?? offer.default_preset;
  const preset = offer.presets.find((one) => one.name === name);
  const mode = wanted.mode;
  const set = offer.rulings
    .filter(({ modes }) => modes.includes(mode === 'computer' ? 'friend' : mode))
    .map((ruling) => {
      const usual = preset?.rulings[ruling.name] ?? ruling.default;
      const value = wanted.rulings?.[ruling.name] ?? usual;
      return {
        name: ruling.name,
        clause: ruling.clause,
        value,
        default: usual,
        is_default: value === usual,
      };
    });
  return { preset: name, rulings: [...set, ...fixed(offer, wanted)] };
}

function fixed(offer: GameOffer, wanted: NewTable): OptionsInForce['rulings'] {
  if (offer.game !== 'pylos') return offer.fixed;
  const value = wanted.seat === undefined || wanted.seat === 'lot' ? 'lot' : 'chosen';
  return [{ name: 'light', clause: 'PYL-R4', value, default: 'lot', is_default: value === 'lot' }];
}

/** Where the opener sits: as wished, or at random. */
function ownSeat({ seats }: GameOffer, { mode, seat = 'lot' }: NewTable): Seat {
  if (mode !== 'computer') return 0;
  const chosen = seats.indexOf(seat);
  if (chosen === 0 || chosen === 1) return chosen;
  return (crypto.getRandomValues(new Uint8Array(1))[0]! & 1) as Seat;
}

/** Opens a table and returns its id. */
export async function openLocal(
  core: Asks,
  store: TableStore,
  offer: GameOffer,
  wanted: NewTable & { readonly mode: LocalMode },
  now_ms: number,
): Promise<string> {
  const { clock } = wanted;
  const setup: LocalSetup = {
    game: wanted.game,
    mode: wanted.mode,
    options: optionsInForce(offer, wanted),
    rulings: (wanted.rulings ?? {}) as Record<string, RulingValue>,
    opponent: wanted.opponent ?? null,
    clock:
      clock && 'minutes' in clock
        ? { initial_ms: clock.minutes * 60_000, increment_ms: (clock.increment_s ?? 0) * 1000 }
        : null,
    name: wanted.name ?? null,
  };
  const id = LOCAL + randomText(8);
  const game = await newGame(core, setup, 1, ownSeat(offer, wanted), now_ms);
  const table = {
    id,
    setup,
    created_ms: now_ms,
    updated_ms: now_ms,
    seq: 0,
    finished: false,
    game,
  };
  await store.put(table, null);
  return id;
}
