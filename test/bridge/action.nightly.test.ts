import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { exportProfile } from '../../src/engine/results/exportProfile';
import { drawProfile } from '../support/drawProfile';
import { writeNotebook } from '../support/notebookFiles';
import { useFolder } from '../support/folders';

const here = (file: string): string => fileURLToPath(new URL(file, import.meta.url));
const SCRIPT = here('../../action/report.mjs');
const COMMAND = here('../../src/bin/kernelscope.cjs');

const REPEATED = [40, 41, 42, 40, 41, 42];
const SLOWER = [60, 61, 62, 60, 61, 62];

const folder = useFolder();
const at = (name: string): string => path.join(folder, name);

beforeAll(() => {
  writeNotebook(at('base.ipynb'), [{ name: 'train', runsMs: REPEATED }]);
  writeNotebook(at('same.ipynb'), [{ name: 'train', runsMs: REPEATED }]);
  writeNotebook(at('slow.ipynb'), [{ name: 'train', runsMs: SLOWER }]);
  exportProfile(drawProfile('main |[parse]', { nsPerColumn: 1e6 }), [], at('run.kscope'));
});

/** The environment of a step, as GitHub makes it; a file of that name takes what is called by `gh`. */
interface Step {
  readonly files: readonly string[];
  readonly variables?: Readonly<Record<string, string>>;
  readonly gh?: string;
}

interface StepResult {
  readonly code: number | null;
  readonly log: string;
  readonly summary: string;
  readonly output: string;
}

let steps = 0;

/** Runs the script as a step does. */
function runStep({ files, variables = {}, gh }: Step): StepResult {
  const [summary, output] = [`summary-${++steps}`, `output-${steps}`].map(at);
  const programs = at(`programs-${steps}`);
  if (gh !== undefined) writeGh(programs, gh);
  const { status, stdout, stderr } = spawnSync(process.execPath, [SCRIPT], {
    cwd: folder,
    encoding: 'utf8',
    env: {
      PATH: `${programs}:${process.env.PATH ?? ''}`,
      KERNELSCOPE_FILES: files.join('\n'),
      KERNELSCOPE_COMMAND: `${process.execPath} ${COMMAND}`,
      KERNELSCOPE_COMMENT: 'true',
      GITHUB_STEP_SUMMARY: summary,
      GITHUB_OUTPUT: output,
      ...variables
    }
  });
  const textOf = (file: string): string => (existsSync(file) ? readFileSync(file, 'utf8') : '');
  return { code: status, log: stdout + stderr, summary: textOf(summary), output: textOf(output) };
}

/** A program `gh` that does as the shell code says; its arguments are in the file calls. */
function writeGh(programs: string, code: string): void {
  spawnSync('mkdir', ['-p', programs]);
  const file = path.join(programs, 'gh');
  writeFileSync(file, `#!/bin/sh\nprintf '%s\\n' "$*" >> ${at('calls')}\n${code}\n`);
  chmodSync(file, 0o755);
}

/** The variables of a workflow for pull request 12, with a token. */
function pullRequest(): Readonly<Record<string, string>> {
  writeFileSync(at('event.json'), JSON.stringify({ pull_request: { number: 12 } }));
  rmSync(at('calls'), { force: true });
  return {
    GH_TOKEN: 'secret',
    GITHUB_REPOSITORY: 'owner/name',
    GITHUB_EVENT_PATH: at('event.json')
  };
}

describe('the step of the action', () => {
  test('writes the summary without a token, and succeeds where nothing changed', () => {
    const { code, summary, output, log } = runStep({
      files: ['same.ipynb'],
      variables: { KERNELSCOPE_BASELINE: 'base.ipynb', KERNELSCOPE_TOLERANCE: '10%' }
    });
    expect([code, output], log).toEqual([0, 'failed=false\n']);
    expect(summary).toContain('## Performance');
    expect(summary).toContain('### same.ipynb');
    expect(summary).toContain('█'.repeat(16));
    expect(summary).toContain('may be chance');
  });

  test('reports a slower notebook as failed, after all was written', () => {
    const { code, summary, output } = runStep({
      files: ['slow.ipynb', 'run.kscope'],
      variables: { KERNELSCOPE_BASELINE: 'base.ipynb' }
    });
    expect([code, output]).toEqual([0, 'failed=true\n']);
    expect(summary).toContain('✗ missed');
    expect(summary).toMatch(/\+48\.\d % \| slower/);
  });

  test('holds all files to the budgets, and needs none', () => {
    const missed = runStep({
      files: ['run.kscope'],
      variables: { KERNELSCOPE_BUDGETS: 'total(parse) < 1ms' }
    });
    expect(missed.output).toBe('failed=true\n');
    expect(missed.summary).toContain('`total(parse) < 1ms`');
    const none = runStep({ files: ['run.kscope'] });
    expect(none.output, none.log).toBe('failed=false\n');
  });

  test('comments on the pull request, and later in place of that comment', () => {
    const body = at('body');
    const first = runStep({
      files: ['same.ipynb'],
      variables: pullRequest(),
      gh: `for word; do case "$word" in body=@*) cat "\${word#body=@}" > ${body};; esac; done`
    });
    expect(first.output, first.log).toBe('failed=false\n');
    const [find, make] = readFileSync(at('calls'), 'utf8').trim().split('\n');
    expect(find).toContain('api repos/owner/name/issues/12/comments --paginate --jq');
    expect(make).toMatch(
      /^api repos\/owner\/name\/issues\/12\/comments --field body=@\S+ --silent$/
    );
    expect(readFileSync(body, 'utf8')).toMatch(/^<!-- kernelscope -->\n[^]*### same\.ipynb/);
    const variables = pullRequest();
    runStep({ files: ['same.ipynb'], variables, gh: 'case "$*" in *--jq*) echo 77;; esac' });
    const [, change] = readFileSync(at('calls'), 'utf8').trim().split('\n');
    expect(change).toMatch(/^api repos\/owner\/name\/issues\/comments\/77 --method PATCH --field/);
  });

  test('warns where it may not comment, and never shows the token', () => {
    const { code, output, log } = runStep({
      files: ['same.ipynb'],
      variables: pullRequest(),
      gh: 'echo "Resource not accessible by integration" >&2; exit 1'
    });
    expect([code, output]).toEqual([0, 'failed=false\n']);
    expect(log).toContain(
      '::warning title=Kernelscope::No comment was made: Resource not accessible by integration'
    );
    expect(log).not.toContain('secret');
  });

  test('makes no comment where that is switched off, or outside of a pull request', () => {
    const variables = pullRequest();
    runStep({
      files: ['same.ipynb'],
      variables: { ...variables, KERNELSCOPE_COMMENT: 'false' },
      gh: ''
    });
    writeFileSync(at('event.json'), '{"ref":"refs/heads/main"}');
    runStep({ files: ['same.ipynb'], variables, gh: '' });
    expect(existsSync(at('calls'))).toBe(false);
  });

  test('prints what files contain where the runner reads no commands', () => {
    writeNotebook(at('hostile.ipynb'), [{ name: '\n::error::x', runsMs: [30] }]);
    const { log } = runStep({ files: ['hostile.ipynb'] });
    const open: string[] = [];
    for (const line of log.split('\n').filter(each => each.trimStart().startsWith('::'))) {
      const [, token] = /^::stop-commands::(\S+)$/.exec(line) ?? [];
      if (token !== undefined) open.push(token);
      else if (open.length > 0) expect(line).toBe(`::${open.pop() ?? ''}::`);
      else expect.fail(line);
    }
  });

  test('is cut where GitHub takes no more', () => {
    const cells = Array.from({ length: 1200 }, (_, at) => ({ name: `cell ${at}`, runsMs: [30] }));
    writeNotebook(at('long.ipynb'), cells);
    const body = at('long-body');
    const { summary } = runStep({
      files: ['long.ipynb'],
      variables: pullRequest(),
      gh: `for word; do case "$word" in body=@*) cat "\${word#body=@}" > ${body};; esac; done`
    });
    expect(summary).toContain('cell 1199');
    const comment = readFileSync(body, 'utf8');
    expect(comment.length).toBeLessThanOrEqual(65_000);
    expect(comment).toContain('The rest is in the log and in the attached profiles.');
  });

  test('says what is missing', () => {
    const none = runStep({ files: [] });
    expect([none.code, none.log]).toEqual([
      1,
      '::error title=Kernelscope::No files were named: give the input files\n'
    ]);
    const command = runStep({
      files: ['same.ipynb'],
      variables: { KERNELSCOPE_COMMAND: 'no-such-program' }
    });
    expect(command.code).toBe(1);
    expect(command.log).toContain('no-such-program cannot be run');
  });

  test('has every variable that the action hands to it', () => {
    const action = readFileSync(here('../../action/action.yml'), 'utf8');
    const script = readFileSync(SCRIPT, 'utf8');
    const handed = [...action.matchAll(/^ {8}([A-Z_]+): \$\{\{/gm)].map(([, name]) => name);
    expect(handed).toHaveLength(7);
    for (const name of handed) expect(script).toContain(`env('${name}')`);
    expect(action).not.toMatch(/run:.*\$\{\{/);
  });
});
