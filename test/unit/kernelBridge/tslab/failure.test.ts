import { expect, test } from 'vitest';
import {
  describeDiagnostics,
  describeThrown,
  KeyboardInterrupt,
  ProcessExit
} from '../../../../kernel-bridge/src/tslab/failure';

test('an error has its name, its message and the lines of its stack', () => {
  const error = new RangeError('too far');
  error.stack = 'RangeError: too far\n    at Cell [1]:2:3';
  expect(describeThrown(error)).toEqual({
    ename: 'RangeError',
    evalue: 'too far',
    traceback: ['RangeError: too far', '    at Cell [1]:2:3']
  });
});

test('an error shows its cause', () => {
  const error = new Error('outer', { cause: new Error('inner') });
  expect(describeThrown(error).traceback.join('\n')).toContain('inner');
});

test.each([
  ['text', 'string', "'text'"],
  [7, 'number', '7'],
  [null, 'object', 'null'],
  [undefined, 'undefined', 'undefined']
])('%j, thrown as it is, is shown as it is', (thrown, ename, evalue) => {
  const traceback = [`Uncaught ${evalue}`];
  expect(describeThrown(thrown)).toEqual({ ename, evalue, traceback });
});

test('values that throw when they are looked at do not escape', () => {
  const hostile = new Proxy(
    {},
    {
      get() {
        throw new Error('trap');
      },
      getPrototypeOf() {
        throw new Error('trap');
      }
    }
  );
  expect(describeThrown(hostile)).toMatchObject({ ename: 'object' });
});

test('an interrupt is one line, also as Node words it', () => {
  const traceback = ['KeyboardInterrupt: interrupted'];
  const expected = { ename: 'KeyboardInterrupt', evalue: 'interrupted', traceback };
  expect(describeThrown(new KeyboardInterrupt())).toEqual(expected);
  const broken = Object.assign(new Error('x'), { code: 'ERR_SCRIPT_EXECUTION_INTERRUPTED' });
  expect(describeThrown(broken)).toEqual(expected);
});

test('an exit names its code', () => {
  expect(describeThrown(new ProcessExit(3)).evalue).toBe(
    'process.exit(3) ends the cell; the kernel goes on'
  );
});

test('diagnostics count lines and columns from 1 and name the cell or the file', () => {
  const start = { offset: 0, line: 1, character: 4 };
  const base = { start, end: start, category: 1 };
  const failure = describeDiagnostics(
    [
      { ...base, code: 2322, messageText: 'wrong type' },
      { ...base, code: 2304, messageText: 'no such name', fileName: 'lib.ts' }
    ],
    { file: 'Cell [4]' }
  );
  expect(failure.ename).toBe('TypeScriptError');
  expect(failure.traceback).toEqual([
    'Cell [4]:2:5 - error TS2322: wrong type',
    'lib.ts:2:5 - error TS2304: no such name'
  ]);
});

test('lines that the kernel put before a cell do not count', () => {
  const start = { offset: 0, line: 3, character: 0 };
  const diagnostic = { start, end: start, category: 1, code: 2304, messageText: 'no such name' };
  const { traceback } = describeDiagnostics([diagnostic, { ...diagnostic, fileName: 'lib.ts' }], {
    file: 'Cell [4]',
    shift: 1
  });
  expect(traceback.map(line => line.split(' - ')[0])).toEqual(['Cell [4]:3:1', 'lib.ts:4:1']);
});
