import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { MessageChannel } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ContinuousDumpThread } from '../../../../src/engine/live/continuousDumpThread';
import { WriteTurn } from '../../../../src/engine/live/writeTurn';
import { loadProfile } from '../../../../src/engine/results/loadProfile';
import { Recorder } from '../../../../src/record/recorder';
import { eventually } from '../../../support/eventually';
import { FakeClock } from '../../../support/fakeClock';
import { runInfo } from '../../../support/recording';

let folder: string;
let clock: FakeClock;
let recorder: Recorder;
let file: string;
let end: () => void;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'kernelscope-'));
  file = path.join(folder, 'run.kscope');
  clock = new FakeClock();
  recorder = new Recorder({ clock: clock.now });
  end = startThread();
});

/** Has a thread write the file, of a recorder that has one slice; the result ends it. */
function startThread(): () => void {
  const { startToken, startTime } = recorder.openWindow();
  const { port1: own, port2: port } = new MessageChannel();
  const stopMirror = recorder.mirrorTo(news => own.postMessage(news));
  const turn = new WriteTurn().memory;
  const place = { file, periodMs: 5, turn, startToken, startTime, earlier: [], leastBytes: 0 };
  const request = {
    ...place,
    info: runInfo,
    cpuStartNs: 0,
    counters: [],
    samples: null,
    lateSources: []
  };
  slice('first');
  const thread = new ContinuousDumpThread({ port, request, clock: clock.now });
  thread.start();
  return () => {
    stopMirror();
    thread.dispose();
    own.close();
  };
}

afterEach(() => {
  end();
  rmSync(folder, { recursive: true });
});

function slice(name: string): void {
  const token = recorder.begin(recorder.label(name, 'range'));
  clock.advance(1_000_000);
  recorder.end(token);
  clock.advance(2_000_000);
}

describe('a .kscope file that is kept up to date', () => {
  it('adds to a .kscope file what is new, and never rewrites what it holds', async () => {
    const before = readFileSync(file);
    const held = before.subarray(0, before.length - 130);
    const { ino } = statSync(file);
    const outer = recorder.begin(recorder.label('outer', 'range'));
    for (const count of [2, 3]) {
      slice('inner');
      await eventually(() => expect(loadProfile(file).data.slices.length).toBe(count));
    }
    recorder.end(outer);
    clock.advance(2_000_000);
    await eventually(() => expect(loadProfile(file).data.slices.length).toBe(4));
    expect([...loadProfile(file).data.slices.parent]).toEqual([-1, -1, 1, 1]);
    expect(readFileSync(file).subarray(0, held.length)).toEqual(held);
    expect(statSync(file).ino).toBe(ino);
  });

  it('states the cost of slices', () => {
    expect(loadProfile(file).data.meta.overheadNs).toBeGreaterThan(0);
  });

  it('writes a .kscope file whole again when somebody else has replaced it', async () => {
    writeFileSync(file, 'of somebody else');
    await eventually(() => expect(loadProfile(file).data.slices.length).toBe(1));
    slice('second');
    await eventually(() => expect(loadProfile(file).data.slices.length).toBe(2));
  });
});
