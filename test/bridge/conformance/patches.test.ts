import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { KernelClient } from '../kernelClient';
import { expectLanguageWorks } from '../languageProbe';
import { isProfile } from '../probe';
import { sampleOf } from '../../support/tiers';

/** A cell that replaces something built in, and one that shows that the replacement is in force. */
interface Patch {
  readonly what: string;
  /** Counts in `calls.n`. */
  readonly patch: string;
  /** An expression, and its value as the cell shows it. */
  readonly effect: readonly [expression: string, shown: string];
  readonly undo: string;
}

/** Replaces `owner.name` by a function that counts its calls and does what the original does. */
function counted(owner: string, name: string, effect: readonly [string, string]): Patch {
  const key = name.startsWith('Symbol.') ? name : JSON.stringify(name);
  return {
    what: `${owner}[${key}]`,
    patch:
      `kept.before = Object.getOwnPropertyDescriptor(${owner}, ${key});\n` +
      `Object.defineProperty(${owner}, ${key}, { configurable: true, writable: true,\n` +
      `  value: function (this: any, ...args: any[]) {\n` +
      `    calls.n++; return Reflect.apply(kept.before.value, this, args); } });`,
    effect,
    undo: `Object.defineProperty(${owner}, ${key}, kept.before);`
  };
}

/** Replaces `owner.name` by a function that throws: whoever else calls it fails. */
function broken(owner: string, name: string, call: string): Patch {
  return {
    what: `${owner}.${name}, which throws`,
    patch:
      `kept.before = Object.getOwnPropertyDescriptor(${owner}, '${name}');\n` +
      `Object.defineProperty(${owner}, '${name}', { configurable: true, writable: true,\n` +
      `  value: () => { calls.n++; throw new Error('patched'); } });`,
    effect: [
      `(() => { try { return ${call}; } catch (e: any) { return e.message; } })()`,
      'patched'
    ],
    undo: `Object.defineProperty(${owner}, '${name}', kept.before);`
  };
}

/** Puts a getter and a setter on the prototype of all objects. */
function accessor(name: string): Patch {
  return {
    what: `Object.prototype.${name}, as a getter and setter`,
    patch:
      `Object.defineProperty(Object.prototype, '${name}', { configurable: true,\n` +
      `  get() { calls.n++; return undefined; }, set(value) { calls.n++; } });`,
    effect: [`'${name}' in {}`, 'true'],
    undo: `delete (Object.prototype as any).${name};`
  };
}

/** Gives a global another value. */
function replaced(name: string, value: string): Patch {
  return {
    what: `globalThis.${name} = ${value}`,
    patch: `kept.before = (globalThis as any).${name};\n(globalThis as any).${name} = ${value};`,
    effect: [`(globalThis as any).${name} === kept.before`, 'false'],
    undo: `(globalThis as any).${name} = kept.before;`
  };
}

const PATCHES: readonly Patch[] = [
  broken('Array.prototype', 'map', '[1].map(x => x)'),
  broken('Array.prototype', 'push', '[1].push(2)'),
  broken('Array.prototype', 'filter', '[1].filter(x => x)'),
  broken('String.prototype', 'split', '"a".split("")'),
  broken('String.prototype', 'replace', '"a".replace("a", "b")'),
  broken('RegExp.prototype', 'exec', '/a/.exec("a")'),
  broken('RegExp.prototype', 'test', '/a/.test("a")'),
  broken('Map.prototype', 'get', 'new Map().get(1)'),
  broken('Map.prototype', 'set', 'new Map().set(1, 2)'),
  broken('Set.prototype', 'has', 'new Set().has(1)'),
  broken('JSON', 'stringify', 'JSON.stringify(1)'),
  broken('Function.prototype', 'call', 'Math.max.call(null, 1)'),
  broken('Function.prototype', 'apply', 'Math.max.apply(null, [1])'),
  broken('Function.prototype', 'bind', 'Math.max.bind(null)'),
  broken('Object', 'entries', 'Object.entries({})'),
  counted('Array.prototype', 'Symbol.iterator', ['[...[1]].length + calls.n', '2']),
  counted('Promise.prototype', 'then', [
    'Promise.resolve().then(() => 1) === null ? 0 : calls.n',
    '1'
  ]),
  counted('Date', 'now', ['Date.now() * 0 + calls.n', '1']),
  counted('Object.getPrototypeOf(performance)', 'now', ['performance.now() * 0 + calls.n', '1']),
  replaced('performance.now', '() => { throw new Error("fake"); }'),
  counted('process.hrtime', 'bigint', ['process.hrtime.bigint() * 0n + BigInt(calls.n)', '1n']),
  counted('Buffer', 'from', ['Buffer.from("a").length * 0 + calls.n', '1']),
  counted("require('zlib')", 'deflateRawSync', [
    "require('zlib').deflateRawSync('a').length * 0 + calls.n",
    '1'
  ]),
  counted("require('fs')", 'writeFileSync', [
    "require('fs').writeFileSync('patched.txt', '') ?? calls.n",
    '1'
  ]),
  accessor('name'),
  accessor('value'),
  accessor('get'),
  accessor('then'),
  {
    what: 'toJSON on objects and arrays',
    patch:
      '(Object.prototype as any).toJSON = function () { calls.n++; return "patched"; };\n' +
      '(Array.prototype as any).toJSON = function () { calls.n++; return "patched"; };',
    effect: ['JSON.stringify([{}])', '"patched"'],
    undo: 'delete (Object.prototype as any).toJSON; delete (Array.prototype as any).toJSON;'
  },
  {
    what: 'Symbol.hasInstance of Promise and Error',
    patch:
      '[Promise, Error].forEach(one => Object.defineProperty(one, Symbol.hasInstance,\n' +
      '  { configurable: true, value: () => { calls.n++; return false; } }));',
    effect: ['new Error() instanceof Error', 'false'],
    undo: '[Promise, Error].forEach(one => { delete (one as any)[Symbol.hasInstance]; });'
  },
  replaced('setTimeout', '() => { throw new Error("fake") }'),
  replaced('setImmediate', '() => { throw new Error("fake") }'),
  replaced('queueMicrotask', '() => { throw new Error("fake") }'),
  replaced('Map', 'class { constructor() { throw new Error("fake"); } }'),
  replaced('Promise', 'class { constructor() { throw new Error("fake"); } }'),
  replaced('process', 'undefined'),
  replaced('console', '{ log() {} }'),
  {
    what: 'no global process',
    patch: 'kept.before = process; delete (globalThis as any).process;',
    effect: ['typeof process', 'undefined'],
    undo: '(globalThis as any).process = kept.before;'
  },
  {
    what: 'Error.stackTraceLimit and Error.prepareStackTrace',
    patch:
      'kept.before = Error.prepareStackTrace; Error.stackTraceLimit = 0;\n' +
      'Error.prepareStackTrace = () => { calls.n++; return "patched"; };',
    effect: ['`${new Error().stack} ${Error.stackTraceLimit}`', 'patched 0'],
    undo: 'Error.prepareStackTrace = kept.before; Error.stackTraceLimit = 10;'
  },
  {
    what: 'globals with names of the kernel',
    patch:
      'for (const name of ["exports", "module", "ts", "tslab", "host", "display", "recorder"])\n' +
      '  (globalThis as any)[name] = 0;',
    effect: ['(globalThis as any).ts', '0'],
    undo: ''
  }
];

/** Replacements that cannot be undone, which come last. */
const LASTING: readonly Patch[] = [
  {
    what: 'a setter on Object.prototype that cannot be removed, for a name of its own',
    patch:
      "Object.defineProperty(Object.prototype, 'lasting', { get() { calls.n++; }, set() {} });",
    effect: ["'lasting' in {}", 'true'],
    undo: ''
  },
  {
    what: 'Object.freeze(Object.prototype)',
    patch: 'Object.freeze(Object.prototype); Object.freeze(Array.prototype);',
    effect: ['Object.isFrozen(Object.prototype)', 'true'],
    undo: ''
  }
];

let bare: KernelClient;
let profiled: KernelClient;

beforeAll(async () => {
  [bare, profiled] = await Promise.all([KernelClient.start(), KernelClient.start()]);
  for (const kernel of [bare, profiled]) {
    await show(
      kernel,
      'import { range } from "kernelscope";\n' +
        'const kept: any = {}; const calls = { n: 0 }; const treasure = { gold: 1, silver: 2 };'
    );
  }
});

afterAll(() => Promise.all([bare.dispose(), profiled.dispose()]));

/** Runs a cell that ends well; what it shows. */
async function show(kernel: KernelClient, code: string): Promise<string> {
  const { id, reply } = await kernel.execute(code);
  expect(reply['status'], `${code}: ${JSON.stringify(reply)}`).toBe('ok');
  return kernel.textOf(id);
}

/** Runs a cell under the profiler, which shows a profile; what the cell itself shows. */
async function showProfiled(kernel: KernelClient, code: string): Promise<string> {
  const { id, reply, outputs } = await kernel.execute(`%%profile\n${code}`);
  expect(reply['status'], JSON.stringify(reply)).toBe('ok');
  expect(outputs.filter(isProfile)).toHaveLength(1);
  expect(JSON.stringify(outputs.find(isProfile))).not.toContain('"failed"');
  return kernel.textOf(id);
}

const RANGE = 'range("r", () => 7)';

/** Runs the cells of one patch in both kernels: profiled in one, bare in the other. */
async function expectSurvives({ patch, effect: [expression, shown] }: Patch): Promise<void> {
  expect(await showProfiled(profiled, patch)).toBe(await show(bare, patch));
  expect(await show(bare, '40 + 2')).toBe('42\n');
  expect(await showProfiled(profiled, '40 + 2')).toBe('42\n');
  expect(await show(bare, RANGE)).toBe('7\n');
  expect(await showProfiled(profiled, RANGE)).toBe('7\n');
  expect(await showProfiled(profiled, 'calls.n')).toBe(await show(bare, 'calls.n'));
  for (const kernel of [bare, profiled]) {
    await expectLanguageWorks(kernel);
    expect(await show(kernel, expression)).toBe(`${shown}\n`);
  }
}

async function expectSurvivesAlone(patch: Patch): Promise<void> {
  try {
    await expectSurvives(patch);
  } finally {
    for (const kernel of [bare, profiled]) await show(kernel, `${patch.undo}\ncalls.n = 0;`);
  }
}

describe('a cell that patches what is built in leaves kernel and profiler alive, and keeps its patch', () => {
  test.each(sampleOf(PATCHES, 6).map(one => [one.what, one] as const))('%s', (_what, one) =>
    expectSurvivesAlone(one)
  );

  test.each(LASTING.map(one => [one.what, one] as const))('%s', (_what, one) =>
    expectSurvivesAlone(one)
  );
});
