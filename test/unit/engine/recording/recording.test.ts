import { beforeEach, describe, expect, it } from 'vitest';
import { Recording } from '../../../../src/engine/recording/recording';
import type { ProcessFacts } from '../../../../src/engine/recording/processFacts';
import { DEFAULT_RECORDING_OPTIONS } from '../../../../src/engine/arguments/recordingOptions';
import type {
  Contribution,
  ContributionContext,
  Source
} from '../../../../src/record/build/contribution';
import { Recorder } from '../../../../src/record/recorder';
import { RecordedKinds } from '../../../../src/sources/operators/recordedKinds';
import { FakeClock } from '../../../support/fakeClock';
import { sliceLines } from '../../../support/recording';

let clock: FakeClock;
let recorder: Recorder;
let log: string[];
let cpuNs: number;

const facts: ProcessFacts = {
  host: 'host',
  pid: 7,
  threadId: 0,
  runtime: 'v20.0.0',
  cpuTimeNs: () => cpuNs,
  wallClockMs: () => 1000,
  newId: () => 'id1'
};

/** A source that logs what is asked of it and contributes one slice on a track of its own. */
class LoggingSource implements Source {
  constructor(private readonly name: string) {}
  start(): void {
    log.push(`start ${this.name}`);
  }
  async stop(): Promise<void> {
    log.push(`stop ${this.name}`);
    recorder.begin(recorder.label('late', 'range'));
    return Promise.resolve();
  }
  stopNow(): void {
    log.push(`stopNow ${this.name}`);
  }
  contribute(context: ContributionContext): Contribution {
    const track = context.addTrack({ name: this.name, kind: 'gc', parent: 0, pid: 7, tid: 99 });
    const slices = [{ name: 'seen', category: 'gc', track, start: 1, duration: 2 }];
    return {
      report: { source: 'gc', status: 'ok', message: '', records: 1 },
      slices,
      overheadNs: 1000
    };
  }
}

const knownTexts = () => ({ cells: () => new Map<string, string>(), fileText: () => null });

function record(...sources: readonly Source[]): Recording {
  const options = { ...DEFAULT_RECORDING_OPTIONS, name: 'mine' };
  return new Recording(
    { recorder, facts, sources, kinds: new RecordedKinds(), knownTexts },
    options
  );
}

function slice(name: string, ns: number): void {
  const token = recorder.begin(recorder.label(name, 'range'));
  clock.advance(ns);
  recorder.end(token);
}

beforeEach(() => {
  clock = new FakeClock();
  recorder = new Recorder({ clock: clock.now });
  log = [];
  cpuNs = 0;
});

describe('Recording', () => {
  it('starts its sources in order and stops them in reverse', async () => {
    const recording = record(new LoggingSource('a'), new LoggingSource('b'));
    await recording.finish();
    expect(log).toEqual(['start a', 'start b', 'stop b', 'stop a']);
  });

  it('ends once, however many wait for that at the same time', async () => {
    const recording = record(new LoggingSource('a'));
    const [first, second] = await Promise.all([recording.finish(), recording.finish('error')]);
    expect(second).toBe(first);
    expect(first.data.meta.status).toBe('complete');
    expect(log).toEqual(['start a', 'stop a']);
  });

  it('merges what sources saw into the order of time, on their tracks', async () => {
    const recording = record(new LoggingSource('collector'));
    slice('work', 10);
    const { data } = await recording.finish();
    expect(sliceLines(data)).toEqual(['work 0+10 - @main thread', 'seen 1+2 - @collector']);
    expect(data.sources).toHaveLength(1);
  });

  it('leaves out what is recorded after its end', async () => {
    const recording = record(new LoggingSource('a'));
    slice('work', 10);
    recording.endWindow();
    slice('after', 10);
    const { data } = await recording.finish();
    expect(sliceLines(data)).not.toContain('after 10+10 - @main thread');
    expect(data.meta.durationNs).toBe(10);
  });

  it('states its name, status, CPU time and overhead', () => {
    const recording = record(new LoggingSource('a'));
    slice('work', 10);
    cpuNs = 1234;
    const { data } = recording.stop('error');
    expect(data.meta).toMatchObject({
      id: 'id1',
      name: 'mine',
      status: 'error',
      cpuTimeNs: 1234,
      pid: 7
    });
    // what the source states, and that of the slice
    expect(data.meta.overheadNs).toBeGreaterThan(1000);
    expect(log).toContain('stopNow a');
  });

  it('gives the same profile however often it is stopped', async () => {
    const recording = record();
    const first = recording.stop();
    expect(recording.stop()).toBe(first);
    await expect(recording.finish()).resolves.toBe(first);
    expect(recorder.enabled).toBe(false);
  });
});

describe('a snapshot of a Recording', () => {
  /** A source that can be read half-way. */
  class CountingSource extends LoggingSource {
    contributeSoFar(context: ContributionContext): Contribution {
      return { ...this.contribute(context), overheadNs: 0 };
    }
  }

  it('has whole slices only, and changes nothing of the recording', () => {
    const recording = record();
    slice('first', 10);
    const outer = recorder.begin(recorder.label('outer', 'range'));
    recorder.arg(outer, 'size', 3);
    slice('inner', 10);
    const snapshots = [recording.snapshot(), recording.snapshot()];
    for (const { data } of snapshots) {
      expect(sliceLines(data)).toEqual(['first 0+10 - @main thread', 'inner 10+10 - @main thread']);
      expect(data.args.length).toBe(0);
      expect(data.meta).toMatchObject({ durationNs: 20, status: 'complete', name: 'mine' });
    }
    recorder.end(outer);
    expect(sliceLines(recording.stop().data)).toEqual([
      'first 0+10 - @main thread',
      'outer 10+10 - @main thread',
      'inner 10+10 outer @main thread'
    ]);
    expect(recording.snapshot()).toBe(recording.stop());
  });

  it.each(['keepFirst', 'keepLast'] as const)(
    'counts what %s drops as exactly as the end does, however often it is taken',
    mode => {
      const options = { ...DEFAULT_RECORDING_OPTIONS, limit: { mode, slices: 50 } };
      const kinds = new RecordedKinds();
      const parts = { recorder, facts, sources: [], kinds, knownTexts };
      const recording = new Recording(parts, options);
      const open = recorder.begin(recorder.label('open', 'range'));
      for (let round = 1; round <= 1000; round++) {
        slice('work', 2);
        if (round % 100 > 0) continue;
        const row = recording.snapshot().find('work');
        expect(row).toMatchObject({ count: round, total: 2 * round });
        expect(recording.snapshot().find('open')).toBeUndefined();
      }
      recorder.end(open);
      const final = recording.stop();
      expect(final.find('work')).toMatchObject({ count: 1000, total: 2000, self: 2000 });
      expect(final.find('open')).toMatchObject({ count: 1, total: 2000, self: 0 });
    }
  );

  it('asks only the sources that can be read half-way', () => {
    const recording = record(new LoggingSource('late'), new CountingSource('early'));
    const { data } = recording.snapshot();
    expect(data.tracks.map(({ name }) => name)).toEqual(['process', 'main thread', 'early']);
    expect(data.sources).toHaveLength(1);
    expect(log).toEqual(['start late', 'start early']);
    expect(recording.stop().data.sources).toHaveLength(2);
  });

  it('is what the recording had when its window ended', () => {
    const recording = record();
    slice('work', 10);
    recording.endWindow();
    slice('after', 10);
    expect(sliceLines(recording.snapshot().data)).toEqual(['work 0+10 - @main thread']);
  });
});
