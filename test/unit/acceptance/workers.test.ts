import { fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AttachTarget } from '../../../src/engine/members/attachedProcesses';
import { createRange } from '../../../src/engine/annotate/range';
import { RecordingHost } from '../../../src/engine/recording/recordingHost';
import { besidesLateness } from '../../support/memberReports';
import { namesByTrack } from '../../support/memberTracks';
import { bundleProgram } from '../../support/rankProcesses';
import type { Profile } from '../../../src/model/profile/profile';
import { validateProfile } from '../../../src/model/validate/validate';
import { useFolder } from '../../support/folders';

const QUIET = { cpuIntervalUs: null, memoryPeriodMs: null, gc: false, waits: false, lines: false };

/** A program beside the profiler, laid out as its package is: frames of what is in there are not shown. */
const FRAMES_PROGRAM = `
const { parentPort } = require('node:worker_threads');
const { range } = require('./profiler/native/index.cjs');
function step(name) {
  range(name, () => undefined);
}
function onMessage({ name }) {
  step(name);
  parentPort.postMessage('done');
}
parentPort.on('message', onMessage);
parentPort.postMessage('ready');`;

const folder = useFolder();
let program = '';
let host: RecordingHost;
let cleanUp: (() => Promise<unknown>)[] = [];

beforeAll(() => {
  program = bundleProgram('memberProgram.ts', folder);
});

beforeEach(() => {
  host = new RecordingHost();
});

afterEach(async () => {
  await Promise.all(cleanUp.map(end => end()));
  cleanUp = [];
});

/** A worker or child that has imported the package. */
interface Beside {
  readonly target: AttachTarget;
  /** Tells it something as its user and waits for the answer. */
  tell(message: object): Promise<unknown>;
  /** Tells it something as its user. */
  send(message: object): void;
}

async function startThread(file = program): Promise<Beside & { readonly target: Worker }> {
  const target = new Worker(file);
  cleanUp.push(() => target.terminate());
  await once(target, 'message');
  const send = (message: object) => target.postMessage(message);
  const tell = async (message: object) => {
    const answer = once(target, 'message');
    send(message);
    return ((await answer) as [unknown])[0];
  };
  return { target, send, tell };
}

async function startChild(): Promise<Beside & { readonly pid: number }> {
  const target = fork(program, [], { execArgv: [] });
  const ended = once(target, 'exit');
  cleanUp.push(() => {
    target.kill('SIGKILL');
    return ended;
  });
  await once(target, 'message');
  const send = (message: object) => void target.send(message);
  const tell = async (message: object) => {
    const answer = once(target, 'message');
    send(message);
    return ((await answer) as [unknown])[0];
  };
  return { target, send, tell, pid: target.pid ?? 0 };
}

/** Has a thread do nothing else from now on until the result is called. */
async function occupy(thread: Beside): Promise<() => Promise<unknown>> {
  const state = new Int32Array(new SharedArrayBuffer(8));
  const done = thread.tell({ occupied: state });
  while (Atomics.load(state, 0) === 0) await sleep(1);
  return () => {
    Atomics.store(state, 1, 1);
    Atomics.notify(state, 1);
    return done;
  };
}

/** Waits until all of them have read what they were sent so far. */
async function present(...members: readonly Beside[]): Promise<void> {
  await Promise.all(members.map(each => each.tell({})));
}

async function attach(...members: readonly Beside[]): Promise<void> {
  for (const { target } of members) host.processes.attach(target);
  await present(...members);
}

/** Function names of the stacks of the slices of a name, innermost first. */
function functionsBySlice(profile: Profile): (name: string) => string[][] {
  const { sliceStacks, slices, labels, stacks, frames, strings } = profile;
  const framesOf = (stack: number): string[] =>
    stack < 0 ? [] : [strings[frames.name[stacks.frame[stack]]], ...framesOf(stacks.prefix[stack])];
  return name =>
    Array.from(sliceStacks.slice, (slice, row) => ({ slice, stack: sliceStacks.stack[row] }))
      .filter(({ slice }) => strings[labels.name[slices.label[slice]]] === name)
      .map(({ stack }) => framesOf(stack));
}

describe('sessions with attached threads and processes', () => {
  it('test_profile_all_threads: has the ranges of attached threads, else of its own alone', async () => {
    const range = createRange(host.recorder);
    const first = await startThread();
    const second = await startThread();
    const record = async () => {
      const recording = host.start(QUIET);
      range('mine', () => undefined);
      await Promise.all([first.tell({ ranges: ['a'] }), second.tell({ ranges: ['b'] })]);
      return (await recording.finish()).data;
    };
    expect(namesByTrack(await record())).toEqual({ 'main thread': ['mine'] });

    await attach(first, second);
    const profile = await record();
    expect(namesByTrack(profile)).toEqual({
      'main thread': ['mine'],
      [`worker ${first.target.threadId}`]: ['a'],
      [`worker ${second.target.threadId}`]: ['b'],
      async: ['a later', 'b later']
    });
    expect(new Set(profile.tracks.map(({ pid }) => pid))).toEqual(new Set([process.pid]));
    const tids = profile.tracks.filter(({ kind }) => kind === 'worker').map(({ tid }) => tid);
    expect(new Set(tids).size).toBe(2);
    // On a crowded machine they may be late, which is then said; nothing is sent to them before.
    const report = profile.sources.find(({ source }) => source === 'workers');
    expect(report).toMatchObject({ records: 8 });
    expect(validateProfile(profile)).toBe(profile);
  });

  it('test_source_multithreaded_*: has the frames of threads that were there before, each once', async () => {
    const range = createRange(host.recorder);
    const file = join(folder, 'frames.cjs');
    bundleProgram('../../src/index.ts', join(folder, 'profiler', 'native'));
    writeFileSync(file, FRAMES_PROGRAM);
    const threads = [await startThread(file), await startThread(file)];
    for (const { target } of threads) host.processes.attach(target);
    await sleep(50);
    const recording = host.start({ ...QUIET, stacks: true });
    range('mine', () => undefined);
    await Promise.all(threads.map((thread, at) => thread.tell({ name: `work ${at}` })));
    const profile = (await recording.finish()).data;
    const stacksOf = functionsBySlice(validateProfile(profile));
    expect(stacksOf('mine')).toHaveLength(1);
    for (const at of [0, 1]) {
      const [frames, ...more] = stacksOf(`work ${at}`);
      expect(more).toEqual([]);
      expect(frames.filter(name => !name.startsWith('('))).toEqual(['step', 'onMessage']);
    }
  });

  it('test_forked_process: what a child recorded carries the pid of the child', async () => {
    const range = createRange(host.recorder);
    const child = await startChild();
    await attach(child);
    const recording = host.start(QUIET);
    range('parent', () => undefined);
    await child.tell({ ranges: ['child'] });
    const profile = (await recording.finish()).data;
    const { slices, labels, strings, tracks } = profile;
    const pids = Object.fromEntries(
      Array.from(slices.label, (label, row) => [
        strings[labels.name[label]],
        tracks[slices.track[row]].pid
      ])
    );
    expect(pids).toEqual({ parent: process.pid, child: child.pid, 'child later': child.pid });
    const starts = Array.from(slices.start);
    expect(starts).toEqual([...starts].sort((a, b) => a - b));
    for (let row = 0; row < slices.length; row++) {
      expect(slices.start[row] + slices.duration[row]).toBeLessThan(profile.meta.durationNs);
    }
  });

  it('begins in what is attached while it goes on, and forgets it when detached', async () => {
    const recording = host.start(QUIET);
    const worker = await startThread();
    const attachment = host.processes.attach(worker.target);
    await present(worker);
    await worker.tell({ ranges: ['late'] });
    const { data } = await recording.finish();
    expect(Object.keys(namesByTrack(data))).toContain(`worker ${worker.target.threadId}`);
    attachment.detach();
    const later = await host.start(QUIET).finish();
    expect(later.data.sources.map(({ source }) => source)).not.toContain('workers');
  });

  it('leaves out what attached threads did after its end', async () => {
    const worker = await startThread();
    await attach(worker);
    const recording = host.start(QUIET);
    await worker.tell({ ranges: ['inside'] });
    recording.endWindow();
    await worker.tell({ ranges: ['outside'] });
    const { data } = await recording.finish();
    expect(namesByTrack(data)[`worker ${worker.target.threadId}`]).toEqual(['inside']);
  });

  it('is whole but for one that has died, and says so', async () => {
    const dying = await startThread();
    const living = await startChild();
    await attach(dying, living);
    const { threadId } = dying.target;
    const recording = host.start(QUIET);
    await living.tell({ ranges: ['alive'] });
    const exited = once(dying.target, 'exit');
    dying.send({ exit: 7 });
    await exited;
    const { data } = await recording.finish();
    expect(data.strings).toContain('alive');
    const report = data.sources.find(({ source }) => source === 'workers');
    expect(report?.status).toBe('partial');
    expect(besidesLateness(report?.message ?? '')).toBe(
      `worker thread ${threadId} has ended with exit code 7, and its recording is lost: ` +
        'keep it attached until the recording has finished.'
    );
    expect(host.processes.size).toBe(1);
  });

  it('says once of one that has ended before that it is no longer recorded', async () => {
    const worker = await startThread();
    await attach(worker);
    const { threadId } = worker.target;
    await worker.target.terminate();
    const reportOfNext = async () => {
      const { data } = await host.start(QUIET).finish();
      return data.sources.find(({ source }) => source === 'workers');
    };
    expect((await reportOfNext())?.message).toBe(
      `worker thread ${threadId} has ended with exit code 1. It was attached until then, and is ` +
        'no longer recorded.'
    );
    expect(await reportOfNext()).toBeUndefined();
  });

  it('says of one that was busy when it began from when on it was recorded', async () => {
    const worker = await startThread();
    await attach(worker);
    const release = await occupy(worker);
    const recording = host.start(QUIET);
    await sleep(50);
    await release();
    await worker.tell({ ranges: ['free'] });
    const { data } = await recording.finish();
    expect(data.strings).toContain('free');
    const report = data.sources.find(({ source }) => source === 'workers');
    expect(report?.status).toBe('partial');
    expect(report?.message).toMatch(/^worker thread \d+ was recorded from \S+ m?s on: /);
  });

  it('has no part of one that began after its end, and says so', async () => {
    const worker = await startThread();
    await attach(worker);
    const release = await occupy(worker);
    const finished = host.start(QUIET).finish();
    await sleep(50);
    await release();
    const { sources } = (await finished).data;
    const report = sources.find(({ source }) => source === 'workers');
    expect(report).toMatchObject({ status: 'failed', records: 0 });
    expect(report?.message).toContain('began only after the end');
  });

  it('has its own clock where attached threads begin before it, which samples the CPU', async () => {
    const worker = await startThread();
    const child = await startChild();
    await attach(worker, child);
    const cell = { file: 'Cell [3]', executionCount: 3, source: 'mine()' };
    const recording = host.start({ ...QUIET, cpuIntervalUs: 1000, cell });
    await Promise.all([worker.tell({ ranges: ['a'] }), child.tell({ ranges: ['b'] })]);
    const { data } = await recording.finish();
    const { meta, slices, samples, tracks } = data;
    expect(meta).toMatchObject({ cell, pid: process.pid, options: recording.options.optionTexts });
    expect(meta.originNs).toBe(recording.window.startTime.toString());
    expect(tracks[1]).toMatchObject({ kind: 'thread', pid: process.pid });
    for (const { times, lengths } of [
      { times: slices.start, lengths: slices.duration },
      { times: samples.time, lengths: samples.weight }
    ]) {
      const ends = times.map((time, row) => time + lengths[row]);
      expect(Math.min(...times)).toBeGreaterThanOrEqual(0);
      expect(Math.max(...ends)).toBeLessThanOrEqual(meta.durationNs * (1 + 1e-9));
    }
    expect(validateProfile(data)).toBe(data);
  });

  it(
    'does not wait long for one that is busy, which drops its part when it is free',
    { tags: 'night' },
    async () => {
      const busy = await startThread();
      await attach(busy);
      const computed = busy.tell({ busyMs: 7000 });
      await sleep(50);
      const recording = host.start(QUIET);
      const began = performance.now();
      const { data } = await recording.finish();
      expect(performance.now() - began).toBeLessThan(6000);
      const report = data.sources.find(({ source }) => source === 'workers');
      expect(report).toMatchObject({ status: 'failed', records: 0 });
      expect(report?.message).toContain('was busy');
      await computed;
      await sleep(400);
      const next = host.start(QUIET);
      await busy.tell({ ranges: ['free'] });
      expect((await next.finish()).data.strings).toContain('free');
    }
  );

  it('has its own thread alone when it is stopped at once, and says so', async () => {
    const worker = await startThread();
    await attach(worker);
    const recording = host.start(QUIET);
    const { data } = recording.stop();
    const report = data.sources.find(({ source }) => source === 'workers');
    expect(report?.message).toBe(
      'Without 1 attached thread or process: stop() cannot wait for them. Use finish().'
    );
  });

  it('samples the CPU of attached threads and processes, too', { tags: 'night' }, async () => {
    const worker = await startThread();
    const child = await startChild();
    host.processes.attach(worker.target);
    host.processes.attach(child.target);
    const recording = host.start({ gc: false, memoryPeriodMs: null, lines: false });
    await sleep(700);
    await Promise.all([worker.tell({ ranges: ['a'] }), child.tell({ ranges: ['b'] })]);
    const { data } = await recording.finish();
    const sampled = new Set(Array.from(data.samples.track, track => data.tracks[track].kind));
    expect(sampled).toContain('worker');
    const pids = new Set(Array.from(data.samples.track, track => data.tracks[track].pid));
    expect(pids).toEqual(new Set([process.pid, child.pid]));
  });
});
