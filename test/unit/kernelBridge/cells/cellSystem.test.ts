import { expect, it } from 'vitest';
import { withLateOptimization } from '../../../../kernel-bridge/src/cells/cellSystem';

/** A Node that notes the options it is given. */
function noting(release: string, options = '') {
  const given: string[] = [];
  return { release, options, given, set: (option: string) => given.push(option) };
}

it('gives V8 its own budget back, also after an error', () => {
  const node = noting('20');
  const during = withLateOptimization(() => [...node.given], node);
  expect(during).toEqual(['--interrupt-budget=1000000']);
  expect(node.given.at(-1)).toBe('--interrupt-budget=67584');
  const fail = (): never => {
    throw new Error('no types');
  };
  expect(() => withLateOptimization(fail, node)).toThrow('no types');
  expect(node.given.at(-1)).toBe('--interrupt-budget=67584');
});

it('changes nothing where the budget is unknown, or given by options', () => {
  for (const node of [noting('24'), noting('20', '--no-warnings --interrupt-budget=5000')]) {
    expect(withLateOptimization(() => 7, node)).toBe(7);
    expect(node.given).toEqual([]);
  }
});
