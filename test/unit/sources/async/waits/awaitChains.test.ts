import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { AwaitChains } from '../../../../../src/sources/async/waits/awaitChains';
import { awaitedStretches } from '../../../../../src/sources/v8/cpu/awaitedStacks';
import { identityMapper } from '../../../../../src/sources/v8/scripts/sourceMapper';

const marks = new Float64Array(2);
const recorder = { generation: 0, now: () => process.hrtime.bigint() };
const chains = new AwaitChains(recorder);
const user = {};

/** As a sample does. */
function sample(): void {
  if (marks[0]++ === 0) marks[1] = Number(recorder.now());
}

beforeEach(() => {
  marks.fill(0);
  chains.acquire(user, marks);
});

afterEach(() => chains.release(user));

/** The functions of this file, but for the tests, that awaited each stretch, outermost first. */
function awaiting(): string[] {
  const stretches = awaitedStretches(chains.collected(), identityMapper);
  const { chain, fromNs, toNs } = stretches;
  expect([...fromNs].every((from, at) => from <= toNs[at])).toBe(true);
  return [...chain].map(each => {
    const own = stretches
      .framesOf(each)
      .filter(({ script }) => script.includes('awaitChains.test'));
    return own
      .map(({ name }) => name)
      .join(' ')
      .trim();
  });
}

async function step(): Promise<void> {
  await sleep(1);
  sample();
}

async function middle(): Promise<void> {
  await step();
  sample();
}

test('those who await are known, up the chain, for each stretch with a sample', async () => {
  await (async function outer() {
    await middle();
    await sleep(1);
  })();
  expect(awaiting()).toEqual(['outer middle', 'outer']);
});

test('code before its first wait is below what called it, and those who await that', async () => {
  await (async function outer() {
    await Promise.resolve();
    await (async function before() {
      sample();
      await Promise.resolve();
    })();
  })();
  expect(awaiting()).toEqual(['']);
});

test('Promise.all and callbacks of then lead on to whoever awaits them', async () => {
  await (async function all() {
    await Promise.all([step(), step()]);
  })();
  await (async function chained() {
    await sleep(1)
      .then(sample)
      .then(() => undefined);
  })();
  expect(awaiting()).toEqual(['all', 'all', 'chained']);
});

test('nobody awaits what two await, what is awaited later, timers and events', async () => {
  const shared = step();
  const one = (async function first() {
    await shared;
  })();
  const other = (async function second() {
    await shared;
  })();
  await Promise.all([one, other]);
  const early = step();
  await sleep(20);
  await (async function late() {
    await early;
  })();
  await (async function timer() {
    await new Promise<void>(resolve => {
      setTimeout(() => {
        sample();
        resolve(Promise.resolve());
      }, 1);
    });
  })();
  await (async function micro() {
    await new Promise<void>(resolve => {
      queueMicrotask(() => {
        sample();
        resolve(Promise.resolve());
      });
    });
  })();
  expect(awaiting()).toEqual([]);
});

test('a chain that is too long to be known whole is not known at all', async () => {
  async function walk(depth: number): Promise<void> {
    await Promise.resolve();
    if (depth > 0) await walk(depth - 1);
    else sample();
  }
  await walk(300);
  expect(awaiting()).toEqual([]);
  await walk(20);
  expect(awaiting()).toEqual(['walk '.repeat(20).trim()]);
});

test('after its last user promises are as they were', async () => {
  chains.release(user);
  await middle();
  expect(awaiting()).toEqual([]);
});
