import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { ProfileBuilder } from '../../../src/model/build/profileBuilder';
import { FinishedProfile } from '../../../src/compat/torch/finishedProfile';
import { matchers } from '../../../src/vitest/matchers';
import type { MatcherContext } from '../../../src/vitest/matcherContext';
import { ProfiledRuns } from '../../../src/vitest/profiledRuns';
import { sampleMeta } from '../../support/drawProfile';
import { useFolder } from '../../support/folders';

const PAGE = fileURLToPath(new URL('../../../docs/user-guide/tests-and-ci.md', import.meta.url));

const folder = useFolder();

const plain = (text: string): string => text;

/** A matcher's `this`, as Vitest makes it; `update` is that of `vitest -u`. */
function context({ isNot = false, update = 'new' } = {}): MatcherContext {
  const utils = {
    matcherHint: (name: string, received = '', expected = '') =>
      `expect(${received})${isNot ? '.not' : ''}.${name}(${expected})`,
    EXPECTED_COLOR: plain,
    RECEIVED_COLOR: plain
  };
  const snapshotState = { snapshotUpdateState: update };
  return { isNot, utils, testPath: join(folder, 'a.test.ts'), snapshotState };
}

const OPTIONS = { repeat: 12, warmup: 1, allocations: false } as const;

/** Twelve runs with one slice `parse` of about so many milliseconds each, and one more around it. */
function runsOf(ms: number, options: ProfiledRuns['options'] = OPTIONS): ProfiledRuns {
  const builder = new ProfileBuilder();
  const track = builder.addTrack({ name: 'main', kind: 'thread' });
  for (let run = 0; run < 12; run++) {
    const start = run * 1e9;
    const duration = ms * 1e6 * (1 + 0.01 * (run % 3));
    const outer = { name: 'repetition', category: 'repetition', track };
    builder.addSlice({ ...outer, start, duration: duration + 1e6 });
    builder.addSlice({ name: 'parse', category: 'range', track, start, duration });
  }
  const profile = new FinishedProfile(builder.build(sampleMeta(12e9)));
  return new ProfiledRuns(profile, options, null);
}

describe('toTakeLessThan', () => {
  const assert = (runs: unknown, ...given: readonly unknown[]) =>
    matchers.toTakeLessThan.call(context(), runs, ...given);

  it('is about the time of a name in a run, or about whole runs', () => {
    expect(assert(runsOf(20), 'parse', '21 ms').pass).toBe(true);
    expect(assert(runsOf(20), 'parse', '19 ms').pass).toBe(false);
    expect(assert(runsOf(20), '20.5ms').pass).toBe(false);
    expect(assert(runsOf(20), '0.1 s').pass).toBe(true);
  });

  it('fails only if the whole interval of the mean is at the limit or above', () => {
    // mean 20.2 ms, interval 20.09 to 20.31 ms
    expect(assert(runsOf(20), 'parse', '20.1 ms').pass).toBe(true);
    expect(assert(runsOf(20), 'parse', '20.05 ms').pass).toBe(false);
  });

  it('says the limit, the interval and the number of runs', () => {
    expect(assert(runsOf(20), 'parse', '19 ms').message()).toBe(
      'expect(profiled).toTakeLessThan("parse", "19 ms")\n\n' +
        'Expected: < 19 ms per run\n' +
        'Received: 20.2 ms per run (95 % CI 20.1 ms to 20.3 ms, 12 runs)'
    );
  });

  it('says it as the guide shows', () => {
    const page = readFileSync(PAGE, 'utf8');
    const [, shown = ''] = /```text\n([^]*?)\n```/.exec(page) ?? [];
    const form = (text: string): string => text.replace(/[\d.]+/g, 'N');
    expect(form(shown)).toBe(form(assert(runsOf(61), 'parse', '50 ms').message()));
  });

  it('says so with .not, too', () => {
    const negated = context({ isNot: true });
    expect(matchers.toTakeLessThan.call(negated, runsOf(20), '1 s').message()).toContain(
      'Expected: not < 1 s per run'
    );
  });

  it.each([
    [[], "Give a limit such as '50 ms'"],
    [[50], "Give a limit such as '50 ms'"],
    [['parse', '50 ms', 3], 'got (parse, 50 ms, 3)'],
    [['50'], 'write a unit, ns, us, µs, ms or s'],
    [['50 MB'], 'its unit is ns, us, µs, ms or s, not MB'],
    [['50 ms more'], 'A limit ends with its unit.'],
    [['parce', '50 ms'], 'Nothing named parce was recorded; nearest: parse.']
  ])('throws for %j, whatever would be asserted', (given, message) => {
    expect(() => assert(runsOf(20), ...given)).toThrow(message);
  });

  it('throws for what is not of profiled, and names a missing await', () => {
    expect(() => assert(3, '50 ms')).toThrow('what profiled(fn) returns');
    expect(() => assert(Promise.resolve(), '50 ms')).toThrow('Write await before profiled(fn)');
  });
});

describe('toHaveNoRegression', () => {
  const assert = (runs: ProfiledRuns, file: string, state = {}, options?: object) =>
    matchers.toHaveNoRegression.call(context(state), runs, file, options);

  it('fails without a baseline, with .not too, and says how to make it', () => {
    const result = assert(runsOf(20), 'none.json');
    expect(result.pass).toBe(false);
    expect(result.message()).toContain('There is no baseline none.json: run vitest -u');
    expect(assert(runsOf(20), 'none.json', { isNot: true }).pass).toBe(true);
    expect(existsSync(join(folder, 'none.json'))).toBe(false);
  });

  it('writes the baseline beside the test with vitest -u, and compares with it from then on', () => {
    expect(assert(runsOf(20), 'perf/a.json', { update: 'all' }).pass).toBe(true);
    expect(existsSync(join(folder, 'perf', 'a.json'))).toBe(true);
    expect(assert(runsOf(20), 'perf/a.json').pass).toBe(true);
    const slower = assert(runsOf(30), 'perf/a.json');
    expect(slower.pass).toBe(false);
    expect(slower.message()).toMatch(
      /Expected: no time more than 4 % longer\nReceived: whole run /
    );
    expect(slower.message()).toContain('parse 20.2 ms → 30.3 ms per run, +50.0 %');
    expect(slower.message()).toContain('12 runs before and 12 after');
    expect(assert(runsOf(30), 'perf/a.json', {}, { tolerance: 1 }).pass).toBe(true);
  });

  it('refuses a baseline of another environment, with .not too, and says what differs', () => {
    assert(runsOf(20), 'b.json', { update: 'all' });
    const others = { ...OPTIONS, warmup: 5 };
    const result = assert(runsOf(20, others), 'b.json');
    expect(result.pass).toBe(false);
    expect(result.message()).toContain('not measured in this environment: warmup 1, here 5.');
    expect(assert(runsOf(20, others), 'b.json', { isNot: true }).pass).toBe(true);
  });

  it('says what is wrong with its arguments', () => {
    expect(() => assert(runsOf(20), '')).toThrow('takes the path of a baseline file');
    expect(() => assert(runsOf(20), 'b.json', {}, { tolerant: 1 })).toThrow('no option tolerant');
    expect(() => assert(runsOf(20), 'b.json', {}, { tolerance: '5%' })).toThrow('such as 0.04');
  });
});
