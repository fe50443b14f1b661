import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { contentStamp } from '../../../scripts/steps/stamp.mjs';

describe('contentStamp', () => {
  let base: string;

  beforeEach(() => {
    base = mkdtempSync(join(tmpdir(), 'kernelscope-stamp-'));
    mkdirSync(join(base, 'src', 'lib'), { recursive: true });
    writeFileSync(join(base, 'src', 'a.ts'), 'one');
  });

  afterEach(() => rmSync(base, { recursive: true }));

  const stamp = (): string => contentStamp(['src', 'absent.json'], '', base);

  it('stays when nothing changed', () => {
    expect(stamp()).toBe(stamp());
  });

  it.each([
    ['the content of a file', 'src/a.ts'],
    ['a new file', 'src/b.ts'],
    ['a file that was absent', 'absent.json']
  ])('changes with %s', (_, path) => {
    const before = stamp();
    writeFileSync(join(base, path), 'two');
    expect(stamp()).not.toBe(before);
  });

  it('does not look at what a build made', () => {
    const before = stamp();
    writeFileSync(join(base, 'src', 'lib', 'a.js'), 'built');
    expect(stamp()).toBe(before);
  });
});
