import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEOPT_LIMITS } from '../../../../src/facts/deopts';
import { parseDeopts } from '../../../../src/sources/deopts/parseDeopts';

const golden = (name: string): Buffer =>
  readFileSync(join(__dirname, '../../../golden/deopts', `${name}.txt`));
const places = (trace: Uint8Array) =>
  [...parseDeopts(trace)].map(({ function: name, file, line, reason }) => [
    name,
    `${file}:${line}`,
    reason
  ]);
const text = (line: string) => Buffer.from(line);

const FILE = '/program/shapes.js';
const CALL = 'Insufficient type feedback for call';

describe('the trace of V8', () => {
  it('of Node 20 has functions and reasons without lines', () => {
    expect(places(golden('v20'))).toEqual([
      ['sum', `${FILE}:0`, 'wrong map'],
      ['', `${FILE}:0`, CALL],
      ['', `${FILE}:0`, CALL]
    ]);
  });

  it('of Node 24 has lines, those of the innermost function where it was inlined', () => {
    const osr = 'prepare for on stack replacement (OSR)';
    expect(places(golden('v24'))).toEqual([
      ['sum', `${FILE}:7`, osr],
      ['area', `${FILE}:3`, 'wrong map'],
      ['', `${FILE}:17`, CALL],
      ['wähle', `${FILE}:15`, 'out of bounds'],
      ['', `${FILE}:24`, osr],
      ['', `${FILE}:25`, CALL],
      ['of', `${FILE}:21`, 'wrong map']
    ]);
  });

  it('has the kind of each, and the bytes up to the end of its line', () => {
    const trace = golden('v24');
    for (const { kind, endByte } of parseDeopts(trace)) {
      expect(kind).toBe('eager');
      expect(trace[endByte - 1]).toBe(0x0a);
    }
  });

  it('has lazy ones without a position', () => {
    const lazy =
      '[bailout (kind: deopt-lazy, reason: (unknown)): begin. deoptimizing 0x1 <JSFunction f <Cell [2]> (sfi = 0x2)>, 0x3\n';
    expect([...parseDeopts(text(lazy))]).toEqual([
      {
        ...{ kind: 'lazy', reason: '(unknown)', function: 'f', file: 'Cell [2]' },
        ...{ line: 0, column: 0, endByte: lazy.length }
      }
    ]);
  });

  it('keeps files with colons and angle brackets', () => {
    const begin =
      '[bailout (kind: deopt-eager, reason: wrong map): begin. deoptimizing 0x1 <JSFunction f (sfi = 0x2)>\n';
    const at = '   ;;; deoptimize at <C:\\a <b>:x.ts:7:9> inlined at <C:\\c.ts:1:2>\n';
    const [{ file, line, column }] = parseDeopts(text(begin + at));
    expect([file, line, column]).toEqual(['C:\\a <b>:x.ts', 7, 9]);
  });

  it('leaves out a line that is not ended, and one that is in other words', () => {
    const trace = golden('v20');
    expect(places(trace.subarray(0, trace.length - 1))).toHaveLength(2);
    expect(places(text('[bailout (kind: something else)]\n;;; deoptimize at <a:1:2>\n'))).toEqual(
      []
    );
  });

  it('never throws, and stays within the limits, whatever the bytes', () => {
    const pieces = fc.constantFrom(
      ...[
        '[bailout (kind: ',
        ', reason: ',
        '): begin. deoptimizing ',
        '<JSFunction',
        ' (sfi = ',
        '\n'
      ],
      ...[';;; deoptimize at <', ':7:9>', '  reading input frame ', ' => ', 'x'.repeat(300)]
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(pieces, fc.string()), { maxLength: 60 }), parts => {
        for (const deopt of parseDeopts(text(parts.join('')))) {
          expect(deopt.function.length).toBeLessThanOrEqual(DEOPT_LIMITS.function);
          expect(deopt.reason.length).toBeLessThanOrEqual(DEOPT_LIMITS.reason);
          expect(deopt.kind.length).toBeLessThanOrEqual(DEOPT_LIMITS.kind);
        }
      })
    );
  });
});
