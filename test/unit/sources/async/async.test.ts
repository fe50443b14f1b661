import { executionAsyncId } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { createRange } from '../../../../src/engine/annotate/range';
import type { Recording } from '../../../../src/engine/recording/recording';
import { RecordingHost } from '../../../../src/engine/recording/recordingHost';
import { RUNNING_ARG } from '../../../../src/model/profile/argKeys';
import type { Profile } from '../../../../src/model/profile/profile';
import { followsPromises, wantedFollowing } from '../../../../src/sources/async/async';
import { isFollowingCheap } from '../../../../src/sources/async/asyncContext';
import { createCustomOperator } from '../../../../src/engine/annotate/customOperator';
import { createInstrument } from '../../../../src/sources/operators/instrument';
import { argsOf, sliceLines } from '../../../support/recording';

const host = new RecordingHost();
const range = createRange(host.recorder);
const QUIET = { cpuIntervalUs: null, memoryPeriodMs: null, gc: false, waits: false, lines: false };
let recording: Recording | null = null;

function start(async: boolean | null = true): Recording {
  recording = host.start({ ...QUIET, async });
  return recording;
}

afterEach(() => {
  recording?.stop();
  recording = null;
});

/** `name < parent` of each slice, in order of start. */
const parents = (profile: Profile) =>
  sliceLines(profile).map(line => line.replace(/^(.*) \S+ (\S+) @.*$/, '$1 < $2'));

/** Computes for about so long. */
function compute(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until) Math.sqrt(until);
}

async function arePromisesTracked(): Promise<boolean> {
  await Promise.resolve();
  const first = executionAsyncId();
  await Promise.resolve();
  return executionAsyncId() !== first;
}

describe('a recording with async attribution', () => {
  it('knows the parents of what runs after awaits and in timers, side by side', async () => {
    const open = start();
    const job = (name: string, ms: number) =>
      range(name, async () => {
        await sleep(ms);
        range(`first of ${name}`, () => undefined);
        await sleep(ms);
        await range(`second-of-${name}`, async () => {
          await sleep(1);
          range(`deep-in-${name}`, () => undefined);
        });
        await new Promise<void>(resolve => {
          setTimeout(() => {
            range(`timer-of-${name}`, () => undefined);
            resolve();
          }, 1);
        });
      });
    await Promise.all([job('a', 2), job('b', 3)]);
    range('after', () => undefined);
    const lines = parents((await open.finish()).data);
    expect(new Set(lines)).toEqual(
      new Set([
        'a < -',
        'b < -',
        'first of a < a',
        'first of b < b',
        'second-of-a < a',
        'second-of-b < b',
        'deep-in-a < second-of-a',
        'deep-in-b < second-of-b',
        'timer-of-a < a',
        'timer-of-b < b',
        'after < -'
      ])
    );
  });

  it('follows plain functions that return promises, custom operators and instrumented calls', async () => {
    const open = start();
    const customOperator = createCustomOperator(host.hooks);
    const client = {
      async fetch() {
        await sleep(1);
        range('in-fetch', () => undefined);
      }
    };
    createInstrument(host.hooks)(client);
    await range('plain', () => sleep(1).then(() => range('in-plain', () => undefined)));
    await customOperator('custom', async () => {
      await sleep(1);
      range('in-custom', () => undefined);
    })();
    await client.fetch();
    const lines = parents((await open.finish()).data);
    expect(lines).toContain('in-plain < plain');
    expect(lines).toContain('in-custom < custom');
    expect(lines).toContain('in-fetch < fetch');
  });

  it('tells running from waiting', async () => {
    const open = start();
    await range('job', async () => {
      compute(10);
      await sleep(40);
      compute(10);
      await sleep(40);
    });
    const { data } = await open.finish();
    const runningMs = Number(argsOf(data, 0)[RUNNING_ARG]) / 1e6;
    expect(runningMs).toBeGreaterThan(19);
    expect(data.slices.duration[0] / 1e6 - runningMs).toBeGreaterThan(75);
    expect(data.sources).toContainEqual({ source: 'async', status: 'ok', message: '', records: 1 });
  });

  it('leaves promises alone without the option, and afterwards', async () => {
    const isTracked = await arePromisesTracked();
    const without = start(false);
    await range('job', async () => {
      await sleep(1);
      range('inner', () => undefined);
    });
    expect(parents((await without.finish()).data)).toEqual(['job < -', 'inner < -']);
    const wanted = start(true);
    expect(await arePromisesTracked()).toBe(!isFollowingCheap() || isTracked);
    await wanted.finish();
    expect(await arePromisesTracked()).toBe(isTracked);
  });

  it('goes on for one recording when another one has ended', async () => {
    const first = start(true);
    const second = host.start({ ...QUIET, async: true });
    await second.finish();
    await range('job', async () => {
      await sleep(1);
      range('inner', () => undefined);
    });
    expect(parents((await first.finish()).data)).toEqual(['job < -', 'inner < job']);
  });
});

describe('what a recording wants of asynchronous code', () => {
  it('is all if asked for, parents in async functions unless told, or none', () => {
    expect(wantedFollowing(true)).toEqual({ everything: true, running: true });
    expect(wantedFollowing(null)).toEqual({ everything: false, running: false });
    expect(wantedFollowing(false)).toBeNull();
  });

  it('costs promises nothing from Node 24 on', () => {
    expect(isFollowingCheap('22.12.0')).toBe(false);
    expect(isFollowingCheap('24.0.0')).toBe(true);
    expect(followsPromises(false)).toBe(false);
    expect(followsPromises(null)).toBe(false);
    expect(followsPromises(true)).toBe(!isFollowingCheap());
  });
});
