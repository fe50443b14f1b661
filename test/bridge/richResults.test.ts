import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ProfileBundle } from '../../src/model/output/bundle';
import { type DisplayOutput, KernelClient, type Output } from './kernelClient';
import { isProfile, PROFILE_MIME } from './probe';
import { runCell } from './runCell';

const SETUP = `
import { analyze, EventList, FunctionEvent, profile, Profiler, profiler, range } from 'kernelscope';
const work = () => { for (let at = 0; at < 3; at++) range('step <b>', () => at); };
const session = profile({ name: 'rich', cpuIntervalUs: null }); work(); session.stop();
const later = profile({ name: 'later', cpuIntervalUs: null }); work(); work(); later.stop();
const open = profile({ name: 'open', cpuIntervalUs: null });
const lean = profile({ name: 'lean', experimentalConfig: { traceOnly: true } }); lean.stop();
profiler.setConfig({ aggregateStats: true, filename: 'rich.json' });
profiler.setState('run'); work(); profiler.setState('stop');
const mindSpore = new Profiler({ outputPath: 'rich-data' }); work(); mindSpore.stop();
const megEngine = new Profiler({ path: 'rich-files', formats: ['chromeTimeline.json'] }); megEngine.start(); work(); megEngine.stop();
const KEY = Symbol.for('kernelscope.display');`;

let kernel: KernelClient;

beforeAll(async () => {
  kernel = await KernelClient.start();
  await runCell(kernel, SETUP);
});

afterAll(() => kernel.dispose());

/** What a cell shows. */
async function outputsOf(code: string): Promise<readonly Output[]> {
  const { reply, outputs } = await kernel.execute(code);
  expect(reply['status'], JSON.stringify(reply)).toBe('ok');
  return outputs;
}

/** The one output of a cell, which is not a stream. */
async function shownBy(code: string): Promise<DisplayOutput> {
  const outputs = await outputsOf(code);
  expect(outputs).toMatchObject([{ type: 'display_data' }]);
  return outputs[0] as DisplayOutput;
}

/** What `console.log` prints of an expression. */
const printed = (expression: string): Promise<string> =>
  runCell(kernel, `console.log(${expression});`);

describe('a result with a profile as the last line of a cell', () => {
  test.each([
    ['a session', 'session', 'session.table()', 'rich'],
    ['its events', 'session.events()', 'session.events().table()', 'rich'],
    ['its averages', 'session.keyAverages()', 'session.keyAverages().table()', 'rich'],
    [
      'averages in groups',
      'session.keyAverages({ groupByStackN: 2 })',
      'session.keyAverages({ groupByStackN: 2 }).table()',
      'rich'
    ],
    [
      'the averages of a profile',
      "profile.get('later')!.keyAverages()",
      'later.keyAverages().table()',
      'later'
    ],
    ["MindSpore's profiler", 'mindSpore', 'mindSpore.table()', ''],
    ["MegEngine's profiler", 'megEngine', 'megEngine.table()', '']
  ])('is all views, with its own table as text: %s', async (_what, value, table, name) => {
    const shown = await shownBy(value);
    expect(isProfile(shown)).toBe(true);
    const bundle = shown.data[PROFILE_MIME] as ProfileBundle;
    expect(bundle.summary.name).toContain(name);
    const text = await printed(`JSON.stringify(${table})`);
    expect(shown.data['text/plain']).toBe(JSON.parse(text));
    expect(shown.data['text/plain']).toContain('step <b>');
    expect(shown.data['text/html']).toContain('step &lt;b&gt;');
    expect(await printed(value)).toBe(await printed(table));
    expect(await printed(`String(${value})`)).toBe(await printed(table));
  });

  test('is all views with findings and statistics for a profile, as %profile last shows it', async () => {
    const shown = await shownBy("profile.get('rich')");
    const again = await shownBy('%profile show rich');
    expect(shown.data).toEqual(again.data);
    expect(shown.transient).toEqual(again.transient);
    expect(await printed("profile.get('rich')")).toBe(await printed('session.finished.dumps()'));
    expect(await printed("[profile.get('rich')]")).toMatch(
      /^\[ Profile rich: .* 3 slices, .*\]\n$/
    );
  });

  test('is all views for a session that only has its trace', async () => {
    const shown = await shownBy('lean');
    expect((shown.data[PROFILE_MIME] as ProfileBundle).summary.name).toBe('lean');
    expect(await printed('lean')).toMatch(/^Profile lean: /);
  });

  test('is the later profile with its comparison for a diff, whose text it is', async () => {
    const shown = await shownBy('profile.diff(session, later)');
    const { summary, comparison } = shown.data[PROFILE_MIME] as ProfileBundle;
    expect([comparison?.before.name, summary.name]).toEqual(['rich', 'later']);
    const text = await printed('JSON.stringify(String(profile.diff(session, later)))');
    expect(shown.data['text/plain']).toBe(JSON.parse(text));
  });

  test('is beside the profile of the cell', async () => {
    const outputs = await outputsOf('%%profile outer --no-cpu\nsession');
    const names = outputs.filter(isProfile).map(({ data }) => data[PROFILE_MIME] as ProfileBundle);
    expect(names.map(({ summary }) => summary.name)).toEqual(['rich', 'outer']);
  });
});

describe('a result without a profile as the last line of a cell', () => {
  test.each([
    ['some events', 'session.events().slice(0, 2)', 'session.events().slice(0, 2).table()'],
    [
      'events of a program',
      "new EventList([new FunctionEvent(0, '<img>', 0, 1, 2)])",
      "new EventList([new FunctionEvent(0, '<img>', 0, 1, 2)]).table()"
    ],
    [
      'an analysis of operators',
      "analyze(profile.get('rich')!, { top: 0 })",
      "analyze(profile.get('rich')!, { top: 0 }).toString()"
    ]
  ])('is a table of HTML, with the same as text: %s', async (_what, value, table) => {
    const { data } = await shownBy(value);
    expect(Object.keys(data).sort()).toEqual(['text/html', 'text/plain']);
    expect(data['text/html']).toMatch(/<table class="kernelscope-table">[^]*&lt;/);
    expect(data['text/html']).not.toMatch(/<(script|img|b)\b/);
    expect(data['text/plain']).toBe(JSON.parse(await printed(`JSON.stringify(${table})`)));
    expect(await printed(value)).toBe(await printed(table));
  });

  test("is the text of MXNet's dumps, line by line, and a string for programs", async () => {
    const text = await runCell(kernel, 'profiler.dumps()');
    expect(text).toBe(await printed('profiler.dumps()'));
    expect(text).toMatch(/\nstep <b> +3 /);
    expect(await printed('typeof profiler.dumps()')).toBe('string\n');
  });

  test('is only text before the end of a session', async () => {
    expect(await runCell(kernel, 'open')).toBe('<unfinished torch.autograd.profile>\n');
  });
});

describe('a value with a display of its own', () => {
  test('is shown so, by the same method', async () => {
    const { data } = await shownBy("({ [KEY]: () => ({ html: '<i>own</i>', text: 'own' }) })");
    expect(data).toEqual({ 'text/html': '<i>own</i>', 'text/plain': 'own' });
  });

  test('is asked for it only where it is shown', async () => {
    await runCell(
      kernel,
      'let asked = 0;\nclass Lazy { [KEY]() { asked++; return { text: "x" }; } }'
    );
    await runCell(kernel, 'const lazy = new Lazy();\nconsole.log(lazy, [lazy], String(lazy));');
    expect(await printed('asked')).toBe('0\n');
    await outputsOf('lazy');
    expect(await printed('asked')).toBe('1\n');
  });

  test.each([
    ['throws', '({ a: 1, [KEY]() { throw new RangeError("boom"); } })', 'RangeError: boom'],
    ['has a profile that is none', '({ a: 1, [KEY]: () => ({ profile: { meta: 1 } }) })', 'Error'],
    [
      'has a getter that throws',
      '({ a: 1, [KEY]: () => ({ get text() { throw new Error("read"); } }) })',
      'Error: read'
    ]
  ])('is printed where that %s, and the reason told', async (_what, code, reason) => {
    const outputs = await outputsOf(code);
    expect(outputs).toMatchObject([
      { type: 'stream', name: 'stderr' },
      {
        type: 'execute_result',
        data: { 'text/plain': expect.stringMatching(/^\{\s+a: 1,/) as string }
      }
    ]);
    const [problem] = outputs as readonly { readonly text: string }[];
    expect(problem.text).toMatch(/^The value is printed, because it could not be displayed: /);
    expect(problem.text).toContain(reason);
    expect(await printed('1 + 1')).toBe('2\n');
  });

  test('is printed where it is too much', async () => {
    const [output] = await outputsOf("({ big: 1, [KEY]: () => ({ text: 'x'.repeat(2e6) }) })");
    expect(output).toMatchObject({ type: 'execute_result' });
  });

  test('is interrupted where it never ends', async () => {
    const id = kernel.submit("({ [KEY]() { console.log('asked'); for (;;); } })");
    await kernel.waitUntil(() => kernel.textOf(id).includes('asked\n'), 'the display');
    await kernel.control('interrupt_request');
    expect((await kernel.finish(id)).reply).toMatchObject({ ename: 'KeyboardInterrupt' });
  });
});
