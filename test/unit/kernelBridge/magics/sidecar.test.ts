import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync
} from 'node:fs';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { profile } from 'kernelscope';
import type { RecordedProfile } from 'kernelscope/host';
import { Sidecars } from '../../../../kernel-bridge/src/magics/sidecar';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'sidecar-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

function emptyProfile(): RecordedProfile {
  const session = profile({ cpuIntervalUs: null, memoryPeriodMs: null, operators: false });
  session.stop();
  return session.finished;
}

test('a whole profile lies in a folder named after its notebook, with its hash', () => {
  writeFileSync(path.join(folder, 'study.ipynb'), '{}');
  const one = emptyProfile();
  const sidecar = new Sidecars(folder, '/elsewhere/study.ipynb').write(one, { cellId: 'a' });
  expect(sidecar.path).toBe(`study.kscope/${one.id}.kscope`);
  const bytes = readFileSync(path.join(folder, sidecar.path));
  expect(bytes.length).toBe(sidecar.sizeBytes);
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(sidecar.sha256);
});

test.each([undefined, 'not-here.ipynb', 'console'])(
  'without a notebook (%j) it is called so',
  name => {
    const { path: file } = new Sidecars(folder, name).write(emptyProfile(), { cellId: undefined });
    expect(file).toMatch(/^notebook\.kscope\//);
  }
);

test('a cell that runs again replaces its file, other cells keep theirs', () => {
  const sidecars = new Sidecars(folder, undefined);
  const first = sidecars.write(emptyProfile(), { cellId: 'a' });
  sidecars.write(emptyProfile(), { cellId: 'b' });
  sidecars.write(emptyProfile(), { cellId: 'a' });
  expect(existsSync(path.join(folder, first.path))).toBe(false);
  expect(readdirSync(path.join(folder, 'notebook.kscope'))).toHaveLength(2);
});

test('the oldest of more than twenty files go, and nothing but profiles is touched', () => {
  const sidecars = new Sidecars(folder, undefined);
  const own = path.join(folder, 'notebook.kscope');
  sidecars.write(emptyProfile(), { cellId: undefined });
  writeFileSync(path.join(own, 'notes.txt'), 'mine');
  const oldest = path.join(own, 'oldest.kscope');
  writeFileSync(oldest, '');
  utimesSync(oldest, 1, 1);
  for (let count = 0; count < 20; count += 1) {
    sidecars.write(emptyProfile(), { cellId: undefined });
  }
  const names = readdirSync(own);
  expect(names.filter(name => name.endsWith('.kscope'))).toHaveLength(20);
  expect(names).toContain('notes.txt');
  expect(existsSync(oldest)).toBe(false);
});
