import { once } from 'node:events';
import { MessageChannel } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import {
  customOperator,
  Domain,
  emitNvtx,
  Event,
  instrument,
  instrumentIterator,
  profile,
  type ProfileSession,
  range,
  type RangeArgs,
  scope,
  Task,
  trace
} from '../../../../src/index';
import { unreadableValues } from '../../../support/unreadableValues';

const UNSAMPLED = { cpuIntervalUs: null, memoryPeriodMs: null, gc: false, lines: false } as const;
const passed = (value: unknown): unknown => value;
const domain = new Domain('unreadable');

class Library {
  pass(value: unknown): unknown {
    return value;
  }

  async later(value: unknown): Promise<unknown[]> {
    return [value];
  }
}
const library = new Library();
instrument(library);
/** A method that is called with any object. */
const passes = Reflect.get(library, 'pass');
const operator = customOperator('unreadable', passed);
const traced = trace(passed, {});

/** What a function throws, as a result. */
async function thrownBy(act: () => unknown): Promise<unknown> {
  try {
    await act();
  } catch (error) {
    return error;
  }
  return 'nothing';
}

/** Ways in which a value of a program comes to what records it, and what the program sees of that. */
const USES: Readonly<Record<string, (value: unknown) => unknown>> = {
  'argument of a range': args => range('r', () => 1, { args: { args } as unknown as RangeArgs }),
  'arguments of a range': value => range('r', () => 1, { args: value as RangeArgs }),
  'argument in a list': value => range('r', () => 1, { args: { list: [value, 'b'] as string[] } }),
  'argument of a begun range': value => {
    const open = range('r').begin({ args: { value } as unknown as RangeArgs });
    open.end();
    return 1;
  },
  'result of a range': value => range('r', () => value) === value,
  'result of an asynchronous range': async value =>
    (await range('r', async () => [value]))[0] === value,
  'error of a range': value =>
    thrownBy(() =>
      range('r', async () => {
        await Promise.resolve();
        throw value as Error;
      })
    ),
  'argument and result of a method': value => library.pass(value) === value,
  'object of a method': value => passes.call(value, 1),
  'argument of an asynchronous method': async value => (await library.later(value))[0] === value,
  'argument and result of an operator': value => operator(value) === value,
  'argument and result of a trace': value => traced(value) === value,
  'argument and result of NVTX': value => emitNvtx.run(() => value) === value,
  'result of a scope': value => scope('s', () => value) === value,
  'result of a task': value => new Task(domain, 't').run(() => value) === value,
  'result of an event': value => new Event('e').run(() => value) === value,
  'element of an iterator': value => [...instrumentIterator([value])][0] === value,
  label: value => profile.label({ value } as never, () => 1),
  labels: value => profile.label(value as never, () => 1),
  'result of labelled code': value => profile.label({ a: 1 }, () => value) === value,
  'result of a wrapped function': async value =>
    (await profile(() => Promise.resolve([value]), UNSAMPLED)())[0] === value,
  'detail of a measure': detail => performance.measure('m', { start: 0, end: 1, detail }).duration,
  'what a measure says of its track': value =>
    performance.measure('m', { start: 0, end: 1, detail: { devtools: value } }).duration,
  'properties of a mark': value =>
    performance.mark('m', { detail: { devtools: { track: value, properties: [[value, value]] } } })
      .name,
  message: async value => {
    const { port1, port2 } = new MessageChannel();
    try {
      port1.postMessage(value);
      await once(port2, 'message');
      return 1;
    } finally {
      port1.close();
    }
  },
  request: value => thrownBy(() => fetch(value as never))
};

/** What a program sees: a value, or what was thrown. */
async function seen(use: (value: unknown) => unknown, value: unknown): Promise<string> {
  const described = (result: unknown): string => {
    if (result === value) return 'the value';
    try {
      return result instanceof Error ? `${result.name}: ${result.message}` : String(result);
    } catch {
      return 'something else that throws when it is looked at';
    }
  };
  try {
    return described(await use(value));
  } catch (error) {
    return `threw ${described(error)}`;
  }
}

function record(): ProfileSession {
  return profile({
    ...UNSAMPLED,
    shapes: true,
    tensors: true,
    stacks: true,
    flops: true,
    api: true,
    waits: true,
    requests: true,
    databases: true,
    messageBytes: true,
    async: true,
    userTimings: true,
    sampleLabels: true
  });
}

describe('a value that throws when it is looked at', () => {
  it.each(Object.keys(USES))('does the same while something is recorded: %s', async name => {
    const use = USES[name];
    const expected: string[] = [];
    for (const [title, value] of Object.entries(unreadableValues())) {
      expected.push(`${title}: ${await seen(use, value)}`);
    }
    const session = record();
    const got: string[] = [];
    try {
      for (const [title, value] of Object.entries(unreadableValues())) {
        got.push(`${title}: ${await seen(use, value)}`);
      }
      // Whatever began has ended.
      range('last', () => 1);
    } finally {
      await session.finish();
    }
    expect(got).toEqual(expected);
    const { slices, labels, strings } = session.finished.data;
    const last = slices.label.findIndex(label => strings[labels.name[label]] === 'last');
    expect(slices.parent[last]).toBe(-1);
  });
});
