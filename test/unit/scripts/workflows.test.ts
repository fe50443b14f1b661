import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { wantedRuns } from '../../../scripts/steps/testRuns.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const folder = join(root, '.github', 'workflows');
const workflows = readdirSync(folder).map(name => ({
  name,
  text: readFileSync(join(folder, name), 'utf8')
}));

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>;
};

describe.each(workflows)('the workflow $name', ({ text }) => {
  it('grants nothing to all of its jobs but reading', () => {
    expect(/^permissions:\n((?: {2}.*\n)+)/m.exec(text)?.[1]).toBe('  contents: read\n');
  });

  it('names a release of each action', () => {
    const actions = [...text.matchAll(/uses: (\S+)/g)].map(([, action]) => action);
    expect(actions.filter(action => !/^[\w-]+\/[\w-]+@(v\d+|release\/v\d+)$/.test(action))).toEqual(
      []
    );
  });

  it('limits the time of each job that builds', () => {
    const jobs = text.split(/^ {2}(?=\w+:\n {4})/m).slice(1);
    const building = jobs.filter(job => /npm (test|run)|curl/.test(job));
    expect(building.filter(job => !job.includes('timeout-minutes:'))).toEqual([]);
  });

  it('runs only commands of package.json', () => {
    const commands = [...text.matchAll(/npm (?:run )?([\w:]+)/g)].map(([, command]) => command);
    const known = [...Object.keys(scripts), 'ci', 'publish'];
    expect(commands.filter(command => !known.includes(command))).toEqual([]);
  });
});

it('every change runs all suites that `npm test` has', () => {
  const text = workflows.find(({ name }) => name === 'tests.yml')?.text ?? '';
  const [, list = ''] = /suites:\s*\[([^\]]*)\]/.exec(text) ?? [];
  const suites = [...list.matchAll(/[\w-]+/g)].map(([name]) => name);
  expect(suites.sort()).toEqual([...wantedRuns([])].sort());
});

it('the releases are published with provenance, from what was checked', () => {
  const text = workflows.find(({ name }) => name === 'release.yml')?.text ?? '';
  expect(text).toContain('npm run release:check');
  expect(text).toContain('--provenance');
  expect(text.match(/id-token: write/g)?.length).toBe(2);
  expect(text.match(/needs: archives/g)?.length).toBe(2);
});
