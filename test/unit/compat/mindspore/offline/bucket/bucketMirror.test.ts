import { describe, expect, it } from 'vitest';
import type { BucketObject } from '../../../../../../src/compat/mindspore/offline/bucket/bucket';
import { readContents } from '../../../../../../src/compat/mindspore/offline/bucket/bucketMirror';

const object = (name: string): BucketObject => ({
  name,
  sizeBytes: 1,
  changedAtMs: 2,
  tag: '"tag"'
});

const contentsOf = (folder: string, ...names: readonly string[]) =>
  readContents(folder, names.map(object));

/** The profiles of directories, by the names of both. */
function cyclesOf(folder: string, ...names: readonly string[]): Record<string, string | undefined> {
  const { cycles } = contentsOf(folder, ...names);
  return Object.fromEntries([...cycles].map(([name, profile]) => [name, profile?.name]));
}

describe('the contents of a folder in a bucket', () => {
  it('are directories of cycles, with or without a profile', () => {
    expect(
      cyclesOf(
        'data',
        'a_kscope/KSCOPE_OUTPUT/trace_view.json',
        'a_kscope/profile.kscope',
        'b_kscope/',
        'rank1/c_kscope/profile.kscope',
        'rank1/c_kscope/later/profile.kscope'
      )
    ).toEqual({
      a_kscope: 'a_kscope/profile.kscope',
      b_kscope: undefined,
      'rank1/c_kscope': 'rank1/c_kscope/profile.kscope'
    });
  });

  it('are not deeper folders, files beside them, or a file with the name of a directory', () => {
    expect(cyclesOf('data', 'x/y/a_kscope/profile.kscope', 'profile.kscope', 'b_kscope')).toEqual(
      {}
    );
  });

  it('are one cycle where the folder is its directory', () => {
    expect(cyclesOf('a_kscope', 'profile.kscope', 'FRAMEWORK/x.csv')).toEqual({
      '': 'profile.kscope'
    });
    expect(cyclesOf('a_kscope', 'b_kscope/profile.kscope')).toEqual({
      b_kscope: 'b_kscope/profile.kscope'
    });
  });

  it('never lead out of the folder', () => {
    const names = ['../a_kscope', '..\\b_kscope', './c_kscope', '/d_kscope', '\u0000_kscope'];
    const { cycles, refused } = contentsOf('x', ...names.map(name => `${name}/profile.kscope`));
    expect(cycles.size).toBe(0);
    expect(refused).toEqual(names);
  });

  it('are batches of rows that count', () => {
    const { batches } = contentsOf(
      'data',
      'rows/batch=1/_SUCCESS',
      'rows/batch=1/tbl=steps/part-0.parquet',
      'rows/batch=2/tbl=steps/part-0.parquet',
      'rows/places.parquet',
      'rows/other/_SUCCESS',
      'rows/batch=3/../../../_SUCCESS'
    );
    expect([...batches].map(([name, files]) => [name, files.map(each => each.name)])).toEqual([
      ['batch=1', ['rows/batch=1/_SUCCESS', 'rows/batch=1/tbl=steps/part-0.parquet']]
    ]);
  });
});
