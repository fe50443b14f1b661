import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { MessageChannel } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ContinuousDump } from '../../../../src/engine/live/continuousDump';
import { ContinuousDumpThread } from '../../../../src/engine/live/continuousDumpThread';
import type { DumpReport, DumpRequest } from '../../../../src/engine/live/dumpRequest';
import { ExitActions } from '../../../../src/engine/recording/exitActions';
import { loadProfile } from '../../../../src/engine/results/loadProfile';
import { WriteTurn } from '../../../../src/engine/live/writeTurn';
import { Recorder } from '../../../../src/record/recorder';
import type { RecordingWindow } from '../../../../src/record/slices/recordingWindow';
import {
  createSharedSeries,
  SharedSeriesWriter
} from '../../../../src/sources/process/sharedSeries';
import { eventually } from '../../../support/eventually';
import { FakeClock } from '../../../support/fakeClock';
import { leaveOldFile } from '../../../support/oldFile';
import { runInfo } from '../../../support/recording';

const PERIOD_MS = 5;

let folder: string;
let clock: FakeClock;
let recorder: Recorder;
let window: RecordingWindow;
let ends: (() => void)[];

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'kernelscope-'));
  clock = new FakeClock();
  recorder = new Recorder({ clock: clock.now });
  window = recorder.openWindow();
  ends = [];
});

afterEach(() => {
  for (const end of ends) end();
  rmSync(folder, { recursive: true });
});

function slice(name: string): void {
  const token = recorder.begin(recorder.label(name, 'range'));
  clock.advance(1_000_000);
  recorder.end(token);
  clock.advance(1_000_000);
}

interface RunningThread {
  readonly file: string;
  readonly turn: WriteTurn;
  readonly reports: DumpReport[];
}

/** Runs what the worker runs, on this thread. */
function startThread(
  name: string,
  {
    earlier = [],
    counters = [],
    leastBytes = 0
  }: Partial<Pick<DumpRequest, 'earlier' | 'counters' | 'leastBytes'>> = {},
  now = clock.now
): RunningThread {
  const file = path.join(folder, name);
  const turn = new WriteTurn();
  const reports: DumpReport[] = [];
  const { port1: own, port2: port } = new MessageChannel();
  own.on('message', (report: DumpReport) => reports.push(report));
  const stopMirror = recorder.mirrorTo(news => own.postMessage(news));
  const { startToken, startTime } = window;
  const place = { file, periodMs: PERIOD_MS, turn: turn.memory, startToken, startTime };
  const trace = { earlier, leastBytes, samples: null, lateSources: [] };
  const request = { ...place, info: runInfo, cpuStartNs: 0, ...trace, counters };
  const thread = new ContinuousDumpThread({ port, request, clock: now });
  ends.push(() => {
    stopMirror();
    thread.dispose();
    own.close();
  });
  thread.start();
  return { file, turn, reports };
}

function namesIn(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  const { traceEvents } = JSON.parse(text) as { traceEvents: { ph: string; name: string }[] };
  return traceEvents.filter(({ ph }) => ph === 'X').map(({ name }) => name);
}

/** Names and lanes of the asynchronous slices in a file. */
function lanesIn(file: string): [name: string, lane: string][] {
  const text = readFileSync(file, 'utf8');
  const { traceEvents } = JSON.parse(text) as {
    traceEvents: { ph: string; name: string; id2: { local: string } }[];
  };
  const begins = traceEvents.filter(({ ph }) => ph === 'b');
  return begins.map(({ name, id2 }) => [name, id2.local]);
}

describe('ContinuousDumpThread', () => {
  it('writes what has ended as soon as it starts, and what ends later in time', async () => {
    slice('first');
    const { file } = startThread('run.json');
    expect(namesIn(file)).toEqual(['first']);
    slice('second');
    await eventually(() => expect(namesIn(file)).toEqual(['first', 'second']));
    expect(readdirSync(folder)).toEqual(['run.json']);
  });

  it('writes in the format of the ending', () => {
    slice('first');
    const { file } = startThread('run.kscope');
    expect(loadProfile(file).data.slices.length).toBe(1);
  });

  it('states what recording has cost', () => {
    slice('first');
    slice('second');
    const { meta } = loadProfile(startThread('run.kscope').file).data;
    expect(meta.overheadNs).toBeGreaterThan(0);
  });

  it('adds to JSON what is new, and never rewrites what it holds', async () => {
    slice('first');
    const { file } = startThread('run.json');
    const before = readFileSync(file, 'utf8').replace(/\n\]\}\n$/, '');
    for (const name of ['second', 'third']) {
      slice(name);
      await eventually(() => expect(namesIn(file)).toContain(name));
    }
    expect(readFileSync(file, 'utf8').startsWith(before)).toBe(true);
    expect(namesIn(file)).toEqual(['first', 'second', 'third']);
  });

  it.each([
    ['tells once that files take much longer than the period', 6, [{ kind: 'late', tookMs: 1200 }]],
    ['says nothing of one that waited while the process was stopped', 1, []],
    ['says nothing of two in a row', 2, []]
  ])('%s', async (_, files, told) => {
    slice('first');
    let reads = 0;
    const readsOfFile = 3;
    const now = (): bigint => {
      if (reads++ < files * readsOfFile) clock.advance(600_000_000);
      return clock.now();
    };
    const { file, reports } = startThread('run.json', {}, now);
    slice('second');
    await eventually(() => expect(reads).toBeGreaterThan(8 * readsOfFile));
    expect(namesIn(file)).toContain('second');
    expect(reports.filter(({ kind }) => kind === 'late')).toEqual(told);
  });

  it('writes a file whole again that somebody else has written', async () => {
    slice('first');
    const { file } = startThread('run.json');
    writeFileSync(file, 'something else');
    slice('second');
    await eventually(() => expect(namesIn(file)).toEqual(['first', 'second']));
  });

  it('gives a slice that ends later a lane where nothing else was', async () => {
    const async = (name: string) => recorder.beginAsync(recorder.label(name, 'task'));
    const long = async('long');
    slice('outer');
    recorder.end(async('short'));
    clock.advance(2_000_000);
    const { file } = startThread('run.json');
    expect(lanesIn(file).map(([name]) => name)).toEqual(['short']);
    recorder.end(long);
    clock.advance(2_000_000);
    await eventually(() => expect(lanesIn(file).map(([name]) => name)).toEqual(['short', 'long']));
    expect(new Set(lanesIn(file).map(([, lane]) => lane)).size).toBe(2);
  });

  it('adds to the profiles of earlier runs of the trace', () => {
    slice('earlier');
    const first = loadProfile(startThread('first.kscope').file).data;
    window = recorder.openWindow();
    slice('later');
    expect(namesIn(startThread('run.json', { earlier: [first] }).file)).toEqual([
      'earlier',
      'later'
    ]);
  });

  it('never shrinks what its trace has written, nor grows to the size of another file', () => {
    slice('earlier');
    const first = loadProfile(startThread('first.kscope').file).data;
    const sizes = [20_000, 0].map(leastBytes => {
      const name = `least${leastBytes}.json`;
      leaveOldFile(path.join(folder, name), 100_000);
      return statSync(startThread(name, { earlier: [first], leastBytes }).file).size;
    });
    expect(sizes[0]).toBe(20_000);
    expect(sizes[1]).toBeLessThan(10_000);
  });

  it('reads the counters that sources share, within the run', () => {
    const series = createSharedSeries(10);
    const writer = new SharedSeriesWriter(series);
    for (const [time, value] of [
      [-1, 1],
      [0, 2],
      [1e6, 3],
      [1e9, 4]
    ]) {
      writer.push(time, value);
    }
    const head = { name: 'rss', category: 'memory', unit: 'bytes', kind: 'sampled' } as const;
    const counters = [{ head, series, originNs: window.startTime }];
    slice('first');
    const { data } = loadProfile(startThread('run.kscope', { counters }).file);
    expect(data.counters.map(({ name, time, value }) => [name, [...time], [...value]])).toEqual([
      ['rss', [0, 1e6], [2, 3]]
    ]);
  });

  it('leaves a file alone while nothing is added to it', async () => {
    slice('first');
    const { file } = startThread('run.json');
    const { mtimeNs } = statSync(file, { bigint: true });
    await sleep(10 * PERIOD_MS);
    expect(statSync(file, { bigint: true }).mtimeNs).toBe(mtimeNs);
  });

  it('never makes a larger file of the same run smaller', async () => {
    const { file } = startThread('run.json');
    const larger = `{"traceEvents":[]}${' '.repeat(50_000)}`;
    await sleep(PERIOD_MS);
    writeFileSync(file, larger);
    slice('first');
    await eventually(() => expect(namesIn(file)).toEqual(['first']));
    expect(statSync(file).size).toBe(larger.length);
  });

  it('replaces a file that was there before', () => {
    const file = path.join(folder, 'run.json');
    leaveOldFile(file, 50_000);
    startThread('run.json');
    expect(statSync(file).size).toBeLessThan(10_000);
  });

  it('says why it could not write, once, and that it could again', async () => {
    const blocker = path.join(folder, 'blocked');
    writeFileSync(blocker, '');
    const { reports } = startThread('blocked/run.json');
    await sleep(4 * PERIOD_MS);
    rmSync(blocker);
    await eventually(() => expect(reports).toHaveLength(2));
    expect(reports[0]).toMatchObject({ kind: 'failed' });
    expect(reports[0]).toHaveProperty('message', expect.stringContaining('Cannot write'));
    expect(reports[1]).toEqual({ kind: 'written' });
    expect(namesIn(path.join(folder, 'blocked/run.json'))).toEqual([]);
  });

  it('writes nothing once the turn is closed', async () => {
    const { file, turn } = startThread('run.json');
    expect(turn.close(0)).toBe(true);
    rmSync(file);
    slice('late');
    await sleep(10 * PERIOD_MS);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('writes nothing once the recorder has forgotten the run', async () => {
    slice('first');
    const { file } = startThread('run.json');
    recorder.closeWindow(window);
    await sleep(10 * PERIOD_MS);
    expect(namesIn(file)).toEqual(['first']);
  });
});

describe('WriteTurn', () => {
  it('lets one write at a time, and nobody after it is closed', () => {
    const own = new WriteTurn();
    const other = new WriteTurn(own.memory);
    const results: boolean[] = [];
    own.take(0, () => {
      results.push(other.take(0, () => undefined));
      results.push(other.close(0));
    });
    results.push(other.take(0, () => undefined));
    results.push(other.close(0), own.isClosed, own.close(0));
    results.push(own.take(0, () => undefined));
    expect(results).toEqual([false, false, true, true, true, true, false]);
  });

  it('goes on after a write that failed', () => {
    const turn = new WriteTurn();
    const fails = (): void => {
      throw new Error('disk full');
    };
    expect(() => turn.take(0, fails)).toThrow('disk full');
    expect(turn.take(0, () => undefined)).toBe(true);
  });
});

describe('ContinuousDump', () => {
  function open(workerFile: string): { dump: ContinuousDump; warnings: string[] } {
    const warnings: string[] = [];
    const file = path.join(folder, 'run.json');
    const dump = new ContinuousDump({
      recorder,
      exitActions: new ExitActions(),
      window,
      file,
      periodMs: PERIOD_MS,
      info: runInfo,
      earlier: [],
      leastBytes: 0,
      counters: [],
      samples: null,
      lateSources: [],
      workerFile,
      completedBy: 'dump()',
      warn: text => warnings.push(text)
    });
    ends.push(() => dump.stop());
    return { dump, warnings };
  }

  it('warns once when its thread cannot run, and lets the recording go on', async () => {
    const { dump, warnings } = open(path.join(folder, 'absent.js'));
    await eventually(() => expect(dump.failure?.message).toContain('absent.js'));
    slice('goes on');
    expect(recorder.slices.nextToken - window.startToken).toBe(1);
    await sleep(20);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain('run.json is not kept up to date');
  });

  it('says so when its thread ends by itself', async () => {
    const script = path.join(folder, 'ends.cjs');
    writeFileSync(script, '');
    const { dump, warnings } = open(script);
    await eventually(() => expect(warnings).toHaveLength(1));
    expect(dump.failure?.message).toContain('the writing thread has ended');
  });

  it('may be stopped twice, and waits for no thread that is not writing', () => {
    const script = path.join(folder, 'stuck.cjs');
    writeFileSync(script, 'for (;;);');
    const { dump, warnings } = open(script);
    const begun = Date.now();
    dump.stop();
    dump.stop();
    expect(Date.now() - begun).toBeLessThan(4000);
    expect([warnings, dump.failure]).toEqual([[], null]);
  });
});
