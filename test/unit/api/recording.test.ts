import { beforeEach, describe, expect, it } from 'vitest';
import type { ProcessFacts } from '../../../src/api/recording';
import { Recording } from '../../../src/api/recording';
import { DEFAULT_RECORDING_OPTIONS } from '../../../src/api/recordingOptions';
import type { Contribution, ContributionContext, Source } from '../../../src/record/contribution';
import { Recorder } from '../../../src/record/recorder';
import { RecordedKinds } from '../../../src/sources/recordedKinds';
import { FakeClock } from '../../support/fakeClock';
import { sliceLines } from '../../support/recording';

let clock: FakeClock;
let recorder: Recorder;
let log: string[];
let cpuNs: number;

const facts: ProcessFacts = {
  host: 'host',
  pid: 7,
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

const cellTexts = (): ReadonlyMap<string, string> => new Map();

function record(...sources: readonly Source[]): Recording {
  const options = { ...DEFAULT_RECORDING_OPTIONS, name: 'mine' };
  return new Recording({ recorder, facts, sources, kinds: new RecordedKinds(), sliceCostNs: 10, cellTexts }, options);
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
      overheadNs: 1000 + 2 * 10,
      pid: 7
    });
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
