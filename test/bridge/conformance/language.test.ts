import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { KernelClient } from '../kernelClient';

let kernel: KernelClient;

beforeAll(async () => {
  kernel = await KernelClient.start();
  await kernel.execute('const treasure = { gold: 1, silver: 2 };');
});

afterAll(() => kernel.dispose());

async function completeAt(
  marked: string
): Promise<{ matches: string[]; start: number; end: number }> {
  const cursor = Array.from(marked.slice(0, marked.indexOf('¦'))).length;
  const code = marked.replace('¦', '');
  const reply = await kernel.request('complete_request', { code, cursor_pos: cursor });
  expect(reply['status']).toBe('ok');
  return {
    matches: reply['matches'] as string[],
    start: reply['cursor_start'] as number,
    end: reply['cursor_end'] as number
  };
}

describe('9. completion', () => {
  test.each([
    ['without a magic', ''],
    ['with a magic', '%%profile --top 5\n'],
    ['in the code of a magic', '%timeit -n 5 '],
    ['with a magic in a comment', '  // %%profile\n'],
    ['behind an emoji, counted as one character', '// 😀\n']
  ])('of members %s finds them where they are', async (_what, prefix) => {
    const offset = Array.from(`${prefix}treasure.`).length;
    expect(await completeAt(`${prefix}treasure.go¦`)).toEqual({
      matches: ['gold'],
      start: offset,
      end: offset + 2
    });
  });

  test('of options after two dashes', async () => {
    const { matches, start, end } = await completeAt('%%profile --so¦\n1 + 1');
    expect(matches).toContain('--sort-by');
    expect([start, end]).toEqual([10, 14]);
  });

  test.each([
    ["import { range } from 'kernels¦", ['kernelscope'], 7],
    ["import * as fs from 'node:fs/¦'", ['promises'], 0],
    ["%%profile\nconst fs = require('child_p¦')", ['child_process'], 7]
  ])('of the name of a module: %s', async (marked, matches, length) => {
    const cursor = marked.indexOf('¦');
    expect(await completeAt(marked)).toEqual({ matches, start: cursor - length, end: cursor });
  });

  test('of what our own package exports, and not of types that have no public name', async () => {
    const { matches } = await completeAt("import { ¦ } from 'kernelscope'");
    expect(matches).toEqual(expect.arrayContaining(['profile', 'range', 'ProfileOptions']));
    expect(matches).not.toContain('ActivityBatch');
    expect((await completeAt("import { rea¦ } from 'fs'")).matches).toContain('readFileSync');
  });

  test('of the magic itself', async () => {
    expect((await completeAt('%%pro¦')).matches).toContain('%%profile');
  });
});

describe('9. inspection', () => {
  test.each(['', '%%profile\n', '%time '])('of a name after %j tells its type', async prefix => {
    const reply = await kernel.request('inspect_request', {
      code: `${prefix}treasure`,
      cursor_pos: prefix.length + 3,
      detail_level: 0
    });
    expect(reply['found']).toBe(true);
    expect(JSON.stringify(reply['data'])).toContain('gold: number');
  });

  test.each([
    ['an earlier cell', 'double', 'Twice as much.'],
    ['the types of Node', 'fs.readFileSync', 'Returns the contents of the `path`.'],
    ['the package', 'range', 'Records how long a function takes']
  ])('of a name from %s tells its documentation', async (_where, code, text) => {
    await kernel.execute(
      'import { range } from "kernelscope";\nimport fs from "node:fs";\n' +
        '/** Twice as much. */\nfunction double(x: number) { return 2 * x; }'
    );
    const content = { code, cursor_pos: code.length - 1, detail_level: 0 };
    const reply = await kernel.request('inspect_request', content);
    expect((reply['data'] as Record<string, string>)['text/plain']).toContain(text);
  });

  test('of a magic gives its help', async () => {
    const content = { code: '%%profile\n1', cursor_pos: 4, detail_level: 0 };
    const reply = await kernel.request('inspect_request', content);
    expect(JSON.stringify(reply['data'])).toContain('--sort-by');
  });
});

describe('9. is-complete', () => {
  test.each([
    ['%%profile\nfunction f() {', 'incomplete'],
    ['%%profile\nfunction f() {}', 'complete'],
    ['%lsmagic', 'complete'],
    ['if (true) {', 'incomplete']
  ])('of %j is %s', async (code, status) => {
    expect((await kernel.request('is_complete_request', { code }))['status']).toBe(status);
  });
});
