import { describe, expect, it } from 'vitest';
import { createLabel, type LabelValues } from '../../../../src/engine/annotate/label';
import { SampleLabelSource } from '../../../../src/sources/async/sampleLabels';
import { LabelContext } from '../../../../src/sources/async/labelContext';
import { contributionContext } from '../../../support/contributionContext';

/** A clock that adds one nanosecond whenever it is read. */
function countingContext() {
  let now = 0n;
  const clock = (): bigint => ++now;
  const context = new LabelContext(clock);
  return { context, clock, label: createLabel(context) };
}

function record(context: LabelContext, clock: () => bigint) {
  const source = new SampleLabelSource(context, 0);
  source.start();
  const originNs = clock();
  return () => {
    source.stopNow();
    const given = contributionContext({ originNs, endNs: clock() });
    const { slices = [], report } = source.contribute(given);
    return { names: slices.map(({ name }) => name), slices, report };
  };
}

describe('profile.label', () => {
  it('returns what the function returns, and throws what it throws, while nothing is recorded too', () => {
    const { context, clock, label } = countingContext();
    const error = new Error('planned');
    const fails = (): never => {
      throw error;
    };
    const value = {};
    for (const stop of [() => null, record(context, clock)]) {
      expect(label({ a: 1 }, () => value)).toBe(value);
      expect(() => label({ a: 1 }, fails)).toThrow(error);
      stop();
    }
  });

  it('adds to the labels around it, in place of those of the same name', () => {
    const { context, clock, label } = countingContext();
    const stop = record(context, clock);
    label({ route: '/a', tenant: 7 }, () => {
      clock();
      label({ tenant: true, step: 'x' }, clock);
      clock();
    });
    const { names, slices, report } = stop();
    const outer = 'route=/a, tenant=7';
    expect(names).toEqual([outer, 'route=/a, tenant=true, step=x', outer]);
    expect(slices[1]).toMatchObject({ args: { route: '/a', tenant: 'true', step: 'x' } });
    expect(report).toMatchObject({ status: 'ok', records: 3 });
  });

  it('has labels that were there before a recording, and gives none to the code after it', () => {
    const { context, clock, label } = countingContext();
    const names = label({ kept: 'yes' }, () => {
      const first = record(context, clock);
      clock();
      const second = record(context, clock);
      clock();
      return [second().names, first().names];
    });
    expect(names).toEqual([['kept=yes'], ['kept=yes']]);
    const later = record(context, clock);
    clock();
    expect(later().names).toEqual([]);
  });

  it('has (other) for the values of labels beyond ten thousand', () => {
    const { context, clock, label } = countingContext();
    const stop = record(context, clock);
    for (let id = 0; id < 10_050; id++) label({ id }, clock);
    const { names } = stop();
    expect(new Set(names).size).toBe(10_001);
    expect(names.at(-1)).toBe('id=(other)');
  });

  it.each([
    [null, 'labels must be an object of names and values'],
    [[1], 'labels must be an object of names and values'],
    [{ a: {} }, 'the label a must be a string, a number or a boolean, got'],
    [{ a: NaN }, 'the label a must be a string, a number or a boolean, got NaN'],
    [
      Object.fromEntries(Array.from({ length: 17 }, (_, at) => [`k${at}`, at])),
      'labels must be at most 16, got 17'
    ]
  ])('refuses %j', (labels, text) => {
    const { label } = countingContext();
    expect(() => label(labels as unknown as LabelValues, () => 0)).toThrow(text);
  });

  it('refuses what is no function', () => {
    const { label } = countingContext();
    const nothing = undefined as unknown as () => void;
    expect(() => label({}, nothing)).toThrow('profile.label runs a function, not undefined');
  });
});
