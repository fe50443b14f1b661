import { expect, it } from 'vitest';
import type { LabelIndex } from '../../../../src/model/profile/profile';
import { Recorder } from '../../../../src/record/recorder';
import { NO_TOKEN, type Token } from '../../../../src/record/slices/sliceStore';
import { monotonicClock } from '../../../../src/base/clock';
import { FakeClock } from '../../../support/fakeClock';
import { type Random, seededRandom } from '../../../support/random';
import { finishWindow } from '../../../support/recording';

/** A slice that has begun, in the simplest way to keep it. */
interface Begun {
  readonly token: Token;
  readonly parent: Begun | null;
}

/** Begins, ends and moves slices at random; the parent that each must have is the newest one that is open in its thread. */
function expectParents(random: Random, steps: number): void {
  const clock = new FakeClock();
  const recorder = new Recorder({ clock: clock.now });
  const label: LabelIndex = recorder.label('slice', 'range');
  const window = recorder.openWindow();
  const all: Begun[] = [];
  const stack: Begun[] = [];
  const moved: Begun[] = [];
  const taken = (from: Begun[]): Begun => from.splice(Math.floor(random() * from.length), 1)[0];
  for (let step = 0; step < steps; step++) {
    clock.advance(1);
    const what = random();
    if (what < 0.5 || stack.length === 0) {
      const begun = { parent: stack.at(-1) ?? null, token: recorder.begin(label) };
      all.push(begun);
      stack.push(begun);
    } else if (what < 0.85) {
      const ended = taken(stack);
      recorder.end(ended.token);
      // Whoever ends it again changes nothing.
      recorder.end(random() < 0.1 ? ended.token : NO_TOKEN);
    } else if (what < 0.95) {
      const away = taken(stack);
      recorder.moveToLane(away.token);
      moved.push(away);
    } else if (moved.length > 0) {
      recorder.endAsync(taken(moved).token);
    }
  }
  const { slices } = finishWindow(recorder, window);
  expect(slices.length).toBe(all.length);
  expect(Array.from(slices.parent)).toEqual(
    all.map(({ parent }) => (parent === null ? -1 : all.indexOf(parent)))
  );
}

it('has each slice inside the newest that is open, in whatever order they end and leave the stack', () => {
  const random = seededRandom(7);
  for (let round = 0; round < 100; round++) expectParents(random, 80);
  // over more than one chunk of slots
  expectParents(random, 12_000);
});

/** CPU time in which `count` slices that are all open end in an order, milliseconds. */
function endingMs(count: number, ordered: (tokens: Token[]) => Token[]): number {
  const recorder = new Recorder({ clock: monotonicClock });
  const label = recorder.label('slice', 'range');
  const window = recorder.openWindow();
  const tokens = ordered(Array.from({ length: count }, () => recorder.begin(label)));
  const begun = process.cpuUsage();
  for (const token of tokens) recorder.end(token);
  const { user, system } = process.cpuUsage(begun);
  finishWindow(recorder, window);
  return (user + system) / 1000;
}

it('ends a slice as fast however many others are open', () => {
  const random = seededRandom(3);
  endingMs(20_000, tokens => tokens.reverse());
  const nested = endingMs(20_000, tokens => tokens.reverse());
  const oldestFirst = endingMs(20_000, tokens => tokens);
  const mixed = endingMs(20_000, tokens => tokens.sort(() => random() - 0.5));
  // Looking through all that are open takes a thousand times as long.
  expect(oldestFirst).toBeLessThan(100 * Math.max(1, nested));
  expect(mixed).toBeLessThan(100 * Math.max(1, nested));
});
