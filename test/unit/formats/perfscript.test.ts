import { expect, test } from 'vitest';
import { PERF_SCRIPT, readPerfScript } from '../../../src/formats/perfscript';
import { FileStart } from '../../../src/formats/shared/imported/fileStart';
import { TraceImportError } from '../../../src/formats/shared/imported/importLimits';
import type { Profile } from '../../../src/model/profile/profile';
import { classifyScript } from '../../../src/model/profile/scriptKind';
import { cpuTotals } from '../../support/functionTotals';

const OPTIONS = { id: 'again', name: 'file', writtenAtMs: 5 };

const read = (text: string): Profile =>
  readPerfScript(Buffer.from(text), OPTIONS, { kindOf: classifyScript });
const recognised = (text: string): unknown => {
  const { read: reader } = PERF_SCRIPT;
  return reader?.from === 'bytes' && reader.recognise(new FileStart(Buffer.from(text)));
};

const CLOCK = `# captured on: Wed Aug 15
simple term    10 198792.736893:    1000000 cpu-clock:
\t     643 beta(int) (/opt/simple)
\t     6f3 main+0x1f (/opt/simple)
\t   21b97 [unknown] (/lib/libc-2.27.so)

simple term    10 198792.737893:    2000000 cpu-clock:u:
\t     6f3 main (/opt/simple)

swapper     0/12 [001] 198792.738000:    1000000 cpu-clock:
\tffffffffad13 native_safe_halt ([kernel.kallsyms])
`;

test('samples of the clock last as long as their periods, each on its thread', () => {
  const profile = read(CLOCK);
  expect(recognised(CLOCK)).toBe('certain');
  expect(Object.fromEntries(cpuTotals(profile))).toEqual({
    'beta(int)': { self: 1e6, total: 1e6 },
    main: { self: 2e6, total: 3e6 },
    '[libc-2.27.so]': { self: 0, total: 1e6 },
    native_safe_halt: { self: 1e6, total: 1e6 }
  });
  const threads = profile.tracks.filter(({ kind }) => kind === 'thread');
  expect(threads.map(({ name, tid }) => [name, tid])).toEqual([
    ['simple term 10', 10],
    ['swapper 12', 12]
  ]);
  expect(Math.round(profile.samples.time[1] - profile.samples.time[0])).toBe(1e6);
});

test('samples of other events last until the next one', () => {
  const text = [0, 1, 2, 3]
    .map(at => `node 7 1.00${at}: 99 cycles:\n\t 1f f (/tmp/perf-7.map)\n`)
    .join('\n');
  const { samples } = read(text);
  expect([...samples.weight].map(weight => Math.round(weight / 1e6))).toEqual([1, 1, 1, 1]);
});

test.each([
  ['hello\n', null],
  ['a;b 1\n', null],
  ['node 7 1.001: cycles:\nnext\n', null],
  ['node 7/8 [003] 1.001: cycles: \n\t 1f f (x)\n', 'certain']
])('%j is recognised by its first lines: %s', (text, expected) => {
  expect(recognised(text)).toBe(expected);
});

test('lines that are none of its own are counted, and a file without samples is an error', () => {
  expect(read(`${CLOCK}\nwhat is this\n`).sources[0].message).toContain(
    '1 line is not of the format'
  );
  expect(() => read('what\n')).toThrow(TraceImportError);
});
