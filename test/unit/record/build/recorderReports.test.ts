import { describe, expect, it } from 'vitest';
import { Recorder } from '../../../../src/record/recorder';
import { FakeClock } from '../../../support/fakeClock';
import { finishWindow } from '../../../support/recording';

const MS = 1_000_000;

function held(act: (recorder: Recorder, clock: FakeClock) => void): readonly string[] {
  const clock = new FakeClock();
  const recorder = new Recorder({ clock: clock.now });
  recorder.openWindow();
  clock.advance(MS);
  const window = recorder.openWindow();
  act(recorder, clock);
  return finishWindow(recorder, window).sources.map(({ message }) => message);
}

describe('a recording that was held', () => {
  it('says for how long, also where another one asked for it', () => {
    const messages = held((recorder, clock) => {
      for (let pause = 0; pause < 2; pause++) {
        recorder.pause();
        clock.advance(3 * MS);
        recorder.resume();
        clock.advance(MS);
      }
    });
    expect(messages).toEqual(['Recording was held for 6.00 ms: what began meanwhile is missing.']);
  });

  it('counts a pause until its end where nothing goes on, and none before its beginning', () => {
    const messages = held((recorder, clock) => {
      recorder.pause();
      clock.advance(5 * MS);
    });
    expect(messages).toEqual(['Recording was held for 5.00 ms: what began meanwhile is missing.']);
  });

  it('says nothing where there was no pause', () => {
    expect(held((_, clock) => clock.advance(MS))).toEqual([]);
  });
});
