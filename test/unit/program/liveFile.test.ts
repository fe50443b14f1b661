import { existsSync, lstatSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { liveFile, RUN_FOLDER } from '../../../src/program/liveFile';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kernelscope-live-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

const place = () => ({ outputs: [], program: join(folder, 'program.js'), folder });

describe('the file in which a program is recorded', () => {
  it('is named after the program and its launcher', () => {
    const path = liveFile(place())?.path ?? '';
    expect(dirname(path)).toBe(join(folder, RUN_FOLDER));
    expect(basename(path)).toBe(`program.js-${process.pid}.kscope`);
  });

  it('is another one where somebody has left a link by its name, whether it leads anywhere or not', () => {
    const foreign = join(folder, 'of somebody else');
    mkdirSync(join(folder, RUN_FOLDER));
    const wanted = join(folder, RUN_FOLDER, `program.js-${process.pid}.kscope`);
    symlinkSync(foreign, wanted);
    const live = liveFile(place());
    expect(live?.path).not.toBe(wanted);
    expect(basename(live?.path ?? '')).toMatch(/^program\.js-\d+\.recovered\.kscope$/);
    live?.release();
    expect(lstatSync(wanted).isSymbolicLink()).toBe(true);
    expect(existsSync(foreign)).toBe(false);
  });
});
