import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { FrameKind } from '../../../../../src/model/profile/profile';
import {
  displayFile,
  filePath,
  scriptName
} from '../../../../../src/sources/v8/scripts/frameClassifier';
import { classifyScript } from '../../../../../src/model/profile/scriptKind';

describe('classifyScript', () => {
  test.each([
    ['', FrameKind.native],
    ['node:fs', FrameKind.runtime],
    ['node:internal/timers', FrameKind.runtime],
    ['wasm://wasm/0001', FrameKind.library],
    ['/users/ada/app/node_modules/tf/index.js', FrameKind.library],
    ['C:\\app\\node_modules\\tf\\index.js', FrameKind.library],
    ['file:///users/ada/app/main.js', FrameKind.user],
    ['node_modules/tf/index.js', FrameKind.library],
    ['tfjs-0019ea4a.wasm', FrameKind.library],
    ['my_node_modules/a.js', FrameKind.user],
    ['evalmachine.<anonymous>', FrameKind.user],
    [
      'data:text/javascript,import%20"x"?filePath=%2Fapp%2Fnode_modules%2Ftf%2Fa.ts',
      FrameKind.library
    ],
    ['data:text/javascript,import%20"x"?filePath=%2Fapp%2Fsrc%2Fa.ts', FrameKind.user],
    ['data:text/javascript,import "/app/node_modules/tf/a.js"', FrameKind.user]
  ])('tells whose code %j is', (url, kind) => {
    expect(classifyScript(url)).toBe(kind);
  });
});

describe('displayFile', () => {
  test.each([
    ['/users/ada/app/src/main.js', 'src/main.js'],
    ['file:///users/ada/app/a%20b.mjs', 'a b.mjs'],
    ['/users/ada/lib.js', '../lib.js'],
    ['/usr/lib/node_modules/x/node_modules/tf/index.js', 'node_modules/tf/index.js'],
    ['Cell [5]', 'Cell [5]'],
    ['node:fs', 'node:fs'],
    ['https://example.org/a.js', 'https://example.org/a.js'],
    ['file://host/%ZZ', 'file://host/%ZZ']
  ])('shows %j as %j', (url, shown) => {
    expect(displayFile(url, '/users/ada/app')).toBe(shown);
  });
});

/** The forms of an address that loaders give to a module of a file. */
const FORMS: readonly (readonly [string, (path: string) => string])[] = [
  ['its path', path => path],
  ['its URL', path => pathToFileURL(path).href],
  ['its URL with a query', path => `${pathToFileURL(path).href}?t=1700000000000&x=a/b`],
  ['its URL with a hash', path => `${pathToFileURL(path).href}#part`],
  ['its path with a query, as of Vite', path => `${path}?v=6d3a11c2`],
  [
    'its URL with a query in the name, as of tsx',
    path => `${pathToFileURL(path).href}%3Ftsx-commonjs-export-preparse=1`
  ],
  [
    'code with its path, as of tsx on Node 20',
    path => `data:text/javascript,f()%3B?filePath=${encodeURIComponent(path)}`
  ],
  [
    'code with its path and query',
    path => `data:text/javascript,f()%3B?filePath=${encodeURIComponent(`${path}?namespace=1`)}`
  ],
  [
    'more code than is shown',
    path => `data:text/javascript,${'f()%3B'.repeat(999)}?filePath=${encodeURIComponent(path)}`
  ]
];

const PATHS = [
  '/users/ada/app/src/db.ts',
  '/users/ada/app/a b/ü #1.mts',
  '/users/ada/app/View.vue'
];

describe('a module of a file', () => {
  test.each(FORMS)('is shown as the file where a loader names it by %s', (_, form) => {
    for (const path of PATHS) {
      expect(filePath(form(path))).toBe(path);
      expect(displayFile(form(path), '/users/ada/app')).toBe(path.slice('/users/ada/app/'.length));
    }
  });

  test('has one name by path and by URL, and others by what a loader makes of it', () => {
    const [path] = PATHS;
    const [, url, ...others] = FORMS.map(([, form]) => scriptName(form(path)));
    expect(url).toBe(path);
    expect(new Set([path, ...others]).size).toBe(1 + others.length);
  });
});

describe('a module of no file', () => {
  const code = (text: string): string =>
    `data:text/javascript;base64,${Buffer.from(text).toString('base64')}`;
  const long = code('export const a = 1;\n'.repeat(99));

  test.each([
    'data:text/javascript,export%20default%201',
    'blob:nodedata:1e9d0a4f-6a5b-4c7e-9f0e-0c9d6a1f2b3c',
    'node:internal/process/task_queues',
    'webpack-internal:///./src/a.ts',
    'data:text/javascript,f()?filePath=%ZZ'
  ])('is shown as it is where that is short: %s', url => {
    expect(filePath(url)).toBeNull();
    expect(displayFile(url, '/app')).toBe(url);
  });

  test('is shown by its type and one name of its own where it is long', () => {
    expect(displayFile(long, '/app')).toMatch(/^data:text\/javascript,…[0-9a-f]{8}$/);
    expect(displayFile(code('export const b = 1;\n'.repeat(99)), '/app')).not.toBe(
      displayFile(long, '/app')
    );
  });
});
