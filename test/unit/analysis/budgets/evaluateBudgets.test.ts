import { describe, expect, it } from 'vitest';
import { aggregate } from '../../../../src/analysis/statistics/aggregate';
import type { BudgetSubject } from '../../../../src/analysis/budgets/budgetSubject';
import {
  type BudgetOutcome,
  evaluateBudgets
} from '../../../../src/analysis/budgets/evaluateBudgets';
import type { Profile } from '../../../../src/model/profile/profile';
import { ProfileBuilder } from '../../../../src/model/build/profileBuilder';
import { parseBudgets } from '../../../../src/settings/budgets/parseBudgets';
import { drawProfile, sampleMeta } from '../../../support/drawProfile';

const subjectOf = (profile: Profile, more: Partial<BudgetSubject> = {}): BudgetSubject => ({
  profile,
  sections: aggregate(profile),
  isPartial: false,
  hiddenRows: 0,
  ...more
});

const check = (profile: Profile, text: string): BudgetOutcome =>
  evaluateBudgets(subjectOf(profile), parseBudgets(text))[0];

const training = drawProfile(
  `main |[train            ]
        | [op/conv][op/relu]
        |  [inner]`
);

describe('a budget of slices', () => {
  it.each([
    ['total(train) == 19 ns', 19],
    ['self(train) < 10ns', 1],
    ['count(train) == 1', 1],
    ['total(/^(conv|relu)$/) < 1us', 18],
    ['count(/./) == 4', 4],
    ['avg(/^(conv|relu)$/) == 9ns', 9],
    ['min(/./) >= 7ns', 7],
    ['max(/./) <= 19ns', 19],
    ['p95(inner) > 6 ns', 7],
    ['p95(/./) == 19ns', 19],
    ['wall == 19ns', 19],
    ['cpu == 100%', 100],
    ['cpu <= 19ns', 19]
  ])('%s is met', (text, value) => {
    expect(check(training, text)).toMatchObject({ isMet: true, value });
  });

  it('is missed beyond its limit', () => {
    expect(check(training, 'total(train) < 19ns')).toMatchObject({ isMet: false, value: 19 });
    expect(check(training, 'total(train) > 19ns')).toMatchObject({ isMet: false, value: 19 });
  });

  it('is missed when no slice has the name, and the nearest name is told', () => {
    expect(check(training, 'total(trian) < 1s')).toMatchObject({
      isMet: false,
      value: null,
      note: 'no slice is named trian; nearest: train'
    });
    expect(check(training, 'max(/^x/) < 1s').note).toBe('no slice has a name that /^x/ finds');
  });

  it.each(['count(x) == 0', 'count(x) < 1', 'count(x) <= 0'])('%s wants none', text => {
    expect(check(training, text)).toMatchObject({ isMet: true, value: 0 });
    expect(check(training, text.replace('x', 'train'))).toMatchObject({ isMet: false, value: 1 });
  });

  it.each(['count(x) < 5', 'count(x) >= 0', 'count(x) <= 1'])('%s wants some', text => {
    expect(check(training, text).isMet).toBe(false);
  });

  it('is exact where slices were dropped, and says of a percentile that it is not', () => {
    const profile = dropping();
    expect(check(profile, 'total(step) == 1010ns').isMet).toBe(true);
    expect(check(profile, 'count(step) == 11').isMet).toBe(true);
    expect(check(profile, 'max(step) == 500ns').isMet).toBe(true);
    expect(check(profile, 'p95(step) == 10ns')).toMatchObject({
      isMet: true,
      note: 'of the 1 slice that were kept'
    });
  });
});

/** One kept slice of 10 ns, ten dropped ones of 1000 ns together. */
function dropping(): Profile {
  const builder = new ProfileBuilder();
  const track = builder.addTrack({ name: 'main', kind: 'thread' });
  builder.addSlice({ name: 'step', category: 'range', track, start: 0, duration: 10 });
  const droppedTotals = {
    length: 1,
    label: Uint32Array.of(builder.label('step', 'range')),
    count: Float64Array.of(10),
    total: Float64Array.of(1000),
    self: Float64Array.of(1000),
    min: Float64Array.of(1),
    max: Float64Array.of(500)
  };
  return builder.build(sampleMeta(2000), { droppedTotals });
}

describe('a budget of memory', () => {
  const profile = memory({ 'Memory: node/heap': [10, 50, 20], 'Memory: gpu(0)': [1, 3, 2] });

  it.each([
    ['peak(heap) == 50B', 50],
    ['end(heap) < 21B', 20],
    ['peak(gpu) <= 3B', 3],
    ['end(gpu) == 2B', 2]
  ])('%s is met', (text, value) => {
    expect(check(profile, text)).toMatchObject({ isMet: true, value });
  });

  it('is missed when the memory was not recorded', () => {
    expect(check(profile, 'peak(rss) < 1GB')).toMatchObject({
      isMet: false,
      note: 'memory was not recorded; see --memory'
    });
    expect(check(training, 'peak(gpu) < 1GB').note).toBe('no memory of a GPU was recorded');
  });
});

function memory(series: Readonly<Record<string, readonly number[]>>): Profile {
  const builder = new ProfileBuilder();
  const track = builder.addTrack({ name: 'main', kind: 'thread' });
  for (const [name, values] of Object.entries(series)) {
    builder.addCounter({
      name,
      category: 'Device Storage',
      unit: 'bytes',
      kind: 'sampled',
      track,
      time: Float64Array.from(values, (_, at) => at),
      value: Float64Array.from(values)
    });
  }
  return builder.build(sampleMeta(10));
}

describe('gpuIdle', () => {
  it('is the share of the time without work on a GPU, the mean of those that worked', () => {
    const builder = new ProfileBuilder();
    const stream = (device: number) =>
      builder.addTrack({ name: 'stream', kind: 'cudaStream', parent: device });
    const first = builder.addTrack({ name: 'GPU 0', kind: 'device' });
    const second = builder.addTrack({ name: 'GPU 1', kind: 'device' });
    builder.addTrack({ name: 'GPU 2', kind: 'device' });
    const [a, b, c] = [stream(first), stream(first), stream(second)];
    const slice = (track: number, start: number, duration: number) =>
      builder.addSlice({ name: 'gemm', category: 'kernel', track, start, duration });
    slice(a, 0, 30);
    slice(b, 20, 30);
    slice(b, 90, 30);
    slice(c, 0, 20);
    const profile = builder.build(sampleMeta(100));
    expect(check(profile, 'gpuIdle < 61%')).toMatchObject({ isMet: true, value: 60 });
  });

  it('is not known without a GPU', () => {
    expect(check(training, 'gpuIdle < 100%')).toMatchObject({
      isMet: false,
      note: 'nothing was recorded on a GPU'
    });
  });
});

describe('budgets of a repeated cell', () => {
  const repeated = drawProfile(
    `main |[repetition/repetition][repetition/repetition]
          | [step  ][step]          [step    ]`
  );

  it.each([
    ['wall == 23ns', 23],
    ['count(step) == 1.5', 1.5],
    ['total(step) == 12ns', 12],
    ['max(step) == 10ns', 10],
    ['avg(step) == 8ns', 8]
  ])('%s is of one run, or of one slice', (text, value) => {
    expect(check(repeated, text)).toMatchObject({ isMet: true, value });
  });

  it('say that they are means', () => {
    expect(check(repeated, 'cpu < 1s')).toMatchObject({ note: 'mean of 2 runs' });
  });
});

describe('budgets of a part of a profile', () => {
  const part = subjectOf(training, { isPartial: true, hiddenRows: 2 });
  const checkPart = (text: string) => evaluateBudgets(part, parseBudgets(text))[0];

  it('go by its statistics, and are missed where those do not tell', () => {
    expect(checkPart('p95(inner) == 7ns').isMet).toBe(true);
    expect(checkPart('p95(/./) < 1s').note).toContain('a part of the slices');
    expect(checkPart('total(gone) < 1s').note).toContain('the output left out 2 names');
  });
});

it('knows no CPU time of a profile of another file', () => {
  const imported = drawProfile('main |[a]', { meta: { cpuTimeNs: 0, runtime: '' } });
  expect(check(imported, 'cpu < 1s')).toMatchObject({
    isMet: false,
    note: 'CPU time was not recorded'
  });
});
