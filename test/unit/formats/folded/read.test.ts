import { expect, test } from 'vitest';
import { FOLDED } from '../../../../src/formats/folded/format';
import { readFolded } from '../../../../src/formats/folded/read';
import { FileStart } from '../../../../src/formats/shared/imported/fileStart';
import { TraceImportError } from '../../../../src/formats/shared/imported/importLimits';
import { FrameKind, type Profile } from '../../../../src/model/profile/profile';
import { classifyScript } from '../../../../src/model/profile/scriptKind';
import { cpuTotals } from '../../../support/functionTotals';

const OPTIONS = { id: 'again', name: 'file', writtenAtMs: 5 };

const read = (bytes: Uint8Array | string): Profile =>
  readFolded(typeof bytes === 'string' ? Buffer.from(bytes) : bytes, OPTIONS, {
    kindOf: classifyScript
  });
const selves = (profile: Profile): Record<string, number> =>
  Object.fromEntries([...cpuTotals(profile)].map(([name, { self }]) => [name, self / 1000]));
const recognised = (text: string | Uint8Array): unknown => {
  const { read: reader } = FOLDED;
  return reader?.from === 'bytes' && reader.recognise(new FileStart(Buffer.from(text)));
};

const TEXT = '# a comment\na;b c;b c 3\na;b c 2\r\na 1.5\n\nno number\na;(garbage collector) 4';

test('each line is a sample, with its number as microseconds', () => {
  const profile = read(TEXT);
  expect(selves(profile)).toEqual({ a: 1.5, 'b c': 5, '(garbage collector)': 4 });
  const { message } = profile.sources[0];
  expect(message).toContain('The numbers of this file have no unit of time');
  expect(message).toContain('1 line is not of the format and is left out');
  expect(profile.frames.kind).toContain(FrameKind.gc);
  expect(profile.frames.kind).not.toContain(FrameKind.native);
});

test.each(['utf16le', 'utf-16be'])('a text in %s with a byte order mark is read', encoding => {
  const bytes = Buffer.from(`\ufeff${TEXT}`, 'utf16le');
  const written = encoding === 'utf16le' ? bytes : bytes.swap16();
  expect(selves(read(written))).toEqual(selves(read(TEXT)));
  expect(recognised(written)).toBe('possible');
});

test('outermost names are threads where the main thread is one of them, and nowhere else', () => {
  const names = (text: string): string[] =>
    read(text)
      .tracks.filter(({ kind }) => kind === 'thread')
      .map(({ name }) => name);
  expect(names('main thread;a 1\nworker 1;a 2\n')).toEqual(['main thread', 'worker 1']);
  expect(names('java;a 1\nswapper;a 2\n')).toEqual(['main thread']);
  expect(names('main thread;a 1\nmain thread;b 2\n')).toEqual(['main thread']);
  expect(names('main thread;a 1\nb;main thread 2\n')).toEqual(['main thread']);
});

test.each([
  ['a;b 1\n', 'certain'],
  ['\n[unknown];b 1\n', 'certain'],
  ['{\n "a": 1\n, "b": 2\n}', null],
  ['[1,\n 2\n, 3]', null],
  [TEXT, 'possible'],
  ['hello\n', null],
  ['# only a comment 5x\n', null],
  ['one 1\ntwo\nthree\nfour\n', null],
  ['a\0b 1\n', null],
  ['', null]
])('%j is recognised by its lines: %s', (text, expected) => {
  expect(recognised(text)).toBe(expected);
});

test('a file without such a line is an error', () => {
  expect(() => read('nothing\nhere\n')).toThrow(TraceImportError);
  expect(() => read('nothing\nhere\n')).toThrow('it has no line with a stack and a number');
});

test('a line of a million functions is read as far as stacks go', () => {
  const profile = read(`${'a;'.repeat(1_000_000)}b 1`);
  expect(profile.stacks.length).toBe(65_536);
});
