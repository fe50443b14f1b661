import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import {
  type CrossRankBundle,
  decodeCrossRank,
  encodeCrossRank,
  fitCrossRank,
  validateCrossRank
} from '../../../../src/formats';
import { ProfileError, ProfileVersionError } from '../../../../src/model';
import { PLANTED_RANKS, plantedRanks } from '../../../support/crossRankGrids';

const deflate = (bytes: Uint8Array): Uint8Array => deflateRawSync(bytes);
const inflate = async (bytes: Uint8Array, rawBytes: number): Promise<Uint8Array> =>
  inflateRawSync(bytes, { maxOutputLength: Math.max(1, rawBytes) });

const bundleOf = (ranks: number, steps: number): CrossRankBundle =>
  encodeCrossRank(plantedRanks(ranks, steps), deflate);

/** A bundle as JSON reads it, to be damaged. */
const stored = (): Record<string, never> =>
  JSON.parse(JSON.stringify(bundleOf(8, 20))) as Record<string, never>;

function packed(value: unknown): { rawBytes: number; deflated: string } {
  const raw = new TextEncoder().encode(JSON.stringify(value));
  return { rawBytes: raw.length, deflated: Buffer.from(deflate(raw)).toString('base64') };
}

describe('a comparison of ranks in an output', () => {
  it('is read as it was written', async () => {
    const input = plantedRanks(8, 20);
    const bundle = validateCrossRank(JSON.parse(JSON.stringify(encodeCrossRank(input, deflate))));
    const content = await decodeCrossRank(bundle, inflate);
    expect(content).toMatchObject({
      isWhole: true,
      folder: 'data',
      directories: input.directories
    });
    expect(content.report.runs[0].ranks[0]).toMatchObject({ rank: PLANTED_RANKS.slow, pace: 1.4 });
    expect(content.report.runs[0].rankTimes).toEqual(input.report.runs[0].rankTimes);
    const [grid] = content.grids;
    expect(grid).toMatchObject({ rows: 8, rowSize: 1, ranks: input.grids[0].ranks });
    expect(grid.phases).toEqual(input.grids[0].phases);
    grid.multiples.forEach((multiple, at) => {
      const exact = input.grids[0].multiples[at];
      expect(Math.abs(multiple / exact - 1)).toBeLessThan(1e-4);
    });
  });

  it('keeps cells empty in which nothing was recorded', async () => {
    const input = plantedRanks(2, 3);
    input.grids[0].multiples[4] = NaN;
    const content = await decodeCrossRank(encodeCrossRank(input, deflate), inflate);
    expect([...content.grids[0].multiples].map(Number.isNaN)).toEqual([
      ...[false, false, false, false, true, false]
    ]);
  });

  it('is made coarser until it fits, and says so', async () => {
    const maxBytes = 120_000;
    const fitting = fitCrossRank(plantedRanks(600, 700), deflate, maxBytes);
    expect(JSON.stringify(fitting).length).toBeLessThanOrEqual(maxBytes);
    expect(fitting?.isWhole).toBe(false);
    const { grids } = await decodeCrossRank(fitting!, inflate);
    const late = Math.floor(PLANTED_RANKS.late / grids[0].rowSize);
    const column = grids[0].phases.findIndex(({ last }) => last >= PLANTED_RANKS.lateIn);
    expect(grids[0].multiples[late * grids[0].phases.length + column]).toBeGreaterThan(2.9);
    expect(fitCrossRank(plantedRanks(600, 700), deflate, 1000)).toBeNull();
  });

  it('leaves names that no view can show to the report', async () => {
    const input = plantedRanks(8, 2);
    const [run] = input.report.runs;
    const long = { ...run.rankOperators[0], name: 'x'.repeat(5000) };
    const report = { ...input.report, runs: [{ ...run, rankOperators: [long] }] };
    const content = await decodeCrossRank(encodeCrossRank({ ...input, report }, deflate), inflate);
    expect(content.report.runs[0].rankOperators[0].name).toHaveLength(300);
  });
});

describe('a comparison of ranks that is damaged or hostile', () => {
  it.each([
    ['nothing', () => null],
    ['a list', () => []],
    ['a size that is none', () => ({ ...stored(), details: { rawBytes: -1, deflated: '' } })],
    ['a size beyond the limit', () => ({ ...stored(), details: { rawBytes: 1e12, deflated: '' } })],
    [
      'a grid that is too wide',
      () => {
        const codes = { rawBytes: 2 * 8 * 5000, deflated: '' };
        return { ...stored(), grids: [{ ...bundleOf(8, 20).grids[0], columns: 5000, codes }] };
      }
    ],
    [
      'codes of another size than its cells',
      () => ({ ...stored(), grids: [{ ...bundleOf(8, 20).grids[0], columns: 19 }] })
    ],
    [
      'a scale that is none',
      () => ({ ...stored(), grids: [{ ...bundleOf(8, 20).grids[0], low: 2, high: 1 }] })
    ]
  ])('is refused before memory is taken: %s', (_, make) => {
    expect(() => validateCrossRank(make())).toThrow(ProfileError);
  });

  it('is named where it is of another version', () => {
    expect(() => validateCrossRank({ ...stored(), version: 2 })).toThrow(ProfileVersionError);
  });

  const details = { report: plantedRanks(8, 20).report, directories: [], axes: [] };
  it.each([
    ['no report', {}],
    ['a rank that is text', { ...details, report: { version: 1, ranksFrom: 'names', runs: [{}] } }],
    ['directories without end', { ...details, directories: [[0, 0, 0, 'x'.repeat(5000)]] }],
    ['no axis', details],
    [
      'an axis of another length',
      { ...details, axes: [{ run: 0, first: [0], last: [0], medianNs: [1] }] }
    ]
  ])('is refused when it is read: %s', async (_, value) => {
    const bundle = validateCrossRank({ ...stored(), details: packed(value) });
    await expect(decodeCrossRank(bundle, inflate)).rejects.toThrow(ProfileError);
  });

  it('is refused where more comes out of a part than it states', async () => {
    const { rawBytes, deflated } = bundleOf(8, 20).details;
    const bundle = validateCrossRank({
      ...stored(),
      details: { rawBytes: rawBytes - 1, deflated }
    });
    await expect(decodeCrossRank(bundle, inflate)).rejects.toThrow();
  });

  it('is refused where ranks and rows do not match', async () => {
    const other = packed({ ...details, report: plantedRanks(4, 20).report });
    const bundle = validateCrossRank({ ...stored(), details: other });
    await expect(decodeCrossRank(bundle, inflate)).rejects.toThrow(/4 ranks/);
  });
});
