import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { cachedDataVersionTag } from 'node:v8';
import { afterEach, expect, test, vi } from 'vitest';
import { FileMapper } from '../../../../src/sources/v8/scripts/fileMapper';
import { useFolder } from '../../../support/folders';
import { optimizingAsUsual, optimizingLate } from '../../../../src/sources/v8/lateOptimization';

/** V8's flags whenever a script is read, by code that is loaded when it is called first. */
const flagsOfReaders = vi.hoisted((): number[] => []);

vi.mock(import('../../../../src/sources/v8/scripts/readFunctions'), async importOriginal => {
  const { readFunctions, lineBeginnings, ...others } = await importOriginal();
  const noted =
    <Args extends unknown[], Result>(read: (...args: Args) => Result) =>
    (...args: Args): Result => {
      flagsOfReaders.push(cachedDataVersionTag());
      return read(...args);
    };
  return {
    ...others,
    readFunctions: noted(readFunctions),
    lineBeginnings: noted(lineBeginnings)
  };
});

/** A number for V8's flags: code that is compiled ahead is taken only where it is the same. */
const flags = cachedDataVersionTag;

const folder = useFolder();

const isNode20 = process.versions.node.startsWith('20.');
const { execArgv } = process;

afterEach(() => {
  process.execArgv = execArgv;
});

test("V8's flags are the usual ones again afterwards, and in what is to be as usual", () => {
  const usual = flags();
  const seen = optimizingLate(() => [flags(), optimizingAsUsual(flags), flags()]);
  expect(seen[0] !== usual).toBe(isNode20);
  expect(seen).toEqual([seen[0], usual, seen[0]]);
  expect(flags()).toBe(usual);
});

test("an error leaves V8's usual flags, and what began late goes on late", () => {
  const usual = flags();
  const fail = (): never => {
    throw new Error('no');
  };
  expect(() => optimizingLate(fail)).toThrow('no');
  expect(flags()).toBe(usual);
  const [before, after] = optimizingLate(() => {
    const late = flags();
    expect(() => optimizingAsUsual(fail)).toThrow('no');
    return [late, optimizingLate(flags)];
  });
  expect(after).toBe(before);
});

test('a budget that Node was started with is left alone', () => {
  process.execArgv = ['--interrupt_budget=1000'];
  expect(optimizingLate(flags)).toBe(flags());
});

test('scripts are read with the usual flags, as the code for that may be loaded only then', () => {
  const script = path.join(folder, 'script.js');
  writeFileSync(script, 'function one() {}\nfunction two() {}\n');
  const mapper = new FileMapper();
  const read = optimizingLate(() => [
    mapper.lastLine(script, 1),
    mapper.functions(script)?.lastLine
  ]);
  expect(read).toEqual([null, 3]);
  expect(flagsOfReaders.length).toBeGreaterThanOrEqual(2);
  expect(new Set(flagsOfReaders)).toEqual(new Set([flags()]));
});
