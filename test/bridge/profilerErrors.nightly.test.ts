import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { KernelClient } from './kernelClient';

/**
 * What cells do wrong, as programs without a type checker would: the name of the error, and the
 * words by which its text says what is valid.
 */
const MISTAKES: readonly (readonly [code: string, ename: string, valid: RegExp])[] = [
  ['profiler.setConfig({ foo: 1 })', 'UnknownArgumentError', /dumpPeriod : float.*default=1/],
  ["profiler.setConfig({ profileAll: 'maybe' })", 'ArgumentTypeError', /expect boolean/],
  ["profiler.setConfig({ dumpPeriod: 'x' })", 'ArgumentTypeError', /expect float/],
  ['profiler.setConfig({ filename: 5 })', 'ArgumentTypeError', /expect string/],
  ['profiler.setConfig({ dumpPeriod: 0 })', 'DumpPeriodError', /above 0/],
  ["profiler.setConfig({ profileProcess: 'x' })", 'ArgumentValueError', /{'server', 'worker'}/],
  ["profiler.setConfig('profile.json')", 'ArgumentsError', /one object of named options/],
  ["profiler.setState('pause')", 'ProfilerStateError', /'run', 'stop'/],
  ["profiler.setState('stop', { profileProcess: 'x' })", 'ArgumentValueError', /'server'/],
  ["profiler.pause({ profileProcess: 'x' })", 'ArgumentValueError', /'server', 'worker'/],
  ['profiler.resume({ now: true })', 'UnknownArgumentError', /profileProcess/],
  ['profiler.dump()', 'ProfilerNotRunError', /Config and start profiler first/],
  ['profiler.dump({ finished: 1 })', 'ArgumentTypeError', /expect boolean/],
  ["profiler.dumps({ format: 'xml' })", 'DumpsOptionError', /'table', 'json'/],
  [
    "profiler.dumps({ sortBy: 'name' })",
    'DumpsOptionError',
    /'total', 'avg', 'min', 'max', 'count'/
  ],
  ["profiler.dumps({ ascending: 'yes' })", 'DumpsOptionError', /false, true/],
  ['profiler.dumps({ reset: 1 })', 'DumpsOptionError', /false, true/],
  ["profiler.dumps({ compat: 'torch' })", 'DumpsOptionError', /'mxnet'/],
  ["profiler.setState('run', { profileProcess: 'server' })", 'NoAttachedProcessError', /attach/],
  ["profiler.dump({ profileProcess: 'server' })", 'NoAttachedProcessError', /attach/],
  ['profiler.attach({})', 'AttachError', /a Worker of node:worker_threads, a forked process/],
  ['new Domain()', 'ObjectNameError', /any text/],
  ["new Task(null, 'x')", 'ObjectDomainError', /a Domain/],
  ["new Frame('domain', 'x')", 'ObjectDomainError', /a Domain/],
  ['new Event(5)', 'ObjectNameError', /any text/],
  ["domain.newCounter('c').setValue('abc')", 'CounterValueError', /finite numbers/],
  ["domain.newCounter('c').value = Number.NaN", 'CounterValueError', /finite numbers/],
  ["domain.newCounter('c', 1e308).increment(1e308)", 'CounterValueError', /finite numbers/],
  [
    "domain.newMarker('m').mark('bogus')",
    'MarkerScopeError',
    /{'global', 'marker', 'process', 'task', 'thread'}/
  ],
  ["domain.newTask('t').start({ thread: 5 })", 'StartOptionError', /a Worker/],
  ["domain.newTask('t').run(5)", 'ObjectBodyError', /a function/],
  ['scope(5)', 'ScopeError', /must be a string/],
  ["scope('a', { appendMode: 1 })", 'ScopeError', /false, true/],
  ["customOperator('', () => 1)", 'CustomOperatorError', /must be a string/],
  ["customOperator('a', 5)", 'CustomOperatorError', /must be a function/],
  ['instrument(5)', 'InstrumentError', /an object or a class/],
  ['range(7, () => 1)', 'RangeArgumentError', /must be a string/]
];

/** Everything as `any`, so that the mistakes are found when they run. */
const SETUP = `
import * as all from 'kernelscope';
const { attach, customOperator, Domain, Event, Frame, instrument, profiler, range, scope, Task } =
  all as Record<string, any>;
const domain = new Domain('domain');`;

let kernel: KernelClient;

beforeAll(async () => {
  kernel = await KernelClient.start();
  await kernel.execute(SETUP);
});

afterAll(() => kernel.dispose());

describe('a cell that uses the profiler wrongly', () => {
  test.each(MISTAKES)('%s ends in %s, which says what is valid', async (code, ename, valid) => {
    const { reply, outputs } = await kernel.execute(`\n${code};`);
    expect(reply).toMatchObject({ status: 'error', ename });
    expect(String(reply['evalue']).replaceAll('\n', ' ')).toMatch(valid);
    const shown = (reply['traceback'] as string[]).join('\n');
    expect(shown).toContain(ename);
    expect(shown).toMatch(/Cell \[\d+\]:2:\d+/);
    expect(shown).not.toMatch(/cause: undefined|kernel\.cjs/);
    expect(outputs.map(({ type }) => type)).toEqual(['error']);
  });

  test('leaves the profiler as it was', async () => {
    const { id } = await kernel.execute(
      'console.log(profiler.state, scope("own", name => name), profiler.dumps() === "");'
    );
    expect(kernel.textOf(id)).toBe('stop own: true\n');
  });

  test('can name each error it catches', async () => {
    const known = Object.keys(await import('../../src/index'));
    const names = [...new Set(MISTAKES.map(([, ename]) => ename))];
    expect(names.filter(name => !known.includes(name))).toEqual([]);
    const { id } = await kernel.execute(`import { CounterValueError } from 'kernelscope';
try { domain.newCounter('c', 'x'); } catch (error) { console.log(error instanceof CounterValueError); }`);
    expect(kernel.textOf(id)).toBe('true\n');
  });
});
