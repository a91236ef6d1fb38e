import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { onceDrawn } from '../src/ui/drawn';

describe('work that waits for the picture', () => {
  let frames: FrameRequestCallback[] = [];
  let idle: (() => void)[] = [];
  beforeEach(() => {
    frames = [];
    idle = [];
    vi.useFakeTimers();
    vi.stubGlobal('requestAnimationFrame', (call: FrameRequestCallback) => frames.push(call));
    vi.stubGlobal('cancelAnimationFrame', (number: number) => frames.splice(number - 1, 1));
    vi.stubGlobal('requestIdleCallback', (call: () => void) => idle.push(call));
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  it('is done once, when a frame is drawn and nothing else is to do', () => {
    const work = vi.fn();
    onceDrawn(work);
    frames[0]!(0);
    expect(work).not.toHaveBeenCalled();
    idle[0]!();
    vi.runAllTimers();
    expect(work).toHaveBeenCalledOnce();
  });

  it('is done in a tab that nobody looks at, too', () => {
    const work = vi.fn();
    onceDrawn(work);
    vi.runAllTimers();
    expect(work).toHaveBeenCalledOnce();
    expect(frames).toHaveLength(0);
  });

  it('can be called off at any time', () => {
    const work = vi.fn();
    onceDrawn(work)();
    expect(frames).toHaveLength(0);
    const callOff = onceDrawn(work);
    frames[0]!(0);
    callOff();
    idle[0]!();
    vi.runAllTimers();
    expect(work).not.toHaveBeenCalled();
  });
});
