import { closeSync, mkdirSync, openSync, readSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Session } from 'node:inspector';
import { createRequire } from 'node:module';
import { beforeAll, expect, test } from 'vitest';
import { writeHeapSnapshot } from 'node:v8';
import { HEAP_GROWTH_LIMITS } from '../../../../src/facts/heapGrowth';
import { compareSnapshots } from '../../../../src/sources/heapSnapshots/compareSnapshots';
import { type DrawnNode, drawSnapshot, readingText } from '../../../support/drawHeap';
import { useFolder } from '../../../support/folders';

const folder = useFolder();

/** Knowing the lines of its scripts, V8 takes a snapshot fifty times as fast. */
beforeAll(() => {
  const session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.start');
  session.post('Profiler.stop');
  session.disconnect();
});

function compared(run: () => void, ownFolders: readonly string[] = []) {
  const witness = ['witness', Math.random(), Date.now()].join('-');
  const files = ['before', 'after'].map(name => path.join(folder, name));
  writeHeapSnapshot(files[0]);
  run();
  writeHeapSnapshot(files[1]);
  const fds = files.map(file => openSync(file, 'r'));
  const [before, after] = fds.map(fd => (target: Uint8Array) => readSync(fd, target));
  try {
    return compareSnapshots({ before, after, witness, ownFolders });
  } finally {
    for (const fd of fds) closeSync(fd);
  }
}

class Entry {
  readonly text: string;

  constructor(at: number) {
    this.text = `entry number ${at} of the cache`;
  }
}

test('the leak is the first row, and its path names the variable that holds it', () => {
  const cache = new Map<number, Entry>();
  Reflect.set(globalThis, 'plantedCache', cache);
  const rows = compared(() => {
    for (let at = 0; at < 20_000; at++) cache.set(at, new Entry(at));
  });
  Reflect.deleteProperty(globalThis, 'plantedCache');
  expect(rows[0]).toMatchObject({ name: 'Entry', added: 20_000, freed: 0 });
  expect(rows[0].retainedBytes).toBeGreaterThan(20_000 * 40);
  expect(rows[0].paths[0].path).toMatch(/^global → plantedCache → Map → \[\d+\] → Entry$/);
  expect(rows[0].paths[0].objects).toBe(20_000);
});

/** The heap of a program with two caches; `more` adds to it. */
function drawn(
  more: Readonly<Record<string, DrawnNode>> = {},
  cache: Readonly<Record<string, string>> = {}
): string {
  return drawSnapshot({
    root: { is: 'synthetic', to: { global: 'shortcut', stack: 'element 1' } },
    global: { is: 'object global', to: { cache: 'property cache', witness: 'property witness' } },
    stack: { is: 'synthetic (Stack roots)', to: more.local ? { local: 'element 1' } : {} },
    cache: { is: 'object Map', size: 32, to: { table: 'internal table' } },
    table: { is: 'array', size: 100, to: cache },
    witness: { is: 'string it was there', size: 16 },
    ...more
  });
}

const comparedTexts = (before: string, after: string, ownFolders: readonly string[] = []) =>
  compareSnapshots({
    ...{ before: readingText(before), after: readingText(after) },
    ...{ witness: 'it was there', ownFolders }
  });

test('retained sizes have each byte once, and parts belong to the object that has them', () => {
  const node = (to: DrawnNode['to'], id: number): DrawnNode => ({
    is: 'object Node',
    size: 40,
    to,
    id
  });
  const rows = comparedTexts(
    drawn(),
    drawn(
      {
        one: node({ two: 'property next', text: 'property text' }, 101),
        two: node({ list: 'internal elements' }, 103),
        text: { is: 'string of the user', size: 24, id: 105 },
        list: { is: 'array', size: 1000, id: 107 }
      },
      { one: 'internal 5' }
    )
  );
  expect(rows).toEqual([
    {
      ...{ name: 'Node', added: 2, freed: 0, bytes: 1080, retainedBytes: 1104 },
      paths: [
        { path: 'global → cache → Map → [5] → Node', objects: 1 },
        { path: 'global → cache → Map → [5] → Node → next → Node', objects: 1 }
      ]
    },
    {
      ...{ name: '(string)', added: 1, freed: 0, bytes: 24, retainedBytes: 24 },
      paths: [{ path: 'global → cache → Map → [5] → Node → text → (string)', objects: 1 }]
    }
  ]);
});

test('a constructor whose name is cut has its paths', () => {
  const name = 'LongName'.repeat(20);
  const rows = comparedTexts(
    drawn(),
    drawn({ one: { is: `object ${name}`, size: 40, id: 101 } }, { one: 'internal 5' })
  );
  const shown = name.slice(0, HEAP_GROWTH_LIMITS.name);
  const paths = [{ path: `global → cache → Map → [5] → ${shown}`, objects: 1 }];
  expect(rows).toMatchObject([{ name: shown, added: 1, paths }]);
});

test('what was only replaced has not grown', () => {
  const entry = (id: number) =>
    drawn({ entry: { is: 'object Entry', size: 40, id } }, { entry: 'internal 5' });
  expect(comparedTexts(entry(51), entry(101))).toEqual([]);
});

test('what the profiler or only a running function holds is left out', () => {
  const after = drawn(
    {
      local: { is: 'object Local', size: 40, id: 101 },
      wrapper: {
        is: 'closure record',
        size: 64,
        id: 103,
        to: { shared: 'internal shared', kept: 'property kept' }
      },
      shared: { is: 'code record', id: 105, to: { script: 'internal script_or_debug_info' } },
      script: { is: 'code /kernel/dist/kernel.cjs', id: 107 },
      kept: { is: 'object Kept', size: 40, id: 109 }
    },
    { wrapper: 'internal 5' }
  );
  expect(comparedTexts(drawn(), after, ['/kernel'])).toEqual([]);
  expect(comparedTexts(drawn(), after).map(({ name }) => name)).toEqual(['Function', 'Kept']);
});

test('modules and functions of a compiler are left out, what the program made by them is not', () => {
  const compiler = '/project/node_modules/esbuild/lib/main.js';
  const closure = (at: number, script: string): Readonly<Record<string, DrawnNode>> => ({
    [`function${at}`]: {
      is: 'closure transform',
      size: 64,
      id: 101 + 10 * at,
      to: { [`shared${at}`]: 'internal shared', [`kept${at}`]: 'property kept' }
    },
    [`shared${at}`]: {
      is: 'code record',
      id: 103 + 10 * at,
      to: { [`script${at}`]: 'internal script' }
    },
    [`script${at}`]: { is: `code ${script}`, id: 105 + 10 * at },
    [`kept${at}`]: { is: `object Kept${at}`, size: 40, id: 107 + 10 * at }
  });
  const after = drawn(
    {
      ...closure(0, compiler),
      ...closure(1, '/project/main.ts'),
      maker: {
        is: 'closure Ast',
        size: 64,
        id: 301,
        to: { shared0: 'internal shared', prototype0: 'property prototype' }
      },
      module: {
        is: 'object Module',
        size: 80,
        id: 201,
        to: { file: 'property filename', exports: 'property exports' }
      },
      wrap: {
        is: 'object ModuleWrap',
        size: 80,
        id: 203,
        to: { url: 'property url', exports: 'property exports' }
      },
      file: { is: `string ${compiler}`, id: 205 },
      url: { is: `string file://${compiler}`, id: 207 },
      exports: { is: 'object Exports', size: 40, id: 209 },
      made: { is: 'object Ast', size: 40, id: 211, to: { prototype0: 'property __proto__' } },
      prototype0: { is: 'object Object', size: 40, id: 51 }
    },
    {
      ...{ function0: 'internal 5', function1: 'internal 6', module: 'internal 7' },
      ...{ wrap: 'internal 8', made: 'internal 9', maker: 'internal 10' }
    }
  );
  const names = comparedTexts(drawn(), after, ['/kernel']).map(({ name }) => name);
  expect(names.sort()).toEqual(['Ast', 'Function', 'Kept1', 'Object']);
});

/** Stands in for the profiler, which wraps calls of programs and unwraps them. */
const HOOKS = `
  exports.hooked = call => new Proxy(call, { apply: (target, self, given) => target(...given) });
  exports.watched = table => new Proxy(table, { get: (target, key) => target[key] });
`;

test('what the profiler wraps calls and tables with is left out, that of the program is not', () => {
  const own = path.join(folder, 'hooks');
  mkdirSync(own);
  writeFileSync(path.join(own, 'hooks.cjs'), HOOKS);
  const { hooked, watched } = createRequire(own)('./hooks/hooks.cjs') as Record<
    'hooked' | 'watched',
    <T extends object>(target: T) => T
  >;
  const planted: object[] = [];
  const call = (): number => 1;
  const table = { one: 1 };
  const wrap = (): void => {
    for (let at = 0; at < 2000; at++) planted.push(hooked(call), watched(table));
  };
  Reflect.set(globalThis, 'plantedProxies', planted);
  wrap();
  const rows = compared(() => {
    planted.length = 0;
    wrap();
    for (let at = 0; at < 1000; at++) planted.push(new Proxy(call, { apply: () => 2 }));
  }, [own]);
  Reflect.deleteProperty(globalThis, 'plantedProxies');
  const { added, freed } = rows.find(({ name }) => name === 'Object')!;
  expect(added).toBeGreaterThanOrEqual(1000);
  expect(added).toBeLessThan(2000);
  expect(freed).toBeLessThan(1000);
});

test("Node's objects for signals are left out, and tables that grew by a few bytes", () => {
  const after = drawn(
    {
      signal: { is: 'object Signal', size: 80, id: 101, to: { heard: 'property onsignal' } },
      heard: { is: 'closure native_bind', size: 64, id: 103 },
      other: { is: 'object Signal', size: 80, id: 105 },
      more: { is: 'array', size: 500, id: 107 }
    },
    { signal: 'internal 5', other: 'internal 6', more: 'internal 7' }
  );
  const rows = comparedTexts(drawn(), after, ['/kernel']);
  expect(rows).toMatchObject([{ name: 'Signal', added: 1, bytes: 80 }]);
});

test('long ways are shortened in the middle', () => {
  const chain = Array.from({ length: 30 }, (_, at): [string, DrawnNode] => [
    `link${at}`,
    {
      is: 'object Link',
      size: 20,
      id: 101 + 2 * at,
      to: at < 29 ? { [`link${at + 1}`]: 'property next' } : {}
    }
  ]);
  const [row] = comparedTexts(drawn(), drawn(Object.fromEntries(chain), { link0: 'internal 1' }));
  expect(row).toMatchObject({ name: 'Link', added: 30, retainedBytes: 600 });
  expect(row.paths).toHaveLength(HEAP_GROWTH_LIMITS.paths);
  for (const { path: way } of row.paths) {
    expect(way.split(' → ').length).toBeLessThanOrEqual(HEAP_GROWTH_LIMITS.steps);
  }
});

test('a snapshot that numbers all objects anew, or is cut off, is refused', () => {
  const text = drawn();
  const renumbered = text.replace(/"nodes":\[.*?\]/s, nodes => nodes.replace(',11,', ',99,'));
  expect(renumbered).not.toBe(text);
  expect(() => comparedTexts(text, renumbered)).toThrow(
    'numbered the objects of the heap anew, because'
  );
  expect(() => comparedTexts(text.slice(0, text.indexOf('"edges"') - 20), text)).toThrow(
    /heap snapshot/
  );
  expect(() => comparedTexts('{}', text)).toThrow('The heap snapshot has no');
});
