import { execFileSync, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inspect } from 'node:util';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  AttachedProcessError,
  AttachError,
  AttachedProcesses
} from '../../../../src/engine/members/attachedProcesses';
import { AttachedProfilers } from '../../../../src/compat/mxnet/attachedProfilers';
import {
  NoAttachedProcessError,
  type ProcessCommand
} from '../../../../src/compat/mxnet/processCommand';
import { readConfig } from '../../../../src/compat/mxnet/config';
import {
  RANK_KINDS,
  type RankProcess,
  type StartRank,
  bundleProgram
} from '../../../support/rankProcesses';
import { eventually } from '../../../support/eventually';
import { useFolder } from '../../../support/folders';
import { sampleOf } from '../../../support/tiers';

/** How long one that will answer has for it, however busy the machine is, and one that will not, milliseconds. */
const PATIENT_MS = 60_000;
const QUICK_MS = 900;

const RUN: ProcessCommand = { command: 'setState', state: 'run' };
const STOP: ProcessCommand = { command: 'setState', state: 'stop' };
const DUMP: ProcessCommand = { command: 'dump', finished: true };

const folder = useFolder();
let program = '';
let processes: AttachedProcesses;
let profilers: AttachedProfilers;
let started: RankProcess[] = [];

/** The limits of a test, which changes them between requests. */
const timing = { answerMs: PATIENT_MS, resultMs: PATIENT_MS, resendMs: 50 };

beforeAll(() => {
  program = bundleProgram('rankProgram.ts', folder);
});

beforeEach(() => {
  timing.answerMs = PATIENT_MS;
  processes = new AttachedProcesses(timing);
  profilers = new AttachedProfilers(processes);
});

afterEach(async () => {
  for (const one of started) one.kill();
  await Promise.all(started.map(({ ended }) => ended));
  started = [];
});

async function startRank(start: StartRank, behaviour = 'obeys'): Promise<RankProcess> {
  const rank = start(program, behaviour);
  started.push(rank);
  await rank.next();
  return rank;
}

function configFor(filename: string): ProcessCommand {
  return { command: 'setConfig', config: readConfig({ filename: join(folder, filename) }) };
}

async function failureOf(request: Promise<unknown>): Promise<AttachedProcessError> {
  const error: unknown = await request.then(
    () => new Error('nothing failed'),
    (thrown: unknown) => thrown
  );
  if (error instanceof AttachedProcessError) return error;
  throw error;
}

const [threads, forks] = RANK_KINDS.map(([, start]) => start);

describe.each(sampleOf(RANK_KINDS, 2))('AttachedProcesses with %s', (kind, start) => {
  it('lets it carry out commands in turn and gives the files it wrote', async () => {
    const rank = await startRank(start);
    const attachment = processes.attach(rank.target);
    expect(attachment.rank).toBe(0);
    expect(inspect(attachment)).toMatch(/^Attachment rank 0 \((worker thread|process) \d+\)$/);
    const name = `${kind.replaceAll(' ', '-')}.json`;
    await profilers.request(configFor(name));
    void profilers.request(RUN);
    void profilers.request({ command: 'pause' });
    const [file] = await profilers.request(DUMP);
    expect(file.path).toBe(join(folder, `rank0_${name}`));
    const commands = ['setConfig', 'setState', 'pause', 'dump'];
    expect(JSON.parse(readFileSync(file.path, 'utf8'))).toEqual(commands);
    expect(file.sizeBytes).toBe(JSON.stringify(commands).length);
  });

  it('reaches one that imports kernelscope only later, once', async () => {
    const rank = await startRank(start, 'late');
    processes.attach(rank.target);
    expect(await profilers.request({ command: 'pause' })).toEqual([]);
    rank.tell('hello');
    expect(await rank.next()).toEqual({ heard: 'hello', done: ['pause'] });
  });

  it('never shows its messages to the user, on either side', async () => {
    const rank = await startRank(start);
    processes.attach(rank.target);
    const seen = vi.fn();
    rank.target.on('message', seen);
    await profilers.request({ command: 'resume' });
    rank.tell('only this');
    await rank.next();
    const message = { heard: 'only this', done: ['resume'] };
    expect(seen.mock.calls.map(([first]: unknown[]) => first)).toEqual([message]);
  });

  it('keeps nothing alive that would end by itself', async () => {
    const rank = start(program, 'silent');
    started.push(rank);
    processes.attach(rank.target);
    const { active } = (await rank.next()) as { readonly active: readonly string[] };
    expect(active.filter(name => name !== 'PipeWrap' && name !== 'TTYWrap')).toEqual([]);
    expect(await rank.ended).toBe(0);
  });

  it('says of one that has ended what is lost, once, and goes on with the others', async () => {
    const [gone, alive] = [await startRank(start), await startRank(threads)];
    processes.attach(gone.target);
    expect(processes.attach(alive.target).rank).toBe(1);
    await profilers.request(configFor('living.json'));
    gone.tell('end');
    await gone.ended;
    const error = await failureOf(profilers.request(DUMP));
    expect(error.message).toMatch(
      /^rank 0: (worker thread|process) \d+ has ended.*Only its earlier dumps are kept/
    );
    expect(error.failures.map(one => one.rank)).toEqual([0]);
    expect(error.files.map(({ path }) => path)).toEqual([join(folder, 'rank1_living.json')]);
    expect(processes.size).toBe(1);
    expect(await profilers.request(DUMP)).toHaveLength(1);
  });

  it('says so when it ends in the middle of a request', async () => {
    const rank = await startRank(start, 'dies');
    processes.attach(rank.target);
    const error = await failureOf(profilers.request(DUMP));
    expect(error.message).toContain('has ended with exit code 3');
    expect(processes.size).toBe(0);
    await expect(profilers.request(DUMP)).rejects.toThrow(NoAttachedProcessError);
  });

  it('waits a bounded time for one that is busy, and it does nothing later', async () => {
    const rank = await startRank(start);
    processes.attach(rank.target);
    await profilers.request({ command: 'pause' });
    const freed = join(folder, `${kind.replaceAll(' ', '-')}.free`);
    rank.tell({ busyUntil: freed });
    await eventually(() => expect(existsSync(`${freed}.begun`)).toBe(true));
    timing.answerMs = QUICK_MS;
    const error = await failureOf(profilers.request({ command: 'resume' }));
    expect(error.message).toContain(
      'did not answer within 0.9 s and was left as it is. It is busy'
    );
    timing.answerMs = PATIENT_MS;
    writeFileSync(freed, '');
    expect(await rank.next()).toEqual({ heard: { busyUntil: freed }, done: ['pause'] });
    await profilers.request(STOP);
    rank.tell('done?');
    expect(await rank.next()).toEqual({ heard: 'done?', done: ['pause', 'setState'] });
  });

  it.each([
    ['never imports kernelscope', 'never'],
    ['listens no longer', 'deaf']
  ])('tells of one that %s what to do', async (_, behaviour) => {
    const rank = await startRank(start, behaviour);
    processes.attach(rank.target);
    timing.answerMs = QUICK_MS;
    const error = await failureOf(profilers.request(DUMP));
    expect(error.message).toContain('did not answer within 0.9 s');
    expect(error.message).toContain('Import kernelscope in it');
    expect(processes.size).toBe(1);
  });

  it('hands on what went wrong in it', async () => {
    const rank = await startRank(start, 'fails');
    processes.attach(rank.target);
    const error = await failureOf(profilers.request(DUMP));
    expect(error.message).toBe('rank 0: TypeError: the disk is full');
    expect(error.name).toBe('AttachedProcessError');
  });

  it('gives the same attachment for the same process, and lets go of it once', async () => {
    const rank = await startRank(start);
    const before = rank.target.listenerCount('exit') + rank.target.listenerCount('disconnect');
    const attachment = processes.attach(rank.target);
    expect(processes.attach(rank.target)).toBe(attachment);
    expect(processes.size).toBe(1);
    attachment.detach();
    attachment.detach();
    expect(processes.size).toBe(0);
    const after = rank.target.listenerCount('exit') + rank.target.listenerCount('disconnect');
    expect(after).toBe(before);
    expect(processes.attach(rank.target).rank).toBe(1);
  });

  it('gives up a request when it is detached meanwhile', async () => {
    const rank = await startRank(start, 'never');
    const attachment = processes.attach(rank.target);
    const request = failureOf(profilers.request(DUMP));
    await sleep(20);
    attachment.detach();
    expect((await request).message).toContain('was detached');
  });

  it('cannot attach what has ended', async () => {
    const rank = await startRank(start);
    rank.tell('end');
    await rank.ended;
    await sleep(20);
    expect(() => processes.attach(rank.target)).toThrow(AttachError);
    expect(() => processes.attach(rank.target)).toThrow('has ended: attach it earlier');
  });
});

describe('AttachedProcesses', () => {
  it('numbers ranks in the order in which they are attached', async () => {
    for (const [, start] of RANK_KINDS) processes.attach((await startRank(start)).target);
    await profilers.request(configFor('all.json'));
    const files = await profilers.request(DUMP);
    expect(files.map(({ path }) => path)).toEqual(
      [0, 1, 2].map(rank => join(folder, `rank${rank}_all.json`))
    );
  });

  it('reaches a process whatever way its messages are encoded', async () => {
    const child = fork(program, ['obeys'], { serialization: 'advanced', execArgv: [] });
    processes.attach(child);
    expect(await profilers.request({ command: 'resume' })).toEqual([]);
    child.kill('SIGKILL');
    await once(child, 'exit');
  });

  it('does nothing in a program that nobody can attach', () => {
    const script =
      'const { listenAsRank } = require(process.argv[1]);' +
      "console.log(listenAsRank(() => []), process.listenerCount('internalMessage'));";
    const listener = bundleProgram('../../src/engine/sessions/rankListener.ts', folder);
    const output = execFileSync(process.execPath, ['-e', script, listener]).toString();
    expect(output).toBe('null 0\n');
  });

  it('names the files of one attached after setConfig before it starts to record', async () => {
    processes.attach((await startRank(threads)).target);
    await profilers.request(configFor('early.json'));
    processes.attach((await startRank(forks)).target);
    await profilers.request(RUN);
    await profilers.request(RUN);
    const files = await profilers.request(DUMP);
    expect(files.map(({ path }) => existsSync(path))).toEqual([true, true]);
    const done = files.map(({ path }) => JSON.parse(readFileSync(path, 'utf8')) as string[]);
    expect(done[0]).toEqual(['setConfig', 'setState', 'setState', 'dump']);
    expect(done[1]).toEqual(done[0]);
  });

  it('hears an answer that came while this process was busy', async () => {
    processes.attach((await startRank(threads)).target);
    await profilers.request(configFor('waited.json'));
    timing.answerMs = QUICK_MS;
    const request = profilers.request(DUMP);
    await sleep(5);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2 * QUICK_MS);
    expect(await request).toHaveLength(1);
  });

  it('says what to do when nothing is attached', async () => {
    const request = profilers.request(DUMP);
    await expect(request).rejects.toThrow(NoAttachedProcessError);
    await expect(request).rejects.toThrow('profiler.attach');
  });

  it('says by which signal a process was ended', async () => {
    const rank = await startRank(forks);
    processes.attach(rank.target);
    rank.kill();
    await rank.ended;
    const error = await failureOf(profilers.request(STOP));
    expect(error.message).toContain('was ended by SIGKILL');
  });

  it('says how to start a process that can be attached', async () => {
    const child = spawn(process.execPath, ['-e', 'setTimeout(() => undefined, 5000)']);
    expect(() => processes.attach(child)).toThrow("start it with fork(), or with 'ipc' in stdio");
    child.kill('SIGKILL');
    await once(child, 'exit');
  });

  it.each([[undefined], [null], [7], ['worker'], [{}], [{ process: 1 }], [Worker]])(
    'refuses to attach %o and says what can be attached',
    target => {
      const attach = () =>
        Reflect.apply(processes.attach.bind(processes), undefined, [target]) as unknown;
      expect(attach).toThrow(AttachError);
      expect(attach).toThrow('Support: a Worker of node:worker_threads, a forked process or a');
      expect(processes.size).toBe(0);
    }
  );
});
