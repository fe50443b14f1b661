import { beforeEach, describe, expect, test } from 'vitest';
import type { RecordingWindow } from '../../../../src/record/slices/recordingWindow';
import { Recorder } from '../../../../src/record/recorder';
import { ApiCalls } from '../../../../src/sources/operators/apiCalls';

let time: bigint;
let recorder: Recorder;
let window: RecordingWindow;
let api: ApiCalls;

beforeEach(() => {
  time = 0n;
  recorder = new Recorder({ clock: () => ++time });
  window = recorder.openWindow();
  api = new ApiCalls(recorder);
});

function valuesOf(name: string): readonly number[] {
  const log = recorder.counters.find(({ head }) => head.name === name);
  return [...(log?.values.read(0, 0n).value ?? [])];
}

function call(body: () => void = () => undefined): void {
  const token = api.begin(api.label('call'));
  body();
  api.end(token);
}

describe('ApiCalls', () => {
  test('counts anew how many are under way once calls were cut off', () => {
    const cutOff = api.begin(api.label('call'));
    api.begin(api.label('inner'));
    api.abandon();
    api.abandon();
    call();
    api.end(cutOff);
    expect(valuesOf('API Concurrency')).toEqual([1, 2, 0, 1, 0]);
    expect(valuesOf('API Calls')).toEqual([1, 2, 3]);
  });

  test('counts the calls and how many are under way', () => {
    call(() => call());
    call();
    expect(valuesOf('API Calls')).toEqual([1, 2, 3]);
    expect(valuesOf('API Concurrency')).toEqual([1, 2, 1, 0, 1, 0]);
    expect(recorder.counters.map(({ head }) => `${head.category} ${head.kind}`)).toEqual([
      'API set',
      'API set'
    ]);
  });

  test('counts anew in each recording, whatever was under way in the one before', () => {
    const stale = api.begin(api.label('call'));
    recorder.closeWindow(window);
    recorder.openWindow();
    call(() => api.end(stale));
    expect(valuesOf('API Calls')).toEqual([1]);
    expect(valuesOf('API Concurrency')).toEqual([1, 0]);
  });

  test('goes on counting in a recording inside another', () => {
    call();
    const inner = recorder.openWindow();
    call();
    recorder.closeWindow(inner);
    expect(valuesOf('API Calls')).toEqual([1, 2]);
  });

  test('knows after a pause of the calls that ended in it', () => {
    const token = api.begin(api.label('call'));
    recorder.pause();
    api.end(token);
    recorder.resume();
    call();
    expect(valuesOf('API Concurrency')).toEqual([1, 1, 0]);
  });
});
