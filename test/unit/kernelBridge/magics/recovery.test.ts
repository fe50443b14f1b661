import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Recording } from 'kernelscope/host';
import { Recovery } from '../../../../kernel-bridge/src/magics/recovery';

let folder: string;
let told: string[];

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'kernelscope-'));
  told = [];
});

afterEach(() => rmSync(folder, { recursive: true }));

/** A recording that cannot be ended. */
const broken = {
  options: { name: 'training' },
  stop: () => {
    throw new Error('the profile has no room');
  }
} as unknown as Recording;

describe('what a kernel could not save at its end', () => {
  it('is told on stderr, and to the next kernel with the reason', () => {
    new Recovery(folder, text => told.push(text)).save([broken]);
    const line = 'training was lost at the end of a kernel: the profile has no room';
    expect(told).toEqual([`kernelscope: ${line}\n`]);
    const next = new Recovery(folder, text => told.push(text));
    expect(next.losses()).toEqual([line]);
    expect(next.load()).toEqual([]);
  });

  it('is told on stderr where nothing can be written', () => {
    const file = path.join(folder, 'file');
    writeFileSync(file, '');
    new Recovery(file, text => told.push(text)).save([broken]);
    expect(told).toHaveLength(1);
    expect(new Recovery(file, text => told.push(text)).losses()).toEqual([]);
  });

  it('is kept of the last five kernels', () => {
    const recovery = new Recovery(folder, text => told.push(text));
    for (let kernel = 0; kernel < 8; kernel++) recovery.save([broken]);
    expect(recovery.losses().length).toBeLessThanOrEqual(5);
  });

  it('is said of a file that cannot be read', () => {
    mkdirSync(path.join(folder, '.kernelscope'));
    const file = path.join(folder, '.kernelscope', 'a.recovered.kscope');
    writeFileSync(file, 'no profile');
    const [line] = new Recovery(folder, text => told.push(text)).losses();
    expect(line).toContain(`Cannot load ${file}`);
  });
});
