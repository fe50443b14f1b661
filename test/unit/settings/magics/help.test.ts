import { describe, expect, it } from 'vitest';
import { listMagics, magicHelp, optionMarkdownRows } from '../../../../src/settings/magics/help';
import { MAGICS, magicSpec } from '../../../../src/settings/magics/magicTable';

describe('magicHelp', () => {
  it('explains every option', () => {
    const help = magicHelp(magicSpec('cell', 'profile')!);
    expect(help).toMatch(
      /^%%profile: Run the cell under the profiler\.\n\nUsage: %%profile \[NAME\] \[options\]\n/
    );
    expect(help).toContain('-n, --top N');
    expect(help).toContain('--cpu[=MICROSECONDS], --no-cpu');
    expect(help).toMatch(
      /--allocations\[=BYTES\]\n? .*sample heap allocations, with the functions that make them$/m
    );
    expect(help).toMatch(/--gpu, --no-gpu\n? .*record GPU work/);
    expect(help).toContain('.perfetto-trace.gz');
  });

  it.each([
    ['top', 'rows of the text table, 0 for all [30]'],
    ['async', 'count work after an await for the range it belongs to [without running time]'],
    ['shapes', 'record the input shapes of each operator\n'],
    ['repeat', 'record N runs; mean and 95 % confidence interval of each row [1]']
  ])('gives the default of --%s, unless it is off', (_, text) => {
    expect(magicHelp(magicSpec('cell', 'profile')!)).toContain(text);
  });

  it('lists the subcommands of %profile', () => {
    expect(magicHelp(magicSpec('line', 'profile')!)).toMatch(/ {2}save NAME FILE +write a profile/);
  });

  it('keeps lines short enough to read', () => {
    for (const magic of MAGICS) {
      const lines = magicHelp(magic)
        .split('\n')
        .filter(line => !line.startsWith('Usage:'));
      expect(Math.max(...lines.map(line => line.length))).toBeLessThanOrEqual(120);
    }
  });
});

describe('listMagics', () => {
  it('lists every magic once', () => {
    const names = listMagics()
      .match(/^ {2}%%?\w+/gm)!
      .map(name => name.trim());
    expect(names.sort()).toEqual(
      [
        '%%profile',
        '%%profile_sql',
        '%%sh',
        '%%time',
        '%%timeit',
        '%lsmagic',
        '%npm',
        '%profile',
        '%sh',
        '%time',
        '%timeit'
      ].sort()
    );
  });
});

describe('optionMarkdownRows', () => {
  it('writes one table row an option, with its default', () => {
    const rows = optionMarkdownRows(magicSpec('cell', 'profile')!);
    expect(rows[2]).toBe('| `-n, --top N` | 30 | rows of the text table, 0 for all |');
    expect(rows[0]).toContain(String.raw`total\|self`);
  });
});
