import { nullTranslator } from '@jupyterlab/translation';
import { describe, expect, it } from 'vitest';
import type { BundleSection } from '../../../../../src/model/output/bundle';
import { createNumberFormats } from '../../../../../extension/src/shared/content/format';
import {
  INITIAL_SORT,
  type TableLine,
  columnsFor,
  linesOf
} from '../../../../../extension/src/views/table/model';
import { csvOf, markdownOf, tsvOf } from '../../../../../extension/src/views/table/rowText';
import { gpuRow, repeatedRow, row, timeSection } from '../../exampleBundle';

const shown = (...sections: readonly BundleSection[]): TableLine[] =>
  linesOf(sections, { sort: INITIAL_SORT, isShown: () => true, isGrouped: true });
const named = (name: string): TableLine[] => shown(timeSection('operator', row(name, 2, 8)));
const markdown = (lines: readonly TableLine[]): string[] =>
  markdownOf(lines, {
    kind: 'time',
    columns: columnsFor(
      'time',
      lines.flatMap(line => (line.type === 'row' ? [line.row] : []))
    ),
    formats: createNumberFormats('en'),
    trans: nullTranslator.load('kernelscope'),
    ...{ wallNs: 16, share: { column: 'total', wholeNs: 16 } }
  }).split('\n');

describe('csvOf', () => {
  const csv = (name: string): string[] => csvOf(named(name)).split('\r\n');

  it('writes one line a row, with the unit, below a header', () => {
    expect(csv('conv2d')).toEqual([
      'Category,Name,Unit,Count,Total,Self,Min,Max,Average,P50,P95,P99',
      'operator,conv2d,nanoseconds,2,8,8,2,8,4,4,4,4',
      ''
    ]);
  });

  it('has the figures of a repeated cell, and empty fields where a row lacks one', () => {
    const rows = [repeatedRow('a', [9, 2]), repeatedRow('b', [8]), row('c', 1, 1)];
    expect(csvOf(shown(timeSection('op', ...rows))).split('\r\n')).toEqual([
      'Category,Name,Unit,Count,Total,Self,Min,Max,Average,P50,P95,P99,MeanPerRun,HalfWidth95',
      'op,a,nanoseconds,3,27,27,9,9,9,9,9,9,9,2',
      'op,b,nanoseconds,3,24,24,8,8,8,8,8,8,8,',
      'op,c,nanoseconds,1,1,1,0.5,2,1,1,1,1,,',
      ''
    ]);
  });

  it('has the times of GPUs, where rows have some, as exports call them', () => {
    const section = timeSection('op', gpuRow('a', 5), row('b', 1, 1));
    expect(csvOf(shown(section)).split('\r\n').slice(0, 3)).toEqual([
      'Category,Name,Unit,Count,Total,Self,Min,Max,Average,P50,P95,P99,GPU',
      'op,a,nanoseconds,1,1,1,0.5,2,1,1,1,1,5',
      'op,b,nanoseconds,1,1,1,0.5,2,1,1,1,1,'
    ]);
  });

  it('keeps the order of the lines', () => {
    const lines = shown(timeSection('operator', row('short', 1, 2), row('long', 1, 9)));
    const names = csvOf(lines)
      .split('\r\n')
      .map(line => line.split(',')[1]);
    expect(names.slice(1, 3)).toEqual(['long', 'short']);
  });

  it('quotes text with commas, quotes and line breaks', () => {
    expect(csv('a "b", c')[1]).toContain(',"a ""b"", c",');
  });

  it('disarms text that a spreadsheet would run as a formula', () => {
    expect(csv('=HYPERLINK("http://x")')[1]).toContain(`,"'=HYPERLINK(""http://x"")",`);
  });
});

describe('tsvOf', () => {
  const fields = (name: string): string[] => tsvOf(named(name)).split('\n')[1].split('\t');

  it('writes one field for each of the header', () => {
    const [header, line] = tsvOf(named('conv2d')).split('\n');
    expect(line.split('\t')).toHaveLength(header.split('\t').length);
    expect(line).toBe('operator\tconv2d\tnanoseconds\t2\t8\t8\t2\t8\t4\t4\t4\t4');
  });

  it('lets no name begin another field or line', () => {
    expect(fields('a\tb\r\nc')[1]).toBe('a b c');
  });

  it('disarms formulas, also behind a tab', () => {
    expect(fields('@SUM(A1)')[1]).toBe("'@SUM(A1)");
    expect(fields('\t=1+1')[1]).toBe("' =1+1");
    expect(fields('\n=1+1')[1]).toBe("' =1+1");
  });
});

describe('markdownOf', () => {
  it('writes one table with a column of categories, where there are no sections', () => {
    const sections = [
      timeSection('operator', row('a', 1, 2)),
      timeSection('range', row('b', 1, 8))
    ];
    const options = { sort: INITIAL_SORT, isShown: () => true, isGrouped: false };
    const text = markdown(linesOf(sections, options));
    expect(text[0]).toMatch(/^\| Name \|.* \| Category \|$/);
    expect(text[2]).toMatch(/^\| b \|.* \| range \|$/);
    expect(text[3]).toMatch(/^\| a \|.* \| operator \|$/);
  });

  it('writes a table for each section, as it is on show', () => {
    expect(markdown(named('conv2d'))).toEqual([
      '**operator**',
      '',
      '| Name | Total Count | Time (ms) | Self (ms) | Total share | Min (ms) | Max (ms) | Avg (ms) ' +
        '| p50 (ms) | p95 (ms) | p99 (ms) |',
      '| :-- | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: |',
      '| conv2d | 2 | 0.000008 | 0.000008 | 50.0 % | 0.000002 | 0.000008 | 0.000004 ' +
        '| 0.000004 | 0.000004 | 0.000004 |',
      ''
    ]);
  });

  it('takes the meaning from all that Markdown would read in a name', () => {
    const [, name] = markdown(named('<b>`a|b`*\n[x](y)'))[4].split(/(?<!\\)\|/);
    expect(name.trim()).toBe('\\<b\\>\\`a\\|b\\`\\* \\[x\\](y)');
  });

  it('is empty without rows', () => {
    expect(markdown([])).toEqual(['']);
  });
});
