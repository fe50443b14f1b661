import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { KernelClient } from '../kernelClient';
import { isProfile, Probe } from '../probe';
import { sampleOf } from '../../support/tiers';

let probe: Probe;

beforeAll(async () => {
  probe = await Probe.start();
});

afterAll(() => probe.dispose());

/** Values of all kinds, those that do not want to be shown among them. */
const VALUES = [
  '1',
  '-0',
  '10n',
  '"text"',
  'undefined',
  'null',
  'Symbol("s")',
  '() => 1',
  'async function named() {}',
  'class {}',
  'class Named { static x = 1 }',
  'function* () { yield 1; }',
  '[1, , 3]',
  '({ a: 1, b: { c: [2] } })',
  'Object.create(null)',
  'new Map([[1, { a: 2 }]])',
  'new Set("ab")',
  'new Float64Array(3)',
  'Buffer.from("ab")',
  'new Date(0)',
  '/a+/g',
  'new Proxy({}, {})',
  'Promise.resolve(5)',
  'new Error("e", { cause: new TypeError("c") })',
  'new AggregateError([new Error("one")], "all")',
  'Object.assign(new Error("e"), { name: "Own", code: 7 })',
  '({ toString() { throw new Error("toString"); } })',
  '({ [Symbol.for("nodejs.util.inspect.custom")]() { throw new Error("inspect"); } })',
  '({ get x() { throw new Error("getter"); } })',
  'Object.defineProperty(new Error("e"), "message", { get() { throw new Error("message"); } })',
  'Object.defineProperty(new Error("e"), "stack", { get() { throw new Error("stack"); } })',
  '(() => { const cycle: any = {}; cycle.self = cycle; return cycle; })()'
];

/** What cells do with a value. */
const FORMS: readonly ((value: string) => string)[] = [
  value => value,
  value => `const kept = ${value};\nkept`,
  value => `console.log("log", ${value}); 3`,
  value => `throw ${value}`,
  value => `await Promise.resolve(${value})`,
  value => `await Promise.reject(${value})`,
  value => `console.error(JSON.stringify([typeof (${value})])); [${value}]`
];

const BATCH = 32;
const CELLS = sampleOf(
  FORMS.flatMap(form => VALUES.map(value => form(value))),
  5
);

/** Cells that change the state of the process themselves. */
const CHANGES = [
  'process.on("exit", () => undefined).once("beforeExit", () => undefined); 1',
  'process.removeAllListeners("exit"); 2',
  'Error.stackTraceLimit = 30; throw new Error("deep")',
  'const { prepareStackTrace } = Error; Error.prepareStackTrace = () => "own";\n' +
    'const own = new Error("e").stack; Error.prepareStackTrace = prepareStackTrace; own',
  'Object.assign(globalThis, { mine: 1, _tfengine: { own: true } }); mine',
  'process.env.MINE = "1"; process.title = "mine"; process.umask(0o27)',
  'require("fs").writeFileSync("mine.json", "[1]"); require("./mine.json")',
  'delete require.cache[require.resolve("./mine.json")]; Object.keys(require.cache).length',
  'const waiting = setTimeout(() => undefined, 1e6); process.exitCode = 3; typeof waiting',
  'globalThis.btoa = text => `mine ${text}`; btoa("a")',
  'const loader = require("module"); const load = loader._load;\n' +
    'loader._load = function (...args: any[]) { return load.apply(this, args); }; 4',
  'process.chdir(require("os").tmpdir()); process.chdir("/"); process.exit(5)',
  'process.stdout.on("finish", () => undefined); await null',
  'Object.defineProperty(Array.prototype, "mine", { value: 1, configurable: true }); [].mine'
];

/** What cells can see of the state of a process, as JSON; the texts of all of Node's loaders stay out. */
const SNAPSHOT = `
{
  const shape = (object: object) => Reflect.ownKeys(object).map(key => {
    const { value, get, set, ...rest } = Object.getOwnPropertyDescriptor(object, key)!;
    const kinds = [typeof value, String(get), String(set)];
    const text = typeof value === 'function' ? String(value).slice(0, 200) : '';
    return [String(key), JSON.stringify(rest), ...kinds, text];
  });
  const named = Reflect.ownKeys(globalThis).filter(key => /^[A-Z]/.test(String(key)))
    .map(key => Object.getOwnPropertyDescriptor(globalThis, key)!.value)
    .filter(value => typeof value === 'function');
  const events = (emitter: NodeJS.EventEmitter) =>
    emitter.eventNames().map(name => [String(name), emitter.listenerCount(name)]);
  const fs = require('fs');
  const inContext = 'Reflect.ownKeys(globalThis).map(String)';
  console.log(JSON.stringify({
    globals: shape(globalThis),
    prototypes: named.map(one => [one.name, shape(one), one.prototype && shape(one.prototype)]),
    process: Reflect.ownKeys(process).map(String),
    cached: Object.keys(require.cache),
    builtins: require('module').builtinModules.map(
      (name: string) => name.startsWith('_') ? '' : [name, Object.keys(require(name)).length]),
    contexts: require('vm').runInNewContext(inContext),
    listeners: [process, process.stdout, process.stderr, process.stdin].map(events),
    resources: (process as any).getActiveResourcesInfo().sort(),
    environment: Object.keys(process.env).sort(),
    folder: [process.cwd().replace(/-\\w+$/, ''), fs.readdirSync('.').sort()],
    arguments: [process.execArgv, process.argv.length],
    errors: [Error.stackTraceLimit, typeof Error.prepareStackTrace],
    flags: [process.exitCode, process.title, process.umask()]
  }));
}`;

async function stateOf(kernel: KernelClient): Promise<unknown> {
  const { id, reply } = await kernel.execute(SNAPSHOT);
  expect(reply, JSON.stringify(reply)).toMatchObject({ status: 'ok' });
  return JSON.parse(kernel.textOf(id));
}

/** Everything that a cell showed, and how it ended, under the profiler and bare. */
async function expectSame(cell: string): Promise<void> {
  const { profiled } = await probe.run(cell);
  const ran = profiled.reply['ename'] !== 'TypeScriptError';
  expect(profiled.outputs.filter(isProfile), cell).toHaveLength(ran ? 1 : 0);
}

async function expectSameAfter(cells: readonly string[]): Promise<void> {
  for (const cell of cells) await expectSame(cell);
  expect(await stateOf(probe.profiled)).toEqual(await stateOf(probe.bare));
}

describe('a profiled cell leaves the process as the bare one does', () => {
  const batches = Array.from({ length: Math.ceil(CELLS.length / BATCH) }, (_, index) => index);

  test.each(sampleOf(batches, 2))('%#: batch of cells', index =>
    expectSameAfter(CELLS.slice(index * BATCH, (index + 1) * BATCH))
  );

  test('and shows it the same while it runs', async () => {
    const { bare, profiled } = probe.submit(SNAPSHOT);
    await probe.bare.finish(bare);
    const { outputs } = await probe.profiled.finish(profiled);
    expect(outputs.filter(isProfile)).toHaveLength(1);
    const seen = JSON.parse(probe.profiled.textOf(profiled)) as unknown;
    expect(seen).toEqual(JSON.parse(probe.bare.textOf(bare)));
  });

  test('also where it changes the process itself', () => expectSameAfter(CHANGES));
});

test('the value of a last expression looks as it does in the REPL of Node', async () => {
  const shown = async (code: string): Promise<string> => {
    const { bare } = await probe.run(code);
    return probe.bare.textOf(bare.id);
  };
  expect(await shown('() => 1')).toBe('[Function (anonymous)]\n');
  expect(await shown('(async function () {})')).toBe('[AsyncFunction (anonymous)]\n');
  expect(await shown('(class {})')).toBe('[class (anonymous)]\n');
  expect(await shown('(function f() {})')).toBe('[Function: f]\n');
  expect(await shown('const tsLastExpr = () => 1;\ntsLastExpr')).toBe('[Function: tsLastExpr]\n');
});

test('errors of values that cannot be shown are told alike, with the line of the cell', async () => {
  const custom = '[Symbol.for("nodejs.util.inspect.custom")]';
  const thrower = `({ ${custom}() {\nthrow new Error("inspect");\n} })`;
  const { bare } = await probe.run(thrower);
  expect(bare.reply).toMatchObject({ status: 'error', ename: 'Error', evalue: 'inspect' });
  const [, line] = bare.reply['traceback'] as string[];
  expect(line).toMatch(/inspect\.custom\] \(Cell \[\d+\]:3:7\)$/);
});

test('under --no-operators the loader and what the global object inherits are the same, too', async () => {
  const code = 'JSON.stringify([String(require("module")._load), "_tfengine" in globalThis])';
  const seen = async (line: string): Promise<string> => {
    const { id, outputs } = await probe.profiled.execute(`${line}\n${code}`);
    expect(outputs.filter(isProfile)).toHaveLength(line === '' ? 0 : 1);
    return probe.profiled.textOf(id);
  };
  const bare = await seen('');
  expect(bare).toContain(',false]');
  expect(await seen('%%profile --no-operators')).toBe(bare);
  expect(await seen('%%profile')).not.toBe(bare);
  expect(await seen('')).toBe(bare);
});
