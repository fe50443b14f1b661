import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { exportProfile } from '../../../src/engine/results/exportProfile';
import { ExitCode } from '../../../src/cli/shared/commandContext';
import { PROFILE_MIME_TYPE } from '../../../src/model/output/bundle';
import type { Profile } from '../../../src/model/profile/profile';
import { drawProfile } from '../../support/drawProfile';
import { largeProfile } from '../../support/largeProfile';
import { runCommand } from '../../support/runCommand';
import { storedBundle } from '../../support/storedBundle';
import { useFolder } from '../../support/folders';

const folder = useFolder();
let notebooks = 0;

interface Cell {
  readonly cell_type: string;
  readonly source: unknown;
  readonly execution_count?: number | null;
  readonly metadata?: object;
  readonly outputs?: readonly unknown[];
}

/** A notebook with these cells, in a file. */
function notebook(...cells: readonly Cell[]): string {
  const file = join(folder, `notebook-${++notebooks}.ipynb`);
  writeFileSync(file, JSON.stringify({ nbformat: 4, nbformat_minor: 5, metadata: {}, cells }));
  return file;
}

let count = 0;

function code(source: string, ...outputs: readonly unknown[]): Cell {
  const lines = source.split(/(?<=\n)/);
  return { cell_type: 'code', source: lines, execution_count: ++count, metadata: {}, outputs };
}

/** A profile of `parse` with so many milliseconds. */
function parsing(ms: number, meta: Partial<Profile['meta']> = {}): Profile {
  const drawing = `main |[${'parse'.padEnd(ms - 2)}]`;
  return drawProfile(drawing, { nsPerColumn: 1e6, meta: { id: `p${++count}`, ...meta } });
}

const shown = (profile: Profile): object => ({
  output_type: 'display_data',
  data: { [PROFILE_MIME_TYPE]: storedBundle(profile), 'text/plain': ['Profile'] }
});

const failed = (ename: string, evalue: string): object => ({
  output_type: 'error',
  ename,
  evalue,
  traceback: []
});

async function check(...args: readonly string[]) {
  const { code: exit, out, err } = await runCommand('check', ...args);
  const lines = out.split('\n').filter(line => /^ {2}\S/.test(line));
  return { exit, out, err, checks: lines.map(line => line.trim()) };
}

const BUDGET = 'total(parse) < 50ms';

describe('check of an executed notebook', () => {
  test('holds each profiled cell to the budgets of its own magic line and to those given', async () => {
    const file = notebook(
      { cell_type: 'markdown', source: '# Title' },
      code(`%%profile first --assert "${BUDGET}"\nparse();`, shown(parsing(20, { name: 'first' }))),
      code('%%profile\nparse();', shown(parsing(60))),
      code('1 + 1', { output_type: 'execute_result', data: { 'text/plain': '2' } })
    );
    const { exit, out, checks } = await check(file, '--assert', 'wall < 55ms');
    expect(exit).toBe(ExitCode.failed);
    expect(checks).toEqual([
      '✓ total(parse) < 50ms: 20.0 ms',
      '✓ wall < 55ms: 20.0 ms',
      '✗ wall < 55ms: 60.0 ms'
    ]);
    expect(out).toMatch(/notebook-\d+\.ipynb, Cell \[\d+\] first\n/);
  });

  test('says once what a missed budget is', async () => {
    const error = failed('BudgetError', 'total(parse) < 50ms was not met: 60.0 ms');
    const file = notebook(code(`%%profile --assert "${BUDGET}"\n`, shown(parsing(60)), error));
    expect(await check(file)).toMatchObject({
      exit: ExitCode.failed,
      checks: ['✗ total(parse) < 50ms: 60.0 ms']
    });
  });

  test('fails for every cell that failed, but those that were meant to', async () => {
    const meant = { metadata: { tags: ['raises-exception'] } };
    const file = notebook(
      code('nothing();', failed('ReferenceError', 'nothing is not defined')),
      { ...code('throw 1', failed('number', '1')), ...meant },
      {
        ...code(`%%profile --assert "${BUDGET}"\n`, shown(parsing(60)), failed('BudgetError', '…')),
        ...meant
      },
      code('%%profile --cpuu\n', failed('UnknownOptionError', '%%profile has no option'))
    );
    expect(await check(file, '--assert', 'wall < 1s')).toMatchObject({
      exit: ExitCode.failed,
      checks: [
        '✗ the cell ran without an error: ReferenceError: nothing is not defined',
        '✓ wall < 1s: 60.0 ms',
        '✗ the cell ran without an error: UnknownOptionError: %%profile has no option'
      ]
    });
  });

  test('fails for budgets of a cell that was not run, or has no profile', async () => {
    const asserted = `%%profile --assert "${BUDGET}"\n`;
    const file = notebook(
      { ...code(asserted), execution_count: null },
      code(asserted),
      code(asserted.replace('%%profile', '%%profile -q')),
      { ...code('%%profile --assert "wall << 1"\n'), execution_count: null }
    );
    expect((await check(file)).checks).toEqual([
      '✗ the cell has a profile: it was not run',
      '✗ the cell has a profile: its output has none: run it again',
      '– the cell has a profile: it is quiet; its budgets were met when it ran',
      '✗ its magic can be read: --assert: There is no comparison <<. Did you mean <? Write <, <=, >, >= or ==.'
    ]);
  });

  test('counts a profile once that is shown twice, and none that was only shown', async () => {
    const profile = parsing(20);
    const file = notebook(
      code('%%profile\n', shown(profile), shown(profile)),
      code('%profile show other', shown(parsing(90))),
      code('%profile load old.kscope', shown(parsing(90))),
      code('profile.last', shown(profile))
    );
    expect((await check(file, '--assert', BUDGET)).checks).toHaveLength(1);
  });

  test('is exact where the output holds a part of the profile', async () => {
    const profile = largeProfile(200_000);
    const file = notebook(code('%%profile\n', shown(profile)));
    expect(storedBundle(profile).overview.partial).toBe(true);
    const { checks } = await check(file, '--assert', 'count(/./) == 200000; p95(/./) < 1s');
    expect(checks[0]).toBe('✓ count(/./) == 200000: 200000');
    expect(checks[1]).toContain('✗ p95(/./) < 1s: the output holds a part of the slices');
  });

  test('keeps the error of a budget that its output cannot tell to be missed', async () => {
    const error = failed('BudgetError', 'total(parse) < 50ms was not met: 60.0 ms');
    const met = code(`%%profile --assert "${BUDGET}"\n`, shown(parsing(20)), error);
    expect((await check(notebook(met))).checks).toEqual([
      '✗ the cell ran without an error: BudgetError: total(parse) < 50ms was not met: 60.0 ms',
      '✓ total(parse) < 50ms: 20.0 ms'
    ]);
  });

  test('holds a cell to its budgets though its profile was shown before', async () => {
    const profile = parsing(60);
    const late = [
      [code(`%%profile --assert "${BUDGET}"\n`, shown(profile)), '✗ total(parse) < 50ms: 60.0 ms'],
      [
        code('%%profile\n', shown(profile), failed('TypeError', 'no')),
        '✗ the cell ran without an error: TypeError: no'
      ],
      [
        code(`%%profile --assert "${BUDGET}"\n`, shown(profile), failed('BudgetError', 'missed')),
        '✗ total(parse) < 50ms: 60.0 ms'
      ]
    ] as const;
    for (const [cell, expected] of late) {
      const file = notebook(code('show(profile)', shown(profile)), cell);
      const { exit, checks } = await check(file, '--assert', 'wall < 1s');
      expect(checks).toEqual(['✓ wall < 1s: 60.0 ms', expected]);
      expect(exit).toBe(ExitCode.failed);
    }
  });

  test('asks the same of a profile once', async () => {
    const profile = parsing(60);
    const cell = `%%profile --assert "${BUDGET}"\n`;
    const file = notebook(code(cell, shown(profile)), code(cell, shown(profile)));
    expect((await check(file)).checks).toEqual(['✗ total(parse) < 50ms: 60.0 ms']);
  });

  test.each([
    ['not JSON', 'no notebook', 'Cannot read'],
    ['no notebook', '{"a": 1}', 'it is not a notebook of format 4'],
    ['of an old format', '{"nbformat": 3, "worksheets": []}', 'convert it with jupyter nbconvert'],
    ['without profiles', '{"nbformat": 4, "cells": []}', 'no cell has one: run the notebook']
  ])('fails for a file that is %s', async (_, text, expected) => {
    const file = join(folder, 'other.ipynb');
    writeFileSync(file, text);
    const { exit, out } = await check(file, '--assert', 'wall < 1s');
    expect(exit).toBe(ExitCode.failed);
    expect(out).toContain(expected);
  });

  test('names the cell whose profile is broken, and checks the others', async () => {
    const bundle = storedBundle(parsing(20));
    const broken = { output_type: 'display_data', data: { [PROFILE_MIME_TYPE]: { version: 99 } } };
    const cut = { ...bundle, overview: { ...bundle.overview, slices: 1e9 } };
    const file = notebook(
      code('%%profile\n', broken),
      code('%%profile\n', { output_type: 'display_data', data: { [PROFILE_MIME_TYPE]: cut } }),
      code('%%profile\n', shown(parsing(20))),
      { cell_type: 'code', source: 7, outputs: [null, 5, { output_type: 'error' }] }
    );
    const { exit, checks } = await check(file, '--assert', BUDGET);
    expect(exit).toBe(ExitCode.failed);
    expect(checks[0]).toMatch(/^✗ the cell has a profile: .*version 99/);
    expect(checks[1]).toMatch(/^✗ the cell has a profile: /);
    expect(checks[2]).toBe('✓ total(parse) < 50ms: 20.0 ms');
  });
});

describe('check of an executed notebook with a baseline', () => {
  const cells = (...ms: readonly (readonly [string, number])[]): string =>
    notebook(...ms.map(([name, each]) => code('%%profile\n', shown(parsing(each, { name })))));

  test('compares cells of the same name, wherever they stand', async () => {
    const before = cells(['a', 10], ['b', 20]);
    const after = cells(['b', 20], ['new', 99], ['a', 30]);
    const { exit, checks } = await check(after, '--baseline', before);
    expect(exit).toBe(ExitCode.failed);
    expect(checks.map(line => line.replace(before, 'FILE'))).toEqual([
      '✓ no regression against FILE: 2 times compared',
      '– no regression against FILE: it has no profile of this name',
      expect.stringMatching(/^✗ .* no slower than in FILE: 30.0 ms, was 10.0 ms/),
      expect.stringMatching(/^✗ .* no slower than in FILE: 30.0 ms, was 10.0 ms/)
    ]);
  });

  test('compares cells in their order where names do not tell', async () => {
    const unnamed = (...ms: readonly number[]): string =>
      notebook(
        ...ms.map(each => {
          const id = `u${++count}`;
          return code('%%profile\n', shown(parsing(each, { id, name: id })));
        })
      );
    const before = unnamed(10, 20);
    expect((await check(unnamed(10, 20), '--baseline', before)).exit).toBe(ExitCode.ok);
    expect((await check(unnamed(20, 20), '--baseline', before)).exit).toBe(ExitCode.failed);
    const { checks } = await check(unnamed(10), '--baseline', before);
    expect(checks).toEqual([expect.stringMatching(/^– no regression against/)]);
  });

  test('compares with the profile of a file', async () => {
    const file = join(folder, 'a.kscope');
    exportProfile(parsing(10, { name: 'a' }), [], file);
    expect((await check(cells(['a', 10], ['b', 90]), '--baseline', file)).exit).toBe(ExitCode.ok);
    expect((await check(cells(['a', 90]), '--baseline', file)).exit).toBe(ExitCode.failed);
    expect((await check(file, '--baseline', cells(['a', 10]))).exit).toBe(ExitCode.ok);
  });

  test('says how many names the outputs leave out of the comparison', async () => {
    const drawn = Array.from({ length: 900 }, (_, at) => `[step number ${at}]`).join('');
    const profile = drawProfile(`main |${drawn}`, { meta: { name: 'many' } });
    const data = { [PROFILE_MIME_TYPE]: storedBundle(profile, 20_000) };
    const light = notebook(code('1', { output_type: 'display_data', data }));
    const { checks } = await check(light, '--baseline', light);
    expect(checks).toEqual([
      expect.stringMatching(
        /^✓ no regression .*: \d+ times compared; the output left out \d+ names$/
      )
    ]);
  });

  test('says that the baseline has no profile', async () => {
    const { exit, err } = await check(cells(['a', 10]), '--baseline', notebook());
    expect(exit).toBe(ExitCode.failed);
    expect(err).toMatch(/The baseline .* has no profile/);
  });
});
