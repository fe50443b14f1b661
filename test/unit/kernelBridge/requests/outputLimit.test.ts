import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { OutputFiles } from '../../../../kernel-bridge/src/requests/outputFiles';
import { CellOutput } from '../../../../kernel-bridge/src/requests/outputLimit';

let root: string;

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'output-'));
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

interface Bench {
  readonly output: CellOutput;
  readonly notes: string[];
  readonly clock: { now: number };
}

function bench(limit: number, files = new OutputFiles(root, 'study.kscope')): Bench {
  const notes: string[] = [];
  const clock = { now: 0 };
  const output = new CellOutput(
    {
      createFile: () => files.create({ requestId: '../../x', cellId: 'cell' }),
      note: (text, isUpdate) => notes.push(`${isUpdate ? 'update' : 'new'}: ${text}`),
      now: () => clock.now
    },
    limit
  );
  return { output, notes, clock };
}

function written(): string[] {
  const folder = path.join(root, 'study.kscope');
  return readdirSync(folder).map(name => readFileSync(path.join(folder, name), 'utf8'));
}

test('what is beyond the limit goes to a file, whole, and splits no character', () => {
  const { output, notes } = bench(5);
  expect(output.admit('abc')).toBe('abc');
  expect(output.admit('€€')).toBe('');
  expect(output.admit('later')).toBe('');
  output.settle();
  expect(written()).toEqual(['€€later']);
  expect(notes).toHaveLength(2);
  expect(notes[0]).toMatch(/^new: .*study\.kscope\/output-[0-9a-f]{12}\.txt\.$/);
  expect(notes[1]).toMatch(/^update: /);
});

test('the limit is filled up to its last byte', () => {
  const { output } = bench(5);
  expect(output.admit('a€bc')).toBe('a€b');
  expect(written()).toEqual(['c']);
});

test('late text goes to the same file, and the note counts it once a second', () => {
  const { output, notes, clock } = bench(0);
  output.admit('a');
  output.settle();
  output.admit('b');
  expect(notes).toHaveLength(1);
  clock.now = 1000;
  output.admit('c');
  expect(notes).toHaveLength(2);
  expect(written()).toEqual(['abc']);
});

test('a cell that prints without end writes its file in pieces, and loses nothing', () => {
  const files = new OutputFiles(root, 'study.kscope');
  const notes: string[] = [];
  let appended = 0;
  let nowMs = 0;
  const output = new CellOutput(
    {
      createFile: () => {
        const file = files.create({ requestId: 'x', cellId: 'cell' });
        const append = (text: string): boolean => {
          appended++;
          return file.append(text);
        };
        return { name: file.name, append, close: () => file.close(), remove: () => file.remove() };
      },
      note: text => notes.push(text),
      now: () => nowMs
    },
    1000
  );
  const lines = Array.from({ length: 100_000 }, (_, at) => `€ loss of step ${at} is ${at / 7}\n`);
  let shown = '';
  for (const line of lines) {
    shown += output.admit(line);
    nowMs += 0.001;
  }
  output.settle();
  expect(shown + written().join('')).toBe(lines.join(''));
  expect(appended).toBeLessThan(lines.join('').length / 60_000 + nowMs / 50 + 3);
  expect(notes.at(-1)).toContain('The next 4.');
});

test('text that is gathered is written after a moment, at the end of a cell, and when asked', () => {
  const { output, clock } = bench(0);
  output.admit('a');
  output.admit('b');
  expect(written()).toEqual(['a']);
  output.save();
  expect(written()).toEqual(['ab']);
  output.admit('c');
  clock.now = 50;
  output.admit('d');
  expect(written()).toEqual(['abcd']);
  output.admit('e');
  output.settle();
  expect(written()).toEqual(['abcde']);
  output.admit('f');
  expect(written()).toEqual(['abcdef']);
});

test('the note says what could not be kept, and why', () => {
  writeFileSync(path.join(root, 'study.kscope'), 'a file in the way');
  const { output, notes } = bench(0);
  expect(output.admit('x'.repeat(1_000_000))).toBe('');
  output.settle();
  expect(notes).toEqual([expect.stringMatching(/1\.0 MB could not be kept: .*EEXIST/)]);
});

test('a cell that runs again replaces its file, and a folder keeps twenty', () => {
  const files = new OutputFiles(root, 'study.kscope');
  for (const text of ['first', 'second']) {
    bench(0, files).output.admit(text);
  }
  expect(written()).toEqual(['second']);
  for (let count = 0; count < 30; count += 1) {
    files.create({ requestId: String(count), cellId: undefined }).append('x');
  }
  expect(written()).toHaveLength(20);
});
