import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { beginRepetition } from '../../../../src/engine/annotate/beginRepetition';
import { createRange } from '../../../../src/engine/annotate/range';
import type { Recording } from '../../../../src/engine/recording/recording';
import { RecordingHost } from '../../../../src/engine/recording/recordingHost';
import type { RecordedProfile } from '../../../../src/engine/results/recordedProfile';
import { ENDED_BY_ARG } from '../../../../src/model/profile/argKeys';
import { WAITING_CATEGORY } from '../../../../src/model/profile/categories';
import type { Profile } from '../../../../src/model/profile/profile';
import { Recorder } from '../../../../src/record/recorder';
import {
  RECORDING_OPTION_NAMES,
  type RecordingOption,
  recordingOption
} from '../../../../src/settings/table/recordingOptions';
import { type Combination, coveringPairs, type Factors } from '../../../support/coveringPairs';
import { FakeClock } from '../../../support/fakeClock';
import { openEverywhere } from '../../../support/openEverywhere';
import { finishWindow } from '../../../support/recording';
import { bundleProgram } from '../../../support/rankProcesses';
import { seededRandom } from '../../../support/random';
import { spin } from '../../../support/spin';
import { sampleOf } from '../../../support/tiers';
import { useFolder } from '../../../support/folders';

/** Some seconds of a core, of which others may have most. */
const PATIENCE_MS = 600_000;

/** Takes seconds in this process, whose heap is large: the tests of the night have it. */
const TAKES_LONG: readonly string[] = ['heapDiff'];

/** Ranges of each run. */
const RANGES = 180;

const RUNS = 3;

/** Of the long recording, and its ranges in each. */
const MINUTES = 60;
const STEPS = 40;

/** Waits of one recording, and the room for the slices of a source before it grows. */
const WAITS = 700;
const FIRST_ROOM = 256;

const folder = useFolder();
let member: string;
beforeAll(() => {
  member = bundleProgram('memberProgram.ts', folder);
});

type Range = ReturnType<typeof createRange>;

/** Work of all kinds that code can do: it computes, allocates, awaits and waits. */
async function work(range: Range): Promise<number> {
  const held: object[] = [];
  for (let at = 0; at < RANGES; at++) range('step', () => held.push({ at, text: `${at}` }));
  range('busy', () => spin(3));
  await range('wait', () => new Promise(resolve => setTimeout(resolve, 2)));
  await Promise.all([1, 2, 3].map(each => range('together', async () => Promise.resolve(each))));
  return held.length;
}

type Scene = (host: RecordingHost, options: object, end: End) => Promise<RecordedProfile>;

type End = (recording: Recording) => Promise<RecordedProfile> | RecordedProfile;

const alone: Scene = async (recordings, options, end) => {
  const recording = recordings.start(options);
  await work(createRange(recordings.recorder));
  return end(recording);
};

/** What is recorded. */
const SCENES: Readonly<Record<string, Scene>> = {
  'one run': alone,
  'more than is kept': (recordings, options, end) =>
    alone(recordings, { ...options, limit: { slices: 40, mode: 'keepFirst' } }, end),
  repetitions: async (recordings, options, end) => {
    const recording = recordings.start(options);
    for (let run = 1; run <= RUNS; run++) {
      const endRun = beginRepetition(recordings.recorder, run);
      await work(createRange(recordings.recorder));
      endRun();
    }
    return end(recording);
  },
  'a thread and a process': async (recordings, options, end) => {
    const [worker, child] = [new Worker(member), fork(member, [], { execArgv: [] })];
    await Promise.all([once(worker, 'message'), once(child, 'message')]);
    try {
      const { processes } = recordings;
      for (const each of [worker, child]) processes.attach(each);
      const recording = recordings.start(options);
      const answers = [worker, child].map(each => once(each, 'message'));
      worker.postMessage({ ranges: ['theirs'] });
      child.send({ ranges: ['theirs'] });
      await Promise.all([...answers, work(createRange(recordings.recorder))]);
      return await end(recording);
    } finally {
      child.kill('SIGKILL');
      await worker.terminate();
    }
  }
};

/** How it ends: at the end of a cell, at an error, at the exit of the process, at a signal. */
const ENDS: Readonly<Record<string, End>> = {
  whole: recording => recording.finish(),
  'with an error': recording => recording.finish('error'),
  'at the exit, in a range': recording =>
    createRange(host.recorder)('at the exit', () => recording.stopAtExit('complete')),
  'by a signal, while something is awaited': recording => {
    void createRange(host.recorder)('never', () => new Promise(() => undefined));
    return recording.stop('interrupted');
  }
};

function valuesOf({ type, default: usual, flag }: RecordingOption): readonly unknown[] {
  if (type === 'boolean') return [true, false];
  if (type === 'booleanOrNull') return [null, true, false];
  return [null, usual ?? flag?.period?.whenBare ?? 3];
}

/** How often each name was recorded, kept or not. */
function countOf({ slices, labels, strings, droppedTotals }: Profile, name: string): number {
  const isOf = (label: number): boolean => strings[labels.name[label]] === name;
  const kept = slices.label.filter(isOf).length;
  return droppedTotals.count.reduce(
    (sum, count, row) => (isOf(droppedTotals.label[row]) ? sum + count : sum),
    kept
  );
}

const factors: Factors = {
  scene: Object.keys(SCENES),
  end: Object.keys(ENDS),
  ...Object.fromEntries(
    RECORDING_OPTION_NAMES.filter(name => !TAKES_LONG.includes(name)).map(name => [
      name,
      valuesOf(recordingOption(name))
    ])
  )
};

/** All pairs of values at night, half of the combinations by day. */
const combinations = sampleOf(coveringPairs(factors, seededRandom(1)), 4);

/** One for all, as in a notebook's kernel, whose cells have one option after the other. */
const host = new RecordingHost();
afterAll(() => host.releaseProfilers());

async function recordWith({ scene, end, ...options }: Combination): Promise<Profile> {
  return (await SCENES[String(scene)](host, options, ENDS[String(end)])).data;
}

test(
  'whatever is recorded and however it ends, it is saved, loaded, printed and shown',
  async () => {
    for (const [at, combination] of combinations.entries()) {
      try {
        const profile = await recordWith(combination);
        const runs = combination['scene'] === 'repetitions' ? RUNS : 1;
        expect(countOf(profile, 'step')).toBe(runs * RANGES);
        await openEverywhere(profile, path.join(folder, String(at)));
      } catch (error) {
        throw new Error(`with ${JSON.stringify(combination)}`, { cause: error });
      }
    }
  },
  PATIENCE_MS
);

test('a recording of an hour is, too', async () => {
  const clock = new FakeClock();
  const recorder = new Recorder({ clock: clock.now });
  const window = recorder.openWindow();
  const label = recorder.label('step', 'range');
  for (let at = 0; at < MINUTES * STEPS; at++) {
    const token = recorder.begin(label);
    recorder.arg(token, 'step', at);
    clock.advance(40e6);
    recorder.end(token);
    recorder.instant(label);
    clock.advance(60e9 / STEPS - 40e6);
  }
  const profile = finishWindow(recorder, window);
  expect(profile.meta.durationNs).toBe(MINUTES * 60e9);
  expect(countOf(profile, 'step')).toBe(MINUTES * STEPS);
  await openEverywhere(profile, path.join(folder, 'an hour'));
});

test('a recording of nothing is, too', async () => {
  const recorder = new Recorder({ clock: new FakeClock().now });
  const profile = finishWindow(recorder, recorder.openWindow());
  expect([profile.slices.length, profile.samples.length]).toEqual([0, 0]);
  await openEverywhere(profile, path.join(folder, 'nothing'));
});

test('a recording with more waits than a source has room for at first is, too', async () => {
  const recording = host.start({ waits: true, memoryPeriodMs: null, cpuIntervalUs: null });
  for (let at = 0; at < WAITS; at++) await new Promise(resolve => setTimeout(resolve, 1));
  const { data } = await recording.finish();
  const { args, slices, labels, strings } = data;
  const isWait = (row: number): boolean =>
    strings[labels.category[slices.label[row]]] === WAITING_CATEGORY;
  const waits = Array.from(slices.label, (_, row) => row).filter(isWait);
  expect(waits.length).toBeGreaterThan(2 * FIRST_ROOM + 2);
  const ended = Array.from(args.slice).filter((_, at) => strings[args.key[at]] === ENDED_BY_ARG);
  expect(Array.from(args.slice).every(isWait)).toBe(true);
  // Of a busy thread only some waits are known to the end, and other code may come between.
  expect(ended.length).toBeGreaterThan(0);
  expect(new Set(ended).size).toBe(ended.length);
  await openEverywhere(data, path.join(folder, 'waits'));
});
