import { array, assert, asyncProperty, constantFrom } from 'fast-check';
import { expect, test } from 'vitest';
import type { Profile } from '../../../../src/model/profile/profile';
import { validateProfile } from '../../../../src/model/validate/validate';
import type { RecordingWindow } from '../../../../src/record/slices/recordingWindow';
import { createInstrument } from '../../../../src/sources/operators/instrument';
import { FakeClock } from '../../../support/fakeClock';
import { testHookDeps } from '../../../support/hookDeps';
import { finishWindow } from '../../../support/recording';
import { sizeOf } from '../../../support/tiers';

const ACTIONS = [
  'open',
  'close',
  'pause',
  'resume',
  'call',
  'fail',
  'nest',
  'leave',
  'launch',
  'settle',
  'settleFirst',
  'reject'
] as const;

type Action = (typeof ACTIONS)[number];

/** What makes asynchronous operators overlap comes up more often than the rest. */
const DRAWN = [...ACTIONS, 'launch', 'launch', 'leave', 'leave', 'settleFirst', 'resume'] as const;

interface Launched {
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

/** Runs a program of instrumented calls, recorded by windows that open and close anywhere in it. */
class Program {
  readonly profiles: Profile[] = [];
  readonly #clock = new FakeClock();
  readonly #parts = testHookDeps({ api: true }, this.#clock.now);
  #windows: RecordingWindow[] = [];
  readonly #launched: Launched[] = [];
  readonly #failures: Promise<unknown>[] = [];
  readonly #library = {
    call: (): void => this.#clock.advance(1),
    fail: (): never => {
      throw new Error('planned');
    },
    nest: (rest: Action[]): void => this.#runUntilLeave(rest),
    launch: () => new Promise<void>((resolve, reject) => this.#launched.push({ resolve, reject }))
  };

  readonly #acts: Readonly<Record<Action, (rest: Action[]) => void>> = {
    open: () => this.#windows.push(this.#parts.recorder.openWindow()),
    close: () => this.#close(),
    pause: () => this.#parts.recorder.pause(),
    resume: () => this.#parts.recorder.resume(),
    call: () => this.#library.call(),
    fail: () => expect(() => this.#library.fail()).toThrow('planned'),
    nest: rest => this.#library.nest(rest),
    leave: () => undefined,
    launch: () => this.#failures.push(this.#library.launch()),
    settle: () => this.#launched.pop()?.resolve(),
    settleFirst: () => this.#launched.shift()?.resolve(),
    reject: () => this.#launched.pop()?.reject(new Error('planned'))
  };

  constructor() {
    createInstrument(this.#parts)(this.#library);
  }

  async run(actions: readonly Action[]): Promise<void> {
    const rest: Action[] = ['open', ...actions];
    while (rest.length > 0) {
      this.#runUntilLeave(rest);
      await Promise.resolve();
      await Promise.resolve();
    }
    while (this.#windows.length > 0) this.#close();
    for (const { resolve } of this.#launched) resolve();
    await Promise.allSettled(this.#failures);
  }

  get inFlight(): number {
    return this.#parts.recorder.inFlight.count;
  }

  #runUntilLeave(rest: Action[]): void {
    for (let next = rest.shift(); next && next !== 'leave'; next = rest.shift()) {
      this.#clock.advance(1);
      this.#acts[next](rest);
    }
  }

  #close(): void {
    const window = this.#windows.shift();
    if (window) this.profiles.push(finishWindow(this.#parts.recorder, window));
  }
}

/** Slices of one track that overlap without one being inside the other. */
function crossings({ slices, tracks }: Profile): number {
  let count = 0;
  const open = tracks.map((): number[] => []);
  for (let row = 0; row < slices.length; row++) {
    const ends = open[slices.track[row]];
    const end = slices.start[row] + slices.duration[row];
    while (ends.length > 0 && ends[ends.length - 1] <= slices.start[row]) ends.pop();
    if (ends.length > 0 && end > ends[ends.length - 1]) count++;
    ends.push(end);
  }
  return count;
}

test('timelines stay valid whatever starts, stops, pauses, throws and settles when', async () => {
  await assert(
    asyncProperty(array(constantFrom(...DRAWN), { maxLength: 60, size: 'max' }), async actions => {
      const program = new Program();
      await program.run(actions);
      for (const profile of program.profiles) {
        validateProfile(profile);
        expect(crossings(profile)).toBe(0);
      }
      expect(program.inFlight).toBe(0);
    }),
    { numRuns: sizeOf(80, 300) }
  );
});
