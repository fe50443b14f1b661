import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { exportProfile } from '../../../src/engine/results/exportProfile';
import { ExitCode } from '../../../src/cli/shared/commandContext';
import type { Profile } from '../../../src/model/profile/profile';
import { drawProfile } from '../../support/drawProfile';
import { runCommand } from '../../support/runCommand';
import { useFolder } from '../../support/folders';

const folder = useFolder();

const at = (name: string): string => join(folder, name);

/** A profile of `[parse]` with so many milliseconds, in a file. */
function saved(name: string, ms: number, meta: Partial<Profile['meta']> = {}): string {
  const drawing = `main |[train]${' '.repeat(20)}\n |[${'parse'.padEnd(ms - 2)}]`;
  exportProfile(drawProfile(drawing, { nsPerColumn: 1e6, meta }), [], at(name));
  return at(name);
}

const check = (...args: readonly string[]) => runCommand('check', ...args);

describe('check with budgets', () => {
  test('ends with 0 when they are met', async () => {
    const file = saved('a.kscope', 20);
    const { code, out, err } = await check(file, '--assert', 'total(parse) < 50ms; wall < 1s');
    expect([code, err]).toEqual([ExitCode.ok, '']);
    expect(out.split('\n')).toEqual([
      file,
      '  ✓ total(parse) < 50ms: 20.0 ms',
      '  ✓ wall < 1s: 20.0 ms',
      '2 checks: 2 met',
      ''
    ]);
  });

  test('ends with 1 when one is missed, of any of several files', async () => {
    const [a, b] = [saved('a.kscope', 20), saved('b.kscope', 60)];
    const budgets = ['--assert', 'total(parse) < 50ms', '--assert', 'count(parse) == 1'];
    const { code, out } = await check(a, b, ...budgets);
    expect(code).toBe(ExitCode.failed);
    expect(out).toContain('✗ total(parse) < 50ms: 60.0 ms');
    expect(out).toContain('4 checks: 3 met, 1 missed');
  });

  test('holds a profile to those it was recorded with', async () => {
    const file = saved('own.kscope', 20, { options: { assert: 'total(parse) < 1ms' } });
    const { code, out } = await check(file);
    expect(code).toBe(ExitCode.failed);
    expect(out).toContain('✗ total(parse) < 1ms: 20.0 ms');
  });

  test.each([
    [{ status: 'error' }, 'The code ended with an error; everything up to it is here.'],
    [{ status: 'recovered' }, 'Recovered after the process was killed; the end may be missing.'],
    [{ truncated: true }, 'The file was cut off; only its intact part is shown.']
  ] as const)('fails for a part of a run, with %j', async (meta, reason) => {
    const file = saved('part.kscope', 20, meta);
    const { code, out } = await check(file, '--assert', 'wall < 1s');
    expect(code).toBe(ExitCode.failed);
    expect(out).toContain(`  ✗ the run ended well: ${reason}\n  ✓ wall < 1s: 20.0 ms\n`);
  });

  test('takes the end of a process for a good end', async () => {
    const file = saved('exited.kscope', 20, { status: 'exited' });
    expect((await check(file, '--assert', 'wall < 1s')).code).toBe(ExitCode.ok);
  });

  test('takes one that cannot be read for wrong usage, and shows the place', async () => {
    const { code, out, err } = await check(at('absent.kscope'), '--assert', 'totl(x) < 1ms');
    expect([code, out]).toEqual([ExitCode.usage, '']);
    expect(err).toContain('Did you mean total?');
    expect(err).toContain('  totl(x) < 1ms\n  ^^^^');
  });

  test('fails for a file that cannot be read, and checks the others', async () => {
    const file = saved('a.kscope', 20);
    writeFileSync(at('broken.kscope'), 'no profile');
    const files = [at('absent.kscope'), at('broken.kscope'), file];
    const { code, out } = await check(...files, '--assert', 'wall < 1s');
    expect(code).toBe(ExitCode.failed);
    expect(out).toContain(`✗ the file can be read: Cannot load ${at('absent.kscope')}`);
    expect(out).toContain(`✗ the file can be read: Cannot load ${at('broken.kscope')}`);
    expect(out).toContain('✓ wall < 1s');
  });
});

describe('check with a baseline', () => {
  test('ends with 1 on a regression, and says how large it is', async () => {
    const [before, after] = [saved('before.kscope', 20), saved('after.kscope', 40)];
    const { code, out } = await check(after, '--baseline', before);
    expect(code).toBe(ExitCode.failed);
    expect(out).toContain(
      `✗ range/parse no slower than in ${before}: 40.0 ms, was 20.0 ms (+100.0 %; tolerance 5 %)`
    );
    expect((await check(before, '--baseline', after)).code).toBe(ExitCode.ok);
  });

  test.each(['100%', '100', '120.5 %'])(
    'lets it pass within a tolerance of %s',
    async tolerance => {
      const [before, after] = [saved('before.kscope', 20), saved('after.kscope', 40)];
      const { code, out } = await check(after, '--baseline', before, '--tolerance', tolerance);
      expect(code).toBe(ExitCode.ok);
      expect(out).toContain(`✓ no regression against ${before}: `);
    }
  );

  test('names a baseline that is not there, and says how to make one', async () => {
    const file = saved('a.kscope', 20);
    const { code, out, err } = await check(file, '--baseline', at('none.kscope'));
    expect([code, out]).toEqual([ExitCode.failed, '']);
    expect(err).toBe(
      `kernelscope: There is no baseline ${at('none.kscope')}: ` +
        'write the profile of a good run to it with --update-baseline.\n'
    );
  });

  test('makes the file the baseline when it is told to and all budgets are met', async () => {
    const file = saved('a.kscope', 20);
    const target = at('new/baseline.kscope');
    const update = ['--baseline', target, '--update-baseline'];
    const missed = await check(file, ...update, '--assert', 'wall < 1ns');
    expect([missed.code, existsSync(target)]).toEqual([ExitCode.failed, false]);
    const { code, err } = await check(file, ...update);
    expect([code, err]).toEqual([ExitCode.ok, `${file} is the baseline now: ${target}\n`]);
    expect((await check(file, '--baseline', target)).code).toBe(ExitCode.ok);
  });
});

describe('reports of check', () => {
  test('are written whether or not all is met', async () => {
    const file = saved('a.kscope', 20);
    const reports = ['--junit', at('out/report.xml'), '--markdown', at('out/report.md')];
    const { code } = await check(file, '--assert', 'wall < 1ns; wall < 1s', ...reports);
    expect(code).toBe(ExitCode.failed);
    expect(readFileSync(at('out/report.xml'), 'utf8')).toContain('tests="2" failures="1"');
    expect(readFileSync(at('out/report.md'), 'utf8')).toContain('| ✗ missed | `wall < 1ns` |');
  });

  test('that cannot be written are an error', async () => {
    const file = saved('a.kscope', 20);
    const { code, err } = await check(file, '--assert', 'wall < 1s', '--junit', folder);
    expect(code).toBe(ExitCode.failed);
    expect(err).toContain(`Cannot write ${folder}: it is a folder.`);
  });
});

describe('check is used wrongly', () => {
  test.each([
    [['a.kscope', '--tolerance', '5%'], '--tolerance needs --baseline FILE'],
    [['a.kscope', '--update-baseline'], '--update-baseline needs --baseline FILE'],
    [
      ['a.kscope', 'b.kscope', '--baseline', 'c.kscope', '--update-baseline'],
      '--update-baseline takes one file, not 2'
    ],
    [['a.kscope', '--baseline', 'b.kscope', '--tolerance', 'some'], "'some' is invalid"],
    [['a.kscope', '--baseline', 'b.kscope', '--tolerance', '-5%'], "'-5%' is invalid"],
    [[], "missing required argument 'file'"],
    [['a.kscope', '--asert', 'wall < 1s'], "unknown option '--asert'"]
  ])('with %j', async (args, problem) => {
    const { code, out, err } = await check(...args);
    expect([code, out]).toEqual([ExitCode.usage, '']);
    expect(err).toContain(problem);
  });

  test('with nothing to check', async () => {
    const { code, err } = await check(saved('a.kscope', 20));
    expect(code).toBe(ExitCode.usage);
    expect(err).toContain('nothing to check: give --assert BUDGETS or --baseline FILE');
  });

  test('or not understood: its help has the grammar and the exit codes', async () => {
    const { code, out } = await check('--help');
    expect(code).toBe(ExitCode.ok);
    expect(out).toMatch(/peak\|end\(heap\|rss\|external\|gpu\)[^]*Exit codes: 0 /);
  });
});
