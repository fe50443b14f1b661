import { closeSync, fstatSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import path from 'node:path';
import { buildSync } from 'esbuild';
import { beforeAll, expect, test, vi } from 'vitest';
import { compareSnapshots } from '../../../../src/sources/heapSnapshots/compareSnapshots';
import { SnapshotComparison } from '../../../../src/sources/heapSnapshots/snapshotComparison';
import { type DrawnNode, drawSnapshot, readingText } from '../../../support/drawHeap';
import { useFolder } from '../../../support/folders';

const folder = useFolder();

const WITNESS = 'it was there';

const workerFile = path.join(folder, 'snapshotWorker.js');

beforeAll(() => {
  buildSync({
    entryPoints: [path.join(__dirname, '../../../../src/sources/heapSnapshots/snapshotWorker.ts')],
    outfile: workerFile,
    bundle: true,
    platform: 'node'
  });
});

function drawn(entries: number): string {
  const keys = Array.from({ length: entries }, (_, at) => `entry${at}`);
  const rows = keys.map((key, at): [string, DrawnNode] => [
    key,
    { is: 'object Entry', size: 40, id: 1001 + 2 * at }
  ]);
  return drawSnapshot({
    root: { is: 'synthetic', to: { global: 'shortcut' } },
    global: { is: 'object global', to: { cache: 'property cache', witness: 'property witness' } },
    witness: { is: `string ${WITNESS}`, size: 16 },
    cache: {
      is: 'object Map',
      size: 32,
      to: Object.fromEntries(keys.map((key, at) => [key, `element ${at}`]))
    },
    ...Object.fromEntries(rows)
  });
}

/** Two open files; the second is empty, and written through `write`. */
function files(before: string) {
  const [one, other] = ['before', 'after'].map(name => path.join(folder, name));
  writeFileSync(one, before);
  const after = openSync(other, 'w+');
  const writer = openSync(other, 'w');
  return { before: openSync(one, 'r'), after, writer };
}

/** How far an open file was read, bytes. */
function placeIn(file: number): number {
  return Number(/^pos:\s*(\d+)/.exec(readFileSync(`/proc/self/fdinfo/${file}`, 'utf8'))?.[1]);
}

test('the first snapshot is read before the second is there, which is read while it is written', async () => {
  const [before, text] = [drawn(0), drawn(500)];
  const comparison = new SnapshotComparison(WITNESS, workerFile);
  comparison.awaitStart();
  const opened = files(before);
  expect(placeIn(opened.before)).toBe(0);
  comparison.begin(opened.before, opened.after);
  await vi.waitFor(() => expect(placeIn(opened.before)).toBe(before.length), 20_000);
  const pieces = text.match(/[^]{1,2000}/g) ?? [];
  expect(pieces.length).toBeGreaterThan(2);
  for (const piece of pieces) {
    writeSync(opened.writer, piece);
    // the thread has time to come to the end of what is written
    await new Promise(resolve => setTimeout(resolve, 30));
  }
  closeSync(opened.writer);
  comparison.complete();
  await comparison.end();
  const [reading, readingOn] = [before, text].map(each => readingText(each));
  const rows = compareSnapshots({
    ...{ before: reading, after: readingOn, witness: WITNESS, ownFolders: [] }
  });
  expect(rows).toHaveLength(1);
  expect(comparison.result()).toEqual({ rows });
});

test('the answer is waited for with the thread standing still, and the files are closed', () => {
  const comparison = new SnapshotComparison(WITNESS, workerFile);
  const opened = files(drawn(0));
  comparison.begin(opened.before, opened.after);
  writeSync(opened.writer, drawn(3));
  closeSync(opened.writer);
  comparison.complete();
  expect(comparison.result()).toMatchObject({ rows: [{ name: 'Entry', added: 3 }] });
  for (const file of [opened.before, opened.after]) expect(() => fstatSync(file)).toThrow('EBADF');
});

test('a comparison without a second snapshot ends, before one is begun and while it is written', async () => {
  const early = new SnapshotComparison(WITNESS, workerFile);
  early.abandon();
  await early.end();
  const late = new SnapshotComparison(WITNESS, workerFile);
  const opened = files(drawn(0));
  late.begin(opened.before, opened.after);
  writeSync(opened.writer, drawn(3).slice(0, 300));
  late.abandon();
  await late.end();
  expect(late.result().problem).toMatch('The heap snapshot');
  closeSync(opened.writer);
});
