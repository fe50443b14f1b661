import { describe, expect, test } from 'vitest';
import { Recorder } from '../../../../src/record/recorder';
import { NO_STACK, SliceStackLog } from '../../../../src/record/slices/sliceStackLog';
import type { Source } from '../../../../src/record/build/contribution';
import type { Profile } from '../../../../src/model/profile/profile';
import { FakeClock } from '../../../support/fakeClock';
import { finishWindow } from '../../../support/recording';

/** A source that shows each captured stack as one frame on the line of its number. */
const numbered: Source = {
  start: () => undefined,
  stopNow: () => undefined,
  contribute({ stacks, strings }) {
    const frame = stacks.frame({ name: strings.intern('f'), file: 0, line: 1, column: 1, kind: 0 });
    return {
      report: { source: 'operatorStacks', status: 'ok', message: '', records: 1 },
      rowOfStack: captured => (captured === 99 ? -1 : stacks.stack(-1, frame, captured))
    };
  }
};

function newRecorder(): Recorder {
  return new Recorder({ clock: new FakeClock().now });
}

/** The lines of the stacks of slices, by the rows of the slices. */
function linesOf({ sliceStacks, stacks }: Profile): Record<number, number> {
  const pairs = Array.from(sliceStacks.slice, (slice, row) => {
    return [slice, stacks.line[sliceStacks.stack[row]]] as const;
  });
  return Object.fromEntries(pairs);
}

describe('SliceStackLog', () => {
  test('counts the stacks for which there is no room', () => {
    const log = new SliceStackLog(() => 0, 70_000);
    for (let token = 0; token < 70_010; token++) {
      const stack = log.take(() => 5);
      if (stack !== NO_STACK) log.add(token, stack);
    }
    expect(log.dropped).toBe(10);
  });

  test('makes room by forgetting slices that are no longer kept', () => {
    let oldest = 0;
    const log = new SliceStackLog(() => oldest, 70_000);
    for (let token = 0; token < 200_000; token++) {
      oldest = Math.max(0, token - 100);
      if (log.take(() => 5) !== NO_STACK) log.add(token, 5);
    }
    expect(log.dropped).toBe(0);
    const seen: number[] = [];
    log.forEach(199_990, 199_995, token => seen.push(token));
    expect(seen).toEqual([199_990, 199_991, 199_992, 199_993, 199_994]);
  });
});

describe('slices that are begun while stacks are captured', () => {
  test('have the stacks that were taken before they began', () => {
    const recorder = newRecorder();
    const label = recorder.label('work', 'range');
    const window = recorder.openWindow();
    recorder.end(recorder.begin(label));
    let next = 10;
    recorder.stackCapture = () => next++;
    const outer = recorder.begin(label);
    recorder.endAsync(recorder.beginAsync(label));
    recorder.end(outer);
    recorder.stackCapture = null;
    recorder.end(recorder.begin(label));
    const profile = finishWindow(recorder, window, [numbered]);
    expect(linesOf(profile)).toEqual({ 1: 10, 2: 11 });
  });

  test('have none where nothing of the stack is shown, or it could not be taken', () => {
    const recorder = newRecorder();
    const label = recorder.label('work', 'range');
    const window = recorder.openWindow();
    const captured = [99, NO_STACK, 3];
    recorder.stackCapture = () => captured.shift() ?? NO_STACK;
    for (let i = 0; i < 3; i++) recorder.end(recorder.begin(label));
    expect(linesOf(finishWindow(recorder, window, [numbered]))).toEqual({ 2: 3 });
  });

  test('are forgotten with the recording', () => {
    const recorder = newRecorder();
    const label = recorder.label('work', 'range');
    recorder.stackCapture = () => 4;
    const first = recorder.openWindow();
    recorder.end(recorder.begin(label));
    recorder.closeWindow(first);
    let visits = 0;
    recorder.stacks.forEach(0, Infinity, () => visits++);
    expect(visits).toBe(0);
  });
});
