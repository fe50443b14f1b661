import { mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RecordedProfile } from '../../../../src/engine/results/recordedProfile';
import { TraceFile } from '../../../../src/compat/mxnet/profilerTrace';
import { drawProfile } from '../../../support/drawProfile';
import { slicesIn } from '../../../support/testProfiler';

const LARGE = new RecordedProfile(drawProfile('main |[a][b][c]'));
const SMALL = new RecordedProfile(drawProfile('main |[a]'));

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'kernelscope-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

describe('TraceFile', () => {
  it('pads JSON to the largest size that it was written with, file by file', () => {
    const file = path.join(folder, 'a.json');
    const other = path.join(folder, 'b.json');
    const traceFile = new TraceFile(Date.now());
    const { sizeBytes } = traceFile.write(LARGE, file);
    expect(traceFile.write(SMALL, file).sizeBytes).toBe(sizeBytes);
    expect(statSync(file).size).toBe(sizeBytes);
    expect(readFileSync(file, 'utf8')).toMatch(/\n}?\n+$/);
    expect(slicesIn(file)).toEqual(['a']);
    expect(traceFile.write(SMALL, other).sizeBytes).toBeLessThan(sizeBytes);
  });

  it('pads to what another thread has written for the trace, not to an older file', () => {
    const startedAtMs = Date.now();
    const file = path.join(folder, 'a.json');
    const traceFile = new TraceFile(startedAtMs);
    traceFile.keepsUpToDate(file);
    writeFileSync(file, ' '.repeat(50_000));
    const anHourAgo = startedAtMs / 1000 - 3600;
    utimesSync(file, anHourAgo, anHourAgo);
    expect(traceFile.write(SMALL, file).sizeBytes).toBeLessThan(50_000);
    writeFileSync(file, ' '.repeat(60_000));
    expect(traceFile.write(SMALL, file).sizeBytes).toBe(60_000);
    expect(slicesIn(file)).toEqual(['a']);
  });

  it('does not pad anything that is not text', () => {
    const file = path.join(folder, 'a.kscope');
    const traceFile = new TraceFile(Date.now());
    traceFile.write(LARGE, file);
    const { sizeBytes } = traceFile.write(SMALL, file);
    expect(sizeBytes).toBe(SMALL.save(path.join(folder, 'b.kscope')).sizeBytes);
  });
});
