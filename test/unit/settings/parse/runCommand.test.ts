import { describe, expect, test } from 'vitest';
import { MagicError } from '../../../../src/settings/parse/magicErrors';
import { DEFAULT_PROFILE_OPTIONS } from '../../../../src/settings/table/profileOptions';
import { parseRunLine } from '../../../../src/settings/parse/runCommand';

const plain = { wants: 'run', options: DEFAULT_PROFILE_OPTIONS, file: 'a.ts', args: [] };

describe('the line of kernelscope run', () => {
  test('is a file, with the defaults of %%profile', () => {
    expect(parseRunLine(['a.ts'])).toEqual(plain);
  });

  test.each([
    { line: ['a.ts', '--', '-h'], args: ['-h'] },
    { line: ['a.ts', 'x', '--', 'y'], args: ['x', 'y'] },
    { line: ['a.ts', '--', 'x', '--', '--top', '3'], args: ['x', '--', '--top', '3'] },
    { line: ['--', 'a.ts', '--top'], args: ['--top'] },
    { line: ['a.ts', 'x', 'y'], args: ['x', 'y'] },
    { line: ['a.ts', '--', '500'], args: ['500'] }
  ])('$line leaves to the program what stands after --, and words', ({ line, args }) => {
    expect(parseRunLine(line)).toEqual({ ...plain, args });
  });

  test('has options before the file and after it', () => {
    const line = parseRunLine(['--top', '3', 'a.ts', '--no-cpu', '--', '--top', '5']);
    const options = { ...DEFAULT_PROFILE_OPTIONS, top: 3, cpuIntervalUs: null };
    expect(line).toEqual({ ...plain, options, args: ['--top', '5'] });
  });

  test('takes one file after each -o, so that that of the program may follow', () => {
    const line = parseRunLine(['-o', 'a.kscope', '--output=b.csv', 'a.ts', '--', '-o', 'c']);
    const outputs = [
      { path: 'a.kscope', format: 'kscope', gzip: false },
      { path: 'b.csv', format: 'csv', gzip: false }
    ];
    const options = { ...DEFAULT_PROFILE_OPTIONS, outputs };
    expect(line).toEqual({ ...plain, options, args: ['-o', 'c'] });
  });

  test('may ask for help', () => {
    expect(parseRunLine(['--help'])).toEqual({ wants: 'help' });
    expect(parseRunLine(['-h', 'a.ts'])).toEqual({ wants: 'help' });
  });

  test.each([
    [[], 'Name the file of a program.'],
    [['--top', '3'], 'Name the file of a program.'],
    [['--shaps', 'a.ts'], 'kernelscope run has no option "--shaps". Did you mean --shapes?'],
    [['--top', 'many', 'a.ts'], '"many"'],
    [['-o', 'x.foo', 'a.ts'], '.foo'],
    [['--cpu', '500', 'a.ts'], '--cpu=500'],
    [['--cpu', '5ms', 'a.ts'], '--cpu=5ms']
  ])('%j is an error that says what is wrong, and where the usage stands', (line, words) => {
    const parse = () => parseRunLine(line);
    expect(parse).toThrow(MagicError);
    expect(parse).toThrow(words);
    expect(parse).toThrow(/\nSee kernelscope run --help\.$/);
  });
});
