import { describe, expect, test } from 'vitest';
import { FrameKind } from '../../../../../src/model/profile/profile';
import { displayFile } from '../../../../../src/sources/v8/scripts/frameClassifier';
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
    ['evalmachine.<anonymous>', FrameKind.user]
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
