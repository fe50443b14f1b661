import { describe, expect, it } from 'vitest';
import {
  missingFiles,
  TEST_RUNS,
  TIMED_RUNS,
  wantedRuns
} from '../../../scripts/steps/testRuns.mjs';

const all = [...TEST_RUNS, ...TIMED_RUNS].map(({ name }) => name);

describe('the runs of npm test', () => {
  it('are all wanted unless some are named', () => {
    expect([...wantedRuns([])]).toEqual([...all, 'checks']);
    expect([...wantedRuns(['--only', 'ui,unit'])]).toEqual(['ui', 'unit']);
  });

  it.each([
    [['--only', 'ui,foo'], 'got foo'],
    [['--only'], 'got nothing']
  ])('refuse %j, naming those there are', (args, message) => {
    expect(() => wantedRuns(args)).toThrow(message);
    expect(() => wantedRuns(args)).toThrow('--only takes ui, bridge, wheel');
  });

  it('have names of their own', () => {
    expect(new Set(all).size).toBe(all.length);
  });

  it('name only files that are there', () => {
    expect(missingFiles()).toEqual([]);
  });
});
