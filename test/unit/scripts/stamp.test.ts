import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { contentStamp, whenChanged } from '../../../scripts/steps/stamp.mjs';

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

describe('whenChanged', () => {
  let stamps: string;

  beforeEach(() => {
    stamps = mkdtempSync(join(tmpdir(), 'kernelscope-stamps-'));
    vi.spyOn(console, 'log').mockReturnValue();
  });

  afterEach(() => {
    vi.restoreAllMocks();
    rmSync(stamps, { recursive: true });
  });

  const step = (work: () => Promise<void>, inputs = ['LICENSE']): Promise<void> =>
    whenChanged({ name: 'stamp-test', title: 'Testing', inputs, outputs: [], work }, stamps);

  it('works once for the same inputs, also for two callers at once', async () => {
    const work = vi.fn(() => Promise.resolve());
    await Promise.all([step(work), step(work)]);
    await step(work);
    expect(work).toHaveBeenCalledOnce();
    await step(work, ['package.json']);
    expect(work).toHaveBeenCalledTimes(2);
  });

  it('works again after work that did not end, also when the inputs are as before', async () => {
    const work = vi.fn(() => Promise.resolve());
    await step(work);
    const broken = step(() => Promise.reject(new Error('interrupted')), ['package.json']);
    await expect(broken).rejects.toThrow('interrupted');
    await step(work);
    expect(work).toHaveBeenCalledTimes(2);
  });
});
