import { describe, expect, it } from 'vitest';
import { failuresIn } from '../../../scripts/steps/failures.mjs';

const numbered = (count: number) => Array.from({ length: count }, (_, line) => `line ${line}`);

describe('failuresIn', () => {
  it('names all tests that failed and shows the beginning of their errors', () => {
    const log = [
      ' \u001b[32m✓\u001b[39m passes',
      '\u001b[31m FAIL \u001b[39m ui a.test.ts > opens',
      ...numbered(100),
      ' FAIL  ui b.test.ts > closes'
    ];
    const shown = failuresIn(log.join('\n')).split('\n');
    expect(shown.slice(0, 5)).toEqual([
      ' FAIL  ui a.test.ts > opens',
      ' FAIL  ui b.test.ts > closes',
      '',
      ' FAIL  ui a.test.ts > opens',
      'line 0'
    ]);
    expect(shown).toContain('line 58');
    expect(shown).not.toContain('line 59');
    expect(shown).not.toContain(' ✓ passes');
  });

  it('shows an error outside all tests', () => {
    const log = ['passes', '⎯⎯⎯⎯ Unhandled Errors ⎯⎯⎯⎯', 'Error: later'];
    expect(failuresIn(log.join('\n'))).toBe('\n⎯⎯⎯⎯ Unhandled Errors ⎯⎯⎯⎯\nError: later');
  });

  it('shows the end of what another program wrote', () => {
    const shown = failuresIn(`${numbered(100).join('\n')}\n`).split('\n');
    expect([shown[0], shown.at(-1)]).toEqual(['line 40', 'line 99']);
  });
});
