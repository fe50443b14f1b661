import { beforeEach, describe, expect, it, vi } from 'vitest';
import { intrinsics } from '../../../../src/base/intrinsics/intrinsics';
import { SliceCounter } from '../../../../src/record/mirror/sliceCounter';
import { Recorder } from '../../../../src/record/recorder';
import { DEFAULT_SLICE_LIMIT } from '../../../../src/record/logs/sliceLimit';
import { FakeClock } from '../../../support/fakeClock';

let clock: FakeClock;
let recorder: Recorder;
let counter: SliceCounter;

beforeEach(() => {
  clock = new FakeClock();
  clock.advance(1);
  recorder = new Recorder({ clock: clock.now });
  counter = new SliceCounter();
  recorder.shareSlices(memory => counter.take(structuredClone(memory)));
});

function record(slices: number): void {
  const label = recorder.label('work', 'range');
  for (let slice = 0; slice < slices; slice++) {
    const token = recorder.begin(label);
    clock.advance(1);
    recorder.end(token);
  }
}

describe('SliceCounter', () => {
  it('is 0 before the first slice', () => {
    const { startToken } = recorder.openWindow(DEFAULT_SLICE_LIMIT);
    expect(counter.countFrom(startToken)).toBe(0);
  });

  it('costs nothing for each new name', () => {
    recorder.openWindow(DEFAULT_SLICE_LIMIT);
    const own = vi.spyOn(intrinsics, 'own');
    recorder.label('never seen before', 'range');
    expect(own).not.toHaveBeenCalled();
    own.mockRestore();
  });

  it('counts slices of one chunk and of several, exactly', () => {
    const { startToken } = recorder.openWindow(DEFAULT_SLICE_LIMIT);
    record(1);
    expect(counter.countFrom(startToken)).toBe(1);
    record(99);
    expect(counter.countFrom(startToken)).toBe(100);
    record(100_000);
    expect(counter.countFrom(startToken)).toBe(100_100);
  });

  it('counts slices that are not kept, in chunks that are used again and again', () => {
    const { startToken } = recorder.openWindow({ mode: 'keepLast', slices: 256 });
    record(10_001);
    expect(counter.countFrom(startToken)).toBe(10_001);
  });

  it('leaves out those before the recording', () => {
    recorder.openWindow(DEFAULT_SLICE_LIMIT);
    record(7);
    const { startToken } = recorder.openWindow(DEFAULT_SLICE_LIMIT);
    record(5);
    expect(counter.countFrom(startToken)).toBe(5);
  });
});
