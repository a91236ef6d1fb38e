import { describe, expect, it } from 'vitest';
import { games } from '../../src/protocol/offers';
import { rulesWanted, setupFor } from '../../src/kept/setup.svelte';

describe('what is asked for', () => {
  it('leaves out rulings that do not matter in the mode, and those of the preset', () => {
    const rulings = { solo_cover: false, cover_anytime: false, tie: 'smallest' };
    const setup = { ...setupFor(games.pacal), preset: 'en', rulings };
    const asked = (mode: 'friend' | 'solo') => rulesWanted(games.pacal, setup, mode).rulings;
    expect(asked('friend')).toEqual({ cover_anytime: false });
    expect(asked('solo')).toEqual({ solo_cover: false, cover_anytime: false });
  });
});
