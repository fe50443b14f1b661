import { expect, it } from 'vitest';
import { readDiagnostics, showDiagnostics } from '../../../src/cuda/cudaDiagnostics';

const LOG = `op.cu(2): error: identifier "xx" is undefined
  \t*o=xx;
  \t   ^

op.cu(1): warning #177-D: variable "unused" was declared but never referenced
  int unused;
      ^

Remark: The warnings can be suppressed with "-diag-suppress <warning-number>"

op.cu(3): error: no instance of function template "f" matches the argument list
            argument types are: (int)
  f(1);
  ^

/usr/include/half.h(7): error: bad
  half
  ^

3 errors detected in the compilation of "op.cu".
`;

it('reads places, severities and messages of several lines', () => {
  expect(readDiagnostics(LOG, 'op.cu')).toEqual([
    { line: 2, column: 5, severity: 'error', message: 'identifier "xx" is undefined' },
    {
      line: 1,
      column: 5,
      severity: 'warning',
      message: 'variable "unused" was declared but never referenced'
    },
    {
      line: 3,
      column: 1,
      severity: 'error',
      message:
        'no instance of function template "f" matches the argument list\nargument types are: (int)'
    },
    { line: null, column: null, severity: 'error', message: '/usr/include/half.h(7): bad' }
  ]);
});

it('reads what is of no line', () => {
  const log = `ptxas error   : Entry function 'k' uses too much shared data
nvrtc: error: invalid value for --gpu-architecture (-arch)
op.cu(1): catastrophic error: #error directive: hi`;
  expect(readDiagnostics(log, 'op.cu')).toEqual([
    {
      line: null,
      column: null,
      severity: 'error',
      message: "Entry function 'k' uses too much shared data"
    },
    {
      line: null,
      column: null,
      severity: 'error',
      message: 'invalid value for --gpu-architecture (-arch)'
    },
    { line: 1, column: null, severity: 'error', message: '#error directive: hi' }
  ]);
  expect(readDiagnostics('', 'op.cu')).toEqual([]);
});

it('shows each with its line of the source and a caret below the column', () => {
  const source = 'int unused;\r\n\t*o=xx;\nf(1);';
  const [first, second] = readDiagnostics(LOG, 'op.cu');
  expect(showDiagnostics([first, second], source, 'op.cu')).toBe(
    [
      'op.cu:2:5: error: identifier "xx" is undefined',
      '  2 | \t*o=xx;',
      '    | \t   ^',
      '',
      'op.cu:1:5: warning: variable "unused" was declared but never referenced',
      '  1 | int unused;',
      '    |     ^'
    ].join('\n')
  );
});

it('shows places beyond the source, and none, by the name alone', () => {
  const at = (line: number | null, column: number | null) =>
    ({ line, column, severity: 'error', message: 'm' }) as const;
  expect(showDiagnostics([at(9, 1), at(null, null), at(1, null)], 'a', 'k')).toBe(
    'k:9:1: error: m\n\nk: error: m\n\nk:1: error: m\n  1 | a'
  );
});
