import { closeSync, openSync, readSync, rmSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Session } from 'node:inspector';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeHeapSnapshot } from 'node:v8';
import { compareSnapshots } from '../../../../../../src/sources/v8/heap/snapshot/compareSnapshots';

const folder = mkdtempSync(path.join(tmpdir(), 'snapshots-'));

afterAll(() => rmSync(folder, { recursive: true }));

/** Knowing the lines of its scripts, V8 takes a snapshot fifty times as fast. */
beforeAll(() => {
  const session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.start');
  session.post('Profiler.stop');
  session.disconnect();
});

function compared(run: () => void, ownFolders: readonly string[] = []) {
  const witness = ['witness', Math.random(), Date.now()].join('-');
  const files = ['before', 'after'].map(name => path.join(folder, name));
  writeHeapSnapshot(files[0]);
  run();
  writeHeapSnapshot(files[1]);
  expect(witness).not.toBe('');
  const fds = files.map(file => openSync(file, 'r'));
  const [before, after] = fds.map(fd => (target: Uint8Array) => readSync(fd, target));
  try {
    return compareSnapshots({ before, after, witness, ownFolders });
  } finally {
    for (const fd of fds) closeSync(fd);
  }
}

class Entry {
  readonly text: string;

  constructor(at: number) {
    this.text = `entry number ${at} of the cache`;
  }
}

test('the leak is the first row, and its path names the variable that holds it', () => {
  const cache = new Map<number, Entry>();
  Reflect.set(globalThis, 'plantedCache', cache);
  const rows = compared(() => {
    for (let at = 0; at < 20_000; at++) cache.set(at, new Entry(at));
  });
  Reflect.deleteProperty(globalThis, 'plantedCache');
  expect(rows[0]).toMatchObject({ name: 'Entry', added: 20_000, freed: 0 });
  expect(rows[0].retainedBytes).toBeGreaterThan(20_000 * 40);
  expect(rows[0].paths[0].path).toMatch(/^global → plantedCache → Map → \[\d+\] → Entry$/);
  expect(rows[0].paths[0].objects).toBe(20_000);
}, 120_000);
