import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createRange } from '../../../../src/engine/annotate/range';
import { RecordingHost } from '../../../../src/engine/recording/recordingHost';
import { BYTES_ARG, MESSAGE_FLOW } from '../../../../src/model/profile/argKeys';
import type { Profile } from '../../../../src/model/profile/profile';
import { validateProfile } from '../../../../src/model/validate/validate';
import { bundleProgram } from '../../../support/rankProcesses';
import { argsOf } from '../../../support/recording';
import { useFolder } from '../../../support/folders';

const QUIET = { cpuIntervalUs: null, memoryPeriodMs: null, gc: false, lines: false };

const folder = useFolder();
let program = '';
let host: RecordingHost;
let worker: Worker;

beforeAll(() => {
  program = bundleProgram('messageProgram.ts', folder);
});

beforeEach(async () => {
  host = new RecordingHost();
  worker = new Worker(program);
  await once(worker, 'message');
});

afterEach(() => worker.terminate());

/** For each arrow the range in which its message was posted and the one that handled it. */
function pairs(profile: Profile): { readonly posted: string; readonly handled: string }[] {
  const { flows, slices, labels, strings } = profile;
  const nameOf = (row: number) => strings[labels.name[slices.label[row]]];
  const childOf = new Map<number, number>();
  for (let row = 0; row < slices.length; row++) {
    if (slices.parent[row] >= 0) childOf.set(slices.parent[row], row);
  }
  return Array.from({ length: flows.length }, (_, flow) => {
    expect(strings[labels.name[flows.label[flow]]]).toBe(MESSAGE_FLOW);
    const parent = slices.parent[flows.from[flow]];
    const child = childOf.get(flows.to[flow]);
    return {
      posted: parent < 0 ? '' : nameOf(parent),
      handled: child === undefined ? '' : nameOf(child)
    };
  });
}

/** Posts messages, each in a range of its own, some at a time, as long as there are more. */
async function streamTo(target: Worker, isMore: (id: number) => boolean): Promise<void> {
  const range = createRange(host.recorder);
  for (let id = 0; isMore(id); id++) {
    range(`main posts ${id}`, () => target.postMessage({ id }));
    if (id % 50 === 0) await sleep(1);
  }
}

const answerOf = (target: Worker, by: 'streamed' | 'joined') =>
  new Promise<void>(resolve => {
    target.on('message', (message: { readonly [answer in typeof by]?: unknown }) => {
      if (message[by] !== undefined) resolve();
    });
  });

describe('messages between attached threads', () => {
  it('lead from where each is posted to where it is handled, from the middle of many on', async () => {
    const MESSAGES = 2000;
    const range = createRange(host.recorder);
    let heard = 0;
    worker.on('message', ({ id }: { readonly id?: number }) => {
      if (id !== undefined) range(`main handles ${id}`, () => void heard++);
    });
    host.processes.attach(worker);
    const done = answerOf(worker, 'streamed');
    worker.postMessage({ stream: Infinity });
    let posted = 0;
    let isOver = false;
    const posting = streamTo(worker, id => {
      posted = id;
      return !isOver;
    });
    while (heard === 0 || posted < 100) await sleep(1);
    const recording = host.start(QUIET);
    const joined = answerOf(worker, 'joined');
    worker.postMessage({ join: true });
    await joined;
    const before = { heard, posted };
    while (heard < before.heard + MESSAGES || posted <= before.posted + MESSAGES) await sleep(1);
    isOver = true;
    await posting;
    worker.postMessage({ isEnough: true });
    await done;
    const { data } = await recording.finish();
    const found = pairs(data);
    for (const { posted: from, handled } of found.filter(each => / posts \d+$/.test(each.posted))) {
      expect(handled).toBe(
        from.replace('main posts', 'worker handles').replace('worker posts', 'main handles')
      );
    }
    const toWorker = found.filter(each => each.posted.startsWith('main posts'));
    const toMain = found.filter(each => each.posted.startsWith('worker posts'));
    expect(toWorker.length).toBeGreaterThanOrEqual(MESSAGES);
    expect(toMain.length).toBeGreaterThanOrEqual(MESSAGES);
    expect(found.filter(each => / posts 0$/.test(each.posted))).toEqual([]);
    expect(
      data.flows.from.every(
        (from, flow) => data.slices.start[from] <= data.slices.start[data.flows.to[flow]]
      )
    ).toBe(true);
    expect(validateProfile(data)).toBe(data);
  });

  it(
    'are paired in several recordings that overlap and follow each other',
    { tags: 'night' },
    async () => {
      host.processes.attach(worker);
      await host.start(QUIET).finish();
      const first = host.start(QUIET);
      const second = host.start(QUIET);
      await sleep(50);
      await streamTo(worker, id => id < 60);
      await second.finish();
      await streamTo(worker, id => id < 40);
      await sleep(50);
      const found = pairs((await first.finish()).data);
      expect(found.length).toBeGreaterThanOrEqual(90);
      for (const { posted, handled } of found) {
        expect(handled).toBe(posted.replace('main posts', 'worker handles'));
      }
    }
  );

  it('are paired also where nobody listens for more, from the first one of a later recording on', async () => {
    host.processes.attach(worker);
    await host.start(QUIET).finish();
    const recording = host.start(QUIET);
    const answered = once(worker, 'message');
    worker.postMessage({ stream: 0 });
    await answered;
    await sleep(20);
    expect(pairs((await recording.finish()).data)).toHaveLength(2);
    const next = once(worker, 'message');
    worker.postMessage({ stream: 0 });
    expect(await next).toEqual([{ streamed: 0 }]);
  });

  it('have no arrows where some are posted past the profiler: none rather than wrong ones', async () => {
    host.processes.attach(worker);
    await host.start(QUIET).finish();
    const recording = host.start(QUIET);
    const done = answerOf(worker, 'streamed');
    worker.postMessage({ past: true });
    worker.postMessage({ stream: 20 });
    await done;
    const { data } = await recording.finish();
    const found = pairs(data);
    expect(found.filter(({ posted }) => posted.startsWith('worker posts'))).toEqual([]);
    expect(found).toHaveLength(2);
  });

  it('reach their handlers as ever: in order, once, with what is handed over', async () => {
    host.processes.attach(worker);
    await host.start(QUIET).finish();
    const recording = host.start(QUIET);
    const heard: unknown[] = [];
    const removed = (): void => {
      heard.push('removed');
    };
    worker.on('message', removed);
    worker.once('message', ({ length }: { readonly length: number }) =>
      heard.push(`once ${length}`)
    );
    worker.off('message', removed);
    worker.on('message', (message: unknown) => heard.push(message));
    const buffer = new ArrayBuffer(4096);
    worker.postMessage({ buffer }, [buffer]);
    expect(buffer.byteLength).toBe(0);
    const view = new Float32Array(8);
    worker.postMessage(view);
    expect(() => worker.postMessage(() => undefined)).toThrow(/could not be cloned/);
    const done = answerOf(worker, 'streamed');
    worker.postMessage({ stream: 1 });
    await done;
    const { data } = await recording.finish();
    expect(heard).toEqual([
      'once 4096',
      { length: 4096 },
      { length: 32 },
      { id: 0 },
      { streamed: 1 }
    ]);
    const bytes = Array.from(
      { length: data.slices.length },
      (_, row) => argsOf(data, row)[BYTES_ARG]
    );
    expect(bytes.filter(value => value !== undefined).sort()).toEqual([32, 32, 4096, 4096]);
    expect(pairs(data)).toHaveLength(7);
    worker.postMessage({ id: 1 });
    await sleep(30);
    expect(heard).toHaveLength(5);
  });
});
