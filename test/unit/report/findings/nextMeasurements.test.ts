import { describe, expect, it } from 'vitest';
import type { Finding, FindingKind, FindingOf } from '../../../../src/model/output/findings';
import { nextMeasurements } from '../../../../src/report/findings/nextMeasurements';

function finding<Kind extends FindingKind>(
  kind: Kind,
  facts: Partial<FindingOf<Kind>['facts']> = {}
): Finding {
  const target = { view: 'table', selection: null, window: null };
  return { kind, share: 0.5, low: null, high: null, facts, target } as unknown as Finding;
}

const ALL_OFF = Object.fromEntries(
  ['lines', 'allocations', 'retained', 'heap-diff', 'async', 'stack'].map(name => [name, 'off'])
);
const ALL_ON = Object.fromEntries(Object.keys(ALL_OFF).map(name => [name, 'on']));

describe('what to measure next', () => {
  it.each([
    ['hotLine', {}, '--repeat 10'],
    ['hotFunction', {}, '--lines'],
    ['garbage', {}, '--allocations'],
    ['waiting', {}, '--async'],
    ['dominates', { category: 'operator' }, '--stack'],
    ['grew', {}, '--retained'],
    ['memory', { function: '', object: '' }, '--retained'],
    ['memory', { function: 'f', object: '' }, '--heap-diff'],
    ['allocations', {}, '--retained']
  ] as const)('of %s %j is %s', (kind, facts, option) => {
    expect(nextMeasurements([finding(kind, facts)], ALL_OFF)).toEqual([
      expect.stringContaining(`\`${option}\``)
    ]);
  });

  it.each(['garbage', 'waiting', 'dominates', 'grew', 'memory', 'allocations'] as const)(
    'of %s is nothing where it was measured',
    kind => {
      const facts = { category: 'operator', function: 'f', object: '' };
      expect(nextMeasurements([finding(kind, facts)], ALL_ON)).toEqual([]);
    }
  );

  it.each(['eventLoop', 'outliers', 'gpuIdle', 'overhead'] as const)('of %s is nothing', kind => {
    expect(nextMeasurements([finding(kind)], ALL_OFF)).toEqual([]);
  });

  it('suggests no option to profiles that tell none', () => {
    expect(nextMeasurements([finding('garbage'), finding('grew')], {})).toEqual([]);
  });

  it('says each thing once', () => {
    expect(nextMeasurements([finding('grew'), finding('allocations')], ALL_OFF)).toHaveLength(1);
  });
});
