import { describe, expect, it } from 'vitest';
import { tableCsv } from '../../../../extension/src/table/csv';
import { row, timeSection } from '../exampleBundle';

const lines = (name: string): string[] =>
  tableCsv([timeSection('operator', row(name, 2, 8))]).split('\r\n');

describe('tableCsv', () => {
  it('writes one line a row, with the unit, below a header', () => {
    expect(lines('conv2d')).toEqual([
      'section,unit,name,count,total,self,min,max,average,p50,p95,p99',
      'operator,nanoseconds,conv2d,2,8,8,2,8,4,4,4,4',
      ''
    ]);
  });

  it('quotes text with commas, quotes and line breaks', () => {
    expect(lines('a "b", c')[1]).toContain(',"a ""b"", c",');
  });

  it('disarms text that a spreadsheet would run as a formula', () => {
    expect(lines('=HYPERLINK("http://x")')[1]).toContain(`,"'=HYPERLINK(""http://x"")",`);
  });
});
