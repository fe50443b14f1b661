import { beforeEach, describe, expect, it } from 'vitest';
import {
  type EmitNvtxFunction,
  NvtxError,
  createEmitNvtx
} from '../../../../src/compat/torch/emitNvtx';
import { createProfile } from '../../../../src/compat/torch/profile';
import { createRange } from '../../../../src/engine/annotate/range';
import {
  NO_OWN_FACTS,
  type RecordingOptions
} from '../../../../src/engine/arguments/recordingOptions';
import { RecordingHost } from '../../../../src/engine/recording/recordingHost';
import type { NvtxState } from '../../../../src/native/addon';

let host: RecordingHost;
let told: string[];
let warnings: string[];
let state: NvtxState;
let isLoaded: boolean;
let canRecord: boolean;
let recorded: Partial<RecordingOptions> | null;
let emitNvtx: EmitNvtxFunction;

beforeEach(() => {
  host = new RecordingHost();
  told = [];
  warnings = [];
  state = 'ready';
  isLoaded = true;
  canRecord = true;
  recorded = null;
  const nvtx = {
    attach: () => state,
    push: (name: string) => void told.push(`push ${name}`),
    pop: () => void told.push('pop'),
    start: (name: string) => BigInt(told.push(`start ${name}`)),
    end: (range: bigint) => void told.push(`end ${range}`),
    mark: (name: string) => void told.push(`mark ${name}`)
  };
  const load = () => {
    if (!isLoaded) throw new Error('There is no native code here.');
    return { nvtx };
  };
  emitNvtx = createEmitNvtx(
    {
      recorder: host.recorder,
      start(options) {
        if (!canRecord) throw new Error('cannot record');
        recorded = options;
        return host.start(options);
      },
      calls: host.callSessions,
      addonFolder: () => undefined
    },
    { library: () => '/tool.so', load, warn: message => warnings.push(message) }
  );
});

const work = () => createRange(host.recorder)('work', () => 42);

it('emits ranges from its call to its end, and leaves nothing behind', () => {
  work();
  const emission = emitNvtx();
  expect(work()).toBe(42);
  emission.end();
  emission.dispose();
  work();
  expect(told).toEqual(['push work', 'pop']);
  expect(host.recorder.enabled).toBe(false);
  expect(host.history.list()).toEqual([]);
});

it('records no requests, waits, timings and labels of the program meanwhile', () => {
  emitNvtx().end();
  expect(recorded).toMatchObject({ ...NO_OWN_FACTS, requests: false, waits: false, gc: false });
});

it('is not reentrant, and can be used again after its end', () => {
  const emission = emitNvtx();
  expect(() => emitNvtx()).toThrow(
    new NvtxError('NVTX annotation context manager is not reentrant')
  );
  emission.end();
  emitNvtx().end();
});

it('can be used again when it could not begin', () => {
  canRecord = false;
  expect(() => emitNvtx()).toThrow('cannot record');
  canRecord = true;
  emitNvtx().end();
});

it('does nothing when it is not enabled, also inside another', () => {
  const emission = emitNvtx({ enabled: false });
  work();
  emitNvtx.run(() => emitNvtx({ enabled: false }).end());
  emission.end();
  expect(told).toEqual([]);
});

it('returns what a function returns, and throws what it throws', async () => {
  expect(emitNvtx.run(work)).toBe(42);
  const failure = new Error('mine');
  const fail = () => {
    throw failure;
  };
  expect(() => emitNvtx.run(fail)).toThrow(failure);
  const waited = emitNvtx.run(async () => {
    await Promise.resolve();
    return work();
  });
  expect(() => emitNvtx()).toThrow(NvtxError);
  expect(await waited).toBe(42);
  await expect(emitNvtx.run(() => Promise.reject(failure))).rejects.toBe(failure);
  expect(told).toEqual(['push work', 'pop', 'push work', 'pop']);
});

it('runs beside a session, which sees its own slices', () => {
  const session = createProfile(host)({ cpuIntervalUs: null, memoryPeriodMs: null });
  emitNvtx.run(work);
  session.stop();
  expect(session.finished.find('work')?.count).toBe(1);
});

describe('without a tool', () => {
  it.each<[NvtxState, string]>([
    ['noTool', 'No tool takes them: run the program under one, such as `nsys profile node …`.'],
    ['notLoaded', 'The library that NVTX_INJECTION64_PATH names, /tool.so, cannot be loaded.'],
    ['noEntry', 'The library that NVTX_INJECTION64_PATH names, /tool.so, is not a tool for NVTX 3'],
    ['refused', 'The library that NVTX_INJECTION64_PATH names, /tool.so, refused to start.']
  ])('warns once when it is "%s", and runs the code', (given, reason) => {
    state = given;
    expect(emitNvtx.run(work)).toBe(42);
    expect(emitNvtx.run(work)).toBe(42);
    expect(warnings).toEqual([expect.stringContaining(`No NVTX ranges are emitted. ${reason}`)]);
    expect(told).toEqual([]);
  });

  it('warns when there is no native code', () => {
    isLoaded = false;
    emitNvtx().end();
    expect(warnings).toEqual(['No NVTX ranges are emitted. There is no native code here.']);
  });
});

it.each([
  [null, 'emitNvtx takes options, not null; to run code: emitNvtx.run'],
  [() => 1, 'emitNvtx takes options, not'],
  [{ enable: false }, 'emitNvtx has no option enable. Did you mean enabled?\nIt has enabled'],
  [{ enabled: 1 }, 'Invalid value provided for enabled: 1. Support: false, true']
])('refuses %s for options', (options, message) => {
  expect(() => emitNvtx(options as never)).toThrow(message);
  expect(host.recorder.enabled).toBe(false);
});

it('ends what a call emits that was cut off, so that others can emit', () => {
  const { begun } = host.callSessions;
  void emitNvtx.run(() => new Promise(() => undefined));
  host.callSessions.endSince(begun);
  expect(host.recorder.enabled).toBe(false);
  expect(emitNvtx.run(work)).toBe(42);
  expect(told).toEqual(['push work', 'pop']);
});
