import { describe, expect, it } from 'vitest';
import { loadLanguage } from '../../src/i18n';
import { formatTime, timeLeft } from '../../src/table/clock';
import type { Clock } from '../../src/protocol/messages';

const clock: Clock = {
  initial_ms: 60_000,
  increment_ms: 0,
  remaining_ms: [30_000, 45_000],
  running: 0,
  at_ms: 1_000_000,
};

describe('clocks', () => {
  it('run for the seat on turn only, and never below nothing', () => {
    expect(timeLeft(clock, 0, 1_004_000)).toBe(26_000);
    expect(timeLeft(clock, 1, 1_004_000)).toBe(45_000);
    expect(timeLeft(clock, 0, 2_000_000)).toBe(0);
    // A page whose clock is behind does not invent time.
    expect(timeLeft(clock, 0, 999_000)).toBe(30_000);
    // On holiday it stands still, and runs on afterwards.
    const resting = { ...clock, rests_until_ms: 1_010_000 };
    expect(timeLeft(resting, 0, 1_004_000)).toBe(20_000);
    expect(timeLeft(resting, 0, 1_012_000)).toBe(18_000);
    expect(timeLeft(resting, 1, 1_004_000)).toBe(45_000);
  });

  it('are written as people read them', () => {
    expect(formatTime(3_723_000)).toBe('1:02:03');
    expect(formatTime(247_900)).toBe('4:07');
    expect(formatTime(10_000)).toBe('0:10');
    expect(formatTime(8_399)).toBe('8.3');
    expect(formatTime(0)).toBe('0.0');
  });

  it('have a comma where the language writes one', async () => {
    await loadLanguage('de');
    expect(formatTime(8_399)).toBe('8,3');
    await loadLanguage('en');
  });
});
