import { describe, expect, it } from 'vitest';
import type { CodePlace } from '../../../../src/analysis/causes/code';
import { findCause } from '../../../../src/analysis/causes/findCause';
import type { Evidence } from '../../../../src/analysis/causes/site';
import { EVIDENCE } from '../../../support/causeOf';

describe('a hook that runs again for each test', () => {
  const SEED = 'export function seed(n) {\n  return fill(n); // here\n}';
  const TWO = "it('a', () => {});\nit('b', () => {});";
  const found = (files: Readonly<Record<string, string>>, evidence: Partial<Evidence> = {}) => {
    const linesOf = (ending: string): CodePlace[] =>
      Object.entries(files).flatMap(([file, text]) =>
        text
          .split('\n')
          .flatMap((each, at) => (each.endsWith(ending) ? [{ file, line: at + 1 }] : []))
      );
    return findCause({
      place: linesOf('// here')[0],
      textOf: file => files[file] ?? null,
      evidence: { ...EVIDENCE, ...evidence },
      callers: linesOf('// calls')
    });
  };
  const hooked = (hook: string, tests = TWO) =>
    found({ 'seed.ts': SEED, 'a.test.ts': `${hook}\n${tests}` });
  const CAUSE = { cause: 'repeatedHook', around: { file: 'a.test.ts', line: 1 } };

  it.each([
    ['beforeEach(() => {\n  rows = seed(9); // calls\n});', 'seed(9)'],
    ['beforeEach(async () => {\n  rows = await seed(9); // calls\n});', 'seed(9)'],
    ['afterEach(() => seed(9)); // calls', 'seed(9)'],
    ['t.beforeEach(function () {\n  this.rows = seed(9); // calls\n});', 'seed(9)'],
    ['beforeEach(fill);\nfunction fill() {\n  rows = seed(9); // calls\n}', 'seed(9)']
  ])('has the work as its code: %s', (hook, code) => {
    expect(hooked(hook)).toEqual({ ...CAUSE, code });
  });

  it.each([
    ["it.each([1, 2])('adds %i', n => {});", 'repeatedHook'],
    ['for (const n of [1, 2]) it(`adds ${n}`, () => {});', 'repeatedHook'],
    ["test('a', () => {});\ntest.only('b', () => {});", 'repeatedHook'],
    ["it('a', () => {});", undefined],
    // one of a set-up, which has none
    ["describe('it(', () => {});", 'repeatedHook']
  ])('needs several tests: %s', (tests, cause) => {
    expect(hooked('beforeEach(() => {\n  seed(9); // calls\n});', tests)?.cause).toBe(cause);
  });

  it.each([
    'beforeAll(() => {\n  seed(9); // calls\n});',
    'before(() => {\n  seed(9); // calls\n});',
    'rows.beforeEachRow(() => {\n  seed(9); // calls\n});',
    "it('c', () => {\n  seed(9); // calls\n});"
  ])('is none of what runs once, and none of a test: %s', hook => {
    expect(hooked(hook)).toBeNull();
  });

  it('has more tests than are seen, where the code of fast ones was not kept', () => {
    const text = "beforeEach(() => {\n  seed(); // here\n});\nit('a', () => {});";
    const isClipped = (file: string): boolean => file === 'a.test.ts';
    const place = { file: 'a.test.ts', line: 2 };
    const looked = { place, textOf: () => text, evidence: EVIDENCE, callers: [] };
    expect(findCause({ ...looked, isClipped })).toMatchObject(CAUSE);
    expect(findCause({ ...looked, isClipped: () => false })).toBeNull();
    expect(findCause(looked)).toBeNull();
  });

  it('may have the slow line itself, or wait at it, and keeps no memory', () => {
    const files = {
      'a.test.ts': `beforeEach(() => {\n  rows = Array(9).fill(1); // here\n});\n${TWO}`
    };
    const code = 'Array(9).fill(1)';
    expect(found(files)).toEqual({ ...CAUSE, code });
    expect(found(files, { costs: 'waiting', waits: 9 })).toEqual({ ...CAUSE, code });
    expect(found(files, { costs: 'memory' })).toBeNull();
  });

  it('names what is awaited where that is what took the time, and no clock', () => {
    const line =
      'const at = performance.now(); await close(rows); ms += performance.now() - at; // here';
    const files = { 'a.test.ts': `afterEach(async () => {\n  ${line}\n});\n${TWO}` };
    expect(found(files, { costs: 'waiting' })?.code).toBe('close(rows)');
    expect(found(files)?.code).toBe('close(rows)');
    const open = {
      'a.test.ts': `beforeEach(async () => {\n  await open(path()); // here\n});\n${TWO}`
    };
    expect(found(open, { costs: 'waiting' })?.code).toBe('open(path())');
  });

  const held = (hook: string, test: string) =>
    hooked(`let rows;\n${hook}`, `${TWO}\n${test}`)?.cause;

  it.each([
    "it('c', () => { rows.set('a', 1); });",
    "it('c', () => { rows.items.push(1); });",
    "it.each([1])('c', async n => { await rows.saveAll(n); });",
    "it('c', () => { rows[0] = 1; });",
    "it('c', () => { rows.first.done = true; });",
    "it('c', () => { rows.count++; });",
    "it('c', () => { rows.run('DELETE FROM names'); });",
    "const remove = () => rows.delete('a');\nit('c', () => remove());"
  ])('keeps tests apart that change what it makes: %s', test => {
    const hook = 'beforeEach(() => {\n  rows = seed(9); // calls\n});';
    expect(held(hook, test)).toBeUndefined();
    expect(held(hook.replaceAll('rows', 'others'), test)).toBe('repeatedHook');
    expect(
      held('beforeEach(fill);\nfunction fill() {\n  rows = seed(9); // calls\n}', test)
    ).toBeUndefined();
  });

  it.each([
    "it('c', () => { expect(rows.get('a')).toBe(1); });",
    "it('c', () => { names.set('a', rows.first); });",
    "it('c', () => { expect(rows.settings.size).toBe(1); });",
    "it('c', () => { rows.address('a'); });",
    "it('c', () => { rows.all('SELECT update FROM names'); });"
  ])('is told where tests only read what it makes: %s', test => {
    expect(held('beforeEach(() => {\n  rows = seed(9); // calls\n});', test)).toBe('repeatedHook');
  });

  it('is not told of what has something of its own for each test, nor of what undoes that', () => {
    const make = "beforeEach(() => {\n  folder = mkdtempSync('a');\n  seed(folder); // calls\n});";
    expect(hooked(make)).toBeNull();
    expect(hooked(make.replace("mkdtempSync('a')", 'join(root, randomUUID())'))).toBeNull();
    expect(hooked(make.replace("mkdtempSync('a')", "join(root, 'a')"))?.cause).toBe('repeatedHook');
    const undo = 'afterEach(() => seed(folder)); // calls';
    expect(hooked(`${undo}\n${make.replace(' // calls', '')}`)).toBeNull();
    expect(hooked(undo)?.cause).toBe('repeatedHook');
  });

  it('keeps a test apart by a property of its own', () => {
    const hook = 'beforeEach(function () {\n  this.rows = seed(9); // calls\n});';
    expect(hooked(hook, `${TWO}\nit('c', function () { this.rows.push(1); });`)).toBeNull();
    expect(hooked(hook, `${TWO}\nit('c', function () { this.names.push(1); });`)?.cause).toBe(
      'repeatedHook'
    );
  });

  it('is told where nothing nearer is: a cause of the line comes first', () => {
    const slow = 'export function seed(n) {\n  for (const a of x) all = [...all, a]; // here\n}';
    const test = `beforeEach(() => {\n  seed(9); // calls\n});\n${TWO}`;
    expect(found({ 'seed.ts': slow, 'a.test.ts': test })?.cause).toBe('spreadInAccumulator');
  });
});
