import { describe, expect, it } from 'vitest';
import { profileCsv } from '../../../src/formats/csv';
import { drawGpuProfile } from '../../support/drawGpuProfile';
import { drawProfile } from '../../support/drawProfile';

describe('profileCsv', () => {
  it('has one line for each name, in nanoseconds and bytes', () => {
    const profile = drawProfile(`
      main        |[op/conv][op/conv  ][op/a]
      rss {bytes} |7   8`);
    expect(profileCsv(profile)).toBe(
      'Category,Name,Unit,Count,Total,Self,Min,Max,Average,P50,P95,P99\r\n' +
        'op,conv,nanoseconds,2,20,20,9,11,10,9,11,11\r\n' +
        'op,a,nanoseconds,1,6,6,6,6,6,6,6,6\r\n' +
        'Device Storage,rss,bytes,2,8,8,7,8,7.5,7,8,8\r\n'
    );
  });

  it('quotes separators and defuses what a spreadsheet would run', () => {
    const csv = profileCsv(drawProfile('main |[a,"b"][=HYPERLINK(1)]'));
    expect(csv).toContain('range,"a,""b""",nanoseconds');
    expect(csv).toContain("range,'=HYPERLINK(1),nanoseconds");
  });

  it('has a column of GPUs where they worked', () => {
    const lines = profileCsv(drawGpuProfile('main |[conv>a]\ngpu 0/7 |  [K<a]')).split('\r\n');
    expect(lines).toEqual([
      'Category,Name,Unit,Count,Total,Self,Min,Max,Average,P50,P95,P99,GPU',
      'operator,conv,nanoseconds,1,8,8,8,8,8,8,8,8,5',
      'kernel,gemm,nanoseconds,1,5,5,5,5,5,5,5,5,',
      ''
    ]);
  });
});
