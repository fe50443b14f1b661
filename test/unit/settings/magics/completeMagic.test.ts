import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { completeMagic, type MagicCompletion } from '../../../../src/settings/magics/completeMagic';

/** Completes where `|` stands. */
function complete(marked: string): MagicCompletion | null {
  const cursor = marked.indexOf('|');
  return completeMagic(marked.replace('|', ''), cursor);
}

/** The texts that would result from each match. */
function results(marked: string): string[] {
  const source = marked.replace('|', '');
  const completion = complete(marked);
  if (completion === null) throw new Error('No completion');
  const { start, end, matches } = completion;
  return matches.map(match => source.slice(0, start) + match + source.slice(end));
}

describe('completeMagic', () => {
  it('completes magics after a per cent sign', () => {
    expect(results('%|')).toEqual([
      ...['%%profile', '%%profile_sql', '%profile', '%npm', '%sh', '%%sh', '%lsmagic'],
      ...['%%timeit', '%timeit', '%%time', '%time']
    ]);
    expect(results('%%|\nx')).toEqual([
      '%%profile\nx',
      '%%profile_sql\nx',
      '%%sh\nx',
      '%%timeit\nx',
      '%%time\nx'
    ]);
    expect(results('// note\n%l|')).toEqual(['// note\n%lsmagic']);
    expect(results('%%pro|')).toEqual(['%%profile', '%%profile_sql']);
  });

  it('completes options of %timeit, and leaves its code to TypeScript', () => {
    expect(results('%timeit --|')).toEqual([
      '%timeit --number',
      '%timeit --repeat',
      '%timeit --help'
    ]);
    expect(results('%timeit -n 5 --r|')).toEqual(['%timeit -n 5 --repeat']);
    expect(completeMagic('%timeit -n 5 Math.sq', 20)).toBeNull();
    expect(completeMagic('%time x --', 10)).toBeNull();
  });

  it('completes what a profile can be compared with', () => {
    expect(results('%%profile --compare |')).toEqual(['%%profile --compare last']);
  });

  it('completes options, their negative forms too', () => {
    expect(results('%%profile --o|')).toEqual(['%%profile --output', '%%profile --operators']);
    expect(results('%%profile --no-|')).toEqual([
      '%%profile --no-cpu',
      '%%profile --no-lines',
      '%%profile --no-sources',
      '%%profile --no-memory',
      '%%profile --no-operators',
      '%%profile --no-async',
      '%%profile --no-waits',
      '%%profile --no-requests',
      '%%profile --no-user-timings',
      '%%profile --no-labels',
      '%%profile --no-gpu-wait',
      '%%profile --no-workers',
      '%%profile --no-gpu'
    ]);
    expect(complete('%%profile -|')!.matches).toContain('-s');
    expect(complete('%%profile |')!.matches).toContain('--shapes');
    expect(complete('// %%profile --sh|')!.matches).toEqual(['--shapes']);
  });

  it('completes the values of a choice, after a blank and after an equals sign', () => {
    expect(results('%%profile -s m|')).toEqual(['%%profile -s min', '%%profile -s max']);
    expect(results('%%profile --sort-by=co|')).toEqual(['%%profile --sort-by=count']);
    expect(complete('%%profile --format |')!.matches).toEqual(['table', 'json']);
    expect(complete('%%profile --top |')!.matches).toEqual([]);
  });

  it('replaces the whole word when the cursor is inside it', () => {
    expect(results('%%profile --sh|axes -q')).toEqual(['%%profile --shapes -q']);
  });

  it('completes subcommands and settings', () => {
    expect(results('%profile l|')).toEqual(['%profile last', '%profile list', '%profile load']);
    expect(results('%profile config s|')).toEqual([
      '%profile config sort-by=',
      '%profile config sources=',
      '%profile config shapes=',
      '%profile config stack=',
      '%profile config sidecar='
    ]);
    expect(results('%profile config quiet=|')).toEqual([
      '%profile config quiet=on',
      '%profile config quiet=off'
    ]);
    expect(complete('%profile show |')!.matches).toEqual([]);
  });

  it('leaves the cursor outside of a magic to TypeScript', () => {
    for (const marked of [
      '%%profile\nmo|',
      '|%%profile',
      'a %|',
      '// %%profile --no-cpu\nx|',
      '|'
    ]) {
      expect(complete(marked)).toBeNull();
    }
  });

  it('completes the words that %profile save takes for a name', () => {
    expect(results('%profile save |')).toEqual(['%profile save last', '%profile save all']);
    expect(results('%profile save a|')).toEqual(['%profile save all']);
    expect(results('%profile save all |')).toEqual([]);
  });

  it('replaces only text of the magic, in any cell at any place', () => {
    const start = fc.constantFrom(
      '%',
      '%%',
      '%%profile ',
      '%profile config ',
      '// %%profile -',
      ''
    );
    fc.assert(
      fc.property(start, fc.string(), fc.nat(40), (head, tail, cursor) => {
        const source = head + tail;
        const completion = completeMagic(source, Math.min(cursor, source.length));
        if (completion === null) return;
        expect(completion.start).toBeLessThanOrEqual(Math.min(cursor, source.length));
        expect(completion.end).toBeGreaterThanOrEqual(Math.min(cursor, source.length));
        expect(source.slice(completion.start, completion.end)).not.toMatch(/[\r\n]/);
      }),
      { numRuns: 1000 }
    );
  });
});

describe('completion in a cell of SQL', () => {
  it('has views and columns, and words of SQL, in any case', () => {
    expect(complete('%%profile_sql\nselect sl|')?.matches).toEqual(['slices', 'slice_id']);
    expect(complete('%%profile_sql\nSELECT * FROM a.sta|')?.matches).toEqual([
      'stacks',
      'stack_id',
      'status',
      'started_at_ms'
    ]);
    expect(results('// %%profile_sql a b\nFROM slices wh|')).toEqual([
      '// %%profile_sql a b\nFROM slices WHERE',
      '// %%profile_sql a b\nFROM slices WHEN'
    ]);
    expect(results('%%profile_sql\nSELECT self_|n FROM slices')).toEqual([
      '%%profile_sql\nSELECT self_ns FROM slices'
    ]);
  });

  it('has options on the line of the magic, and nothing of it in other cells', () => {
    expect(results('%%profile_sql --|')).toEqual(['%%profile_sql --help']);
    expect(complete('%%profile\nsl|')).toBeNull();
  });
});
