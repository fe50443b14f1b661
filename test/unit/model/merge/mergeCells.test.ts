import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeCells } from '../../../../src/model/merge/mergeCells';
import type { Profile } from '../../../../src/model/profile/profile';
import { ProfileError } from '../../../../src/schema/schema';
import { validateProfile } from '../../../../src/model/validate/validate';
import { drawProfile } from '../../../support/drawProfile';
import { fullProfile } from '../../../support/fullProfile';
import { categoryLines } from '../../../support/recording';

const whole = { id: 'whole', name: 'notebook' };

function cell(count: number, drawing: string, changes: Partial<Profile['meta']> = {}): Profile {
  return drawProfile(drawing, {
    meta: {
      originNs: String(1e9 * count),
      startedAtMs: 1000 * count,
      id: `id-${count}`,
      name: `id-${count}`,
      cell: { file: `Cell [${count}]`, executionCount: count, source: `run(${count});` },
      ...changes
    }
  });
}

describe('the profiles of cells as one', () => {
  it('follow each other without the time between them, each with a slice around it', () => {
    const merged = mergeCells([cell(2, 'main |[b ]'), cell(1, 'main |[a ]')], whole);
    const [first, second] = [cell(1, 'main |[a ]'), cell(2, 'main |[b ]')].map(
      ({ meta }) => meta.durationNs
    );
    expect(categoryLines(merged).filter(line => line.startsWith('cell/'))).toEqual([
      `cell/Cell [1] 0+${first} @main`,
      `cell/Cell [2] ${first}+${second} @main`
    ]);
    expect(merged.meta).toMatchObject({ ...whole, durationNs: first + second, cell: null });
  });

  it('are on one track where they ran on one thread, and bring their sources', () => {
    const merged = mergeCells([cell(1, 'main |[a ]'), cell(2, 'main |[b ]')], whole);
    expect(merged.tracks.map(({ name }) => name)).toEqual(['main']);
    expect(merged.sourceTexts.map(({ file, text }) => [file, text])).toEqual([
      ['Cell [1]', 'run(1);'],
      ['Cell [2]', 'run(2);']
    ]);
  });

  it('have the name of a profile beside that of its cell, and its times once', () => {
    const named = cell(1, 'main |[a ]', { name: 'train', cpuTimeNs: 5, overheadNs: 3 });
    const merged = mergeCells([named, cell(2, 'main |[b ]', { cpuTimeNs: 7 })], whole);
    expect(categoryLines(merged)[0]).toContain('cell/Cell [1] train');
    expect(merged.meta.cpuTimeNs).toBe(12);
    expect(merged.meta.overheadNs).toBe(3 + cell(2, 'main |[b ]').meta.overheadNs);
  });

  it('are a valid profile, whatever they have', () => {
    const property = fc.property(fullProfile(), fullProfile(), (first, last) => {
      const merged = mergeCells([first, cell(1, 'main |[a ]'), last], whole);
      expect(() => validateProfile(merged)).not.toThrow();
    });
    fc.assert(property, { numRuns: 100 });
  });

  it('are refused where there is none', () => {
    expect(() => mergeCells([], whole)).toThrow(ProfileError);
  });
});
