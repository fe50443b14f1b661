import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { TEST_RUNS, wantedRuns } from '../../../scripts/steps/testRuns.mjs';
import { vitestCommand } from '../../../scripts/steps/vitestRun.mjs';

const all = TEST_RUNS.map(({ name }) => name);

describe('the runs of tests', () => {
  it('are those of every change, and all of them at night', () => {
    const every = [...wantedRuns([])];
    expect(every).toContain('unit');
    expect(every).not.toContain('bridge-node-24');
    expect(every).not.toContain('spark');
    expect([...wantedRuns(['--all'])]).toEqual([...all, 'checks']);
  });

  it('are those that a command names', () => {
    expect([...wantedRuns(['--only', 'ui,spark'])]).toEqual(['ui', 'spark']);
  });

  it.each([
    [['--only', 'ui,foo'], 'got foo'],
    [['--only'], 'got nothing']
  ])('refuse %j, naming those there are', (args, message) => {
    expect(() => wantedRuns(args)).toThrow(message);
    expect(() => wantedRuns(args)).toThrow('--only takes bridge, unit, unit-apart');
  });

  it('have names of their own', () => {
    expect(new Set(all).size).toBe(all.length);
  });

  it.each(TEST_RUNS)(
    'start the Node at hand, unless they are given the path of another: $name',
    run => {
      expect(vitestCommand(run, 'report.json')[0]).toBe(process.execPath);
      expect(vitestCommand({ ...run, node: '/other/node' }, 'report.json')[0]).toBe('/other/node');
    }
  );

  it('have every project of Vitest', () => {
    const config = readFileSync(new URL('../../../vitest.config.mts', import.meta.url), 'utf8');
    const projects = [...config.matchAll(/(?:fast|whole)\('([\w-]+)'/g)].map(([, name]) => name);
    expect(projects.length).toBeGreaterThan(8);
    expect([...new Set(TEST_RUNS.flatMap(run => run.projects))].sort()).toEqual(projects.sort());
  });
});
