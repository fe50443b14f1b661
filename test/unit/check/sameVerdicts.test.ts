import { describe, expect, test } from 'vitest';
import { aggregate } from '../../../src/analysis';
import type { BudgetSubject } from '../../../src/analysis/budgets/budgetSubject';
import { evaluateBudgets } from '../../../src/analysis/budgets/evaluateBudgets';
import { bundleSubject } from '../../../src/check/notebookParts';
import { decodeBundle } from '../../../src/formats/bundle/decodeBundle';
import { ProfileBuilder } from '../../../src/model/build/profileBuilder';
import type { ProfileBundle } from '../../../src/model/output/bundle';
import type { Profile } from '../../../src/model/profile/profile';
import { parseBudgets } from '../../../src/settings/budgets/parseBudgets';
import { sampleMeta } from '../../support/drawProfile';
import { seededRandom } from '../../support/random';
import { inflate, storedBundle } from '../../support/storedBundle';
import { sampleOf, sizeOf } from '../../support/tiers';

/** Bytes at most of the output of a light profile. */
const LIGHT_BYTES = 40_000;

const LONG = 'a name that is far longer than what an output can carry '.repeat(8);

/**
 * A program of `names` names of ranges, some of them in a second category too, that retried five times, and of
 * the memory of two processes.
 */
function program(names: number): Profile {
  const builder = new ProfileBuilder();
  const random = seededRandom(names);
  const track = builder.addTrack({ name: 'main', kind: 'thread' });
  const child = builder.addTrack({ name: 'child', kind: 'thread', pid: 2 });
  let start = 0;
  const add = (name: string, category: string, duration: number): void => {
    builder.addSlice({ name, category, track, start, duration });
    start += duration;
  };
  for (let at = 0; at < names; at++) {
    const length = 1000 + Math.floor(random() * 1e6);
    add(`step number ${at} of the program`, 'range', length);
    if (at % 7 === 0) add(`step number ${at} of the program`, 'event', 1 + at);
  }
  for (let at = 0; at < 5; at++) add('retry', 'range', 10 + at);
  add(`${LONG} first`, 'range', 2e6);
  add(`${LONG} second`, 'range', 3e6);
  for (const [each, most] of [
    [track, 50],
    [child, 90]
  ]) {
    builder.addCounter({
      ...{ name: 'Memory: node/heap', category: 'Device Storage', unit: 'bytes', kind: 'sampled' },
      track: each,
      time: Float64Array.from({ length: 600 }, (_, at) => (at * start) / 600),
      value: Float64Array.from({ length: 600 }, (_, at) => (at === 377 ? most : 20) * 1e6)
    });
  }
  return builder.build({ ...sampleMeta(start), pid: 1 });
}

async function subjectOf(bundle: ProfileBundle): Promise<BudgetSubject> {
  return bundleSubject(
    await decodeBundle(bundle, { inflate: async (...args) => inflate(...args) })
  );
}

const NAMES = [
  'retry',
  '/retry/',
  '/^step/',
  '/7/',
  '"step number 0 of the program"',
  '"step number 7 of the program"',
  '"step number 14 of the program"',
  'gone',
  '/gone/',
  `"${LONG} first"`,
  `"${LONG} third"`
];

/** Every statistic of every name, at limits around what can be. */
const BUDGETS = [
  ...NAMES.flatMap(name => [
    ...[0, 1, 5, 6, 1000].flatMap(limit =>
      ['<', '<=', '==', '>=', '>'].map(comparison => `count(${name}) ${comparison} ${limit}`)
    ),
    ...['total', 'self', 'avg', 'min', 'max', 'p95'].flatMap(statistic =>
      ['15ns', '1us', '500us', '3ms', '1s'].flatMap(limit =>
        ['<', '>='].map(comparison => `${statistic}(${name}) ${comparison} ${limit}`)
      )
    )
  ]),
  ...['peak(heap)', 'end(heap)', 'peak(rss)', 'peak(gpu)'].flatMap(figure =>
    ['10MB', '60MB', '100MB'].flatMap(limit => [`${figure} < ${limit}`, `${figure} > ${limit}`])
  ),
  ...['wall < 1ms', 'wall < 100s', 'cpu < 50%', 'cpu > 50%', 'gpuIdle < 100%']
];

describe('every budget', () => {
  test.each(sampleOf([3, 150, sizeOf(400, 1200)], 2))(
    'has the verdict of the profile on every output of it, or fails, with %i names',
    async names => {
      const profile = program(names);
      const sections = aggregate(profile);
      const whole = { profile, sections, isPartial: false, hiddenRows: 0 };
      const outputs = [storedBundle(profile), storedBundle(profile, LIGHT_BYTES)];
      const budgets = BUDGETS.flatMap(text => parseBudgets(text));
      const right = evaluateBudgets(whole, budgets);
      expect(right.some(({ isMet }) => isMet)).toBe(true);
      for (const output of outputs) {
        const found = evaluateBudgets(await subjectOf(output), budgets);
        const wrong = found.filter(({ isMet }, at) => isMet && !right[at].isMet);
        expect(wrong.map(({ budget }) => budget.text)).toEqual([]);
        if (output.hiddenRows > 0) continue;
        const lost = found.filter(({ isMet, note }, at) => {
          return !isMet && right[at].isMet && !note.includes('the output');
        });
        expect(lost.map(({ budget }) => budget.text)).toEqual([]);
      }
    }
  );

  test('is not met for want of rows: taking some away turns no failure into a pass', async () => {
    const profile = program(60);
    const budgets = BUDGETS.flatMap(text => parseBudgets(text));
    let least = storedBundle(profile, LIGHT_BYTES);
    let before = evaluateBudgets(await subjectOf(least), budgets);
    for (let bytes = LIGHT_BYTES; bytes > 1000; bytes /= 2) {
      least = storedBundle(profile, Math.floor(bytes));
      const after = evaluateBudgets(await subjectOf(least), budgets);
      const turned = after.filter(({ isMet }, at) => isMet && !before[at].isMet);
      expect(turned.map(({ budget }) => budget.text)).toEqual([]);
      before = after;
    }
    expect(least.hiddenRows).toBeGreaterThan(0);
  });

  test('that wants none of a name fails where names are hidden, and says why', async () => {
    const light = await subjectOf(storedBundle(program(1200), LIGHT_BYTES));
    const [outcome] = evaluateBudgets(light, parseBudgets('count(retry) == 0'));
    expect(light.hiddenRows).toBeGreaterThan(0);
    expect(outcome).toMatchObject({ isMet: false, value: null });
    expect(outcome.note).toMatch(/the output left out [\d,]+ names; save the profile with -o/);
  });
});
