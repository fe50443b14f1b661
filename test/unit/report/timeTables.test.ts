import { describe, expect, it } from 'vitest';
import { hotLines } from '../../../src/analysis/stacks/lineCosts';
import {
  hotLinesTable,
  packagesTable,
  plainForm,
  type SourceOfLine,
  tablesText
} from '../../../src/report';
import type { Profile } from '../../../src/model/profile/profile';
import { displayWidth } from '../../../src/tables/displayWidth';
import { drawProfile } from '../../support/drawProfile';
import { seededRandom } from '../../support/random';
import { sampledProfile } from '../../support/sampledProfile';
import { type LineDrawing, sourceProfile } from '../../support/sourceProfile';
import { stackedProfile } from '../../support/stackedProfile';

const MS = 1e6;
const NO_SOURCE = () => undefined;
const packagesText = (profile: Profile, top: number) =>
  tablesText([packagesTable(profile, plainForm(top))]);
const hotLinesText = (profile: Profile, top: number, sourceOf: SourceOfLine) =>
  tablesText([hotLinesTable(profile, plainForm(top), sourceOf)]);
const linesOf = (lines: readonly LineDrawing[], durationNs = 100 * MS) =>
  sourceProfile({ cell: null, lines, durationNs, sampleCount: 100 });

/** The shares of a table, the last of which is the whole. */
const shares = (text: string) => [...text.matchAll(/^ *(\d+\.\d) /gm)].map(([, share]) => +share);

describe('packagesTable', () => {
  const profile = stackedProfile(
    [
      { stack: ['a.ts', 'node_modules/@scope/name/x.js'], ns: 50 * MS },
      { stack: ['a.ts'], ns: 20 * MS },
      { stack: ['a.ts', 'node:internal/modules/esm/loader'], ns: 15 * MS },
      { stack: ['a.ts', 'node_modules/y/y.js'], ns: 5 * MS }
    ],
    100 * MS
  );

  it('has a row for each package, what else there was, and the whole', () => {
    expect(packagesText(profile, 3)).toMatchInlineSnapshot(`
      "
      Self %  Self (ms)  Total (ms)  Time by Package
        50.0       50.0        50.0  @scope/name
        20.0       20.0        90.0  your code
        15.0       15.0              module loading (import, require)
        15.0       15.0              2 others
       100.0      100.0              all of the wall time
      "
    `);
  });

  it('lists all where 0 rows are asked for', () => {
    expect(packagesText(profile, 0)).not.toContain('other');
    expect(shares(packagesText(profile, 0))).toHaveLength(6);
  });

  it('names the threads where they ran for longer than the wall time', () => {
    expect(
      packagesText(sampledProfile({ samples: 500, names: ['a', 'b'], threads: 3 }), 5)
    ).toMatch(/ 100\.0 .*all time of 3 threads\n$/);
  });

  it('is empty without samples', () => {
    expect(packagesText(drawProfile(''), 5)).toBe('');
  });
});

describe('hotLinesTable', () => {
  it('has the source of the lines of which it is known', () => {
    const profile = linesOf([
      { file: 'a.ts', line: 12, selfNs: 40 * MS, totalNs: 90 * MS },
      { file: 'b.ts', line: 3, selfNs: 50 * MS, totalNs: 50 * MS },
      { file: 'b.ts', line: 4, selfNs: 1 * MS, totalNs: 1 * MS }
    ]);
    const sourceOf = (file: string, line: number) =>
      file === 'a.ts' && line === 12 ? '\t  total += step(row);\u001b[31m' : undefined;
    expect(hotLinesText(profile, 2, sourceOf)).toMatchInlineSnapshot(`
      "
      Self %  Self (ms)  Total (ms)  Hottest Lines
        50.0       50.0        50.0  b.ts:3
        40.0       40.0        90.0  a.ts:12  total += step(row);\\u001b[31m
         1.0        1.0              1 other line
         9.0        9.0              other code, and when idle
       100.0      100.0              all of the wall time
      "
    `);
  });

  it('counts for lines of the user what they called elsewhere, and leaves out lines of packages', () => {
    const profile = linesOf([
      { file: 'a.ts', line: 5, selfNs: 10 * MS, totalNs: 10 * MS },
      { file: 'a.ts', line: 8, selfNs: 0, ownNs: 60 * MS, totalNs: 60 * MS },
      { file: 'a.ts', line: 20, selfNs: 0, totalNs: 70 * MS },
      { file: 'node_modules/x/x.js', line: 1, selfNs: 55 * MS, totalNs: 55 * MS }
    ]);
    expect(hotLinesText(profile, 5, NO_SOURCE)).toMatchInlineSnapshot(`
      "
      Self %  Self (ms)  Total (ms)  Hottest Lines
        60.0       60.0        60.0  a.ts:8
        10.0       10.0        10.0  a.ts:5
         0.0        0.0        70.0  a.ts:20
        30.0       30.0              other code, and when idle
       100.0      100.0              all of the wall time
      "
    `);
  });

  it('has the lines of packages where the user has no code', () => {
    const file = 'node_modules/x/x.js';
    const profile = linesOf([{ file, line: 1, selfNs: 55 * MS, totalNs: 55 * MS }]);
    expect(hotLinesText(profile, 5, NO_SOURCE)).toContain(`55.0        55.0  ${file}:1`);
  });

  it('has no totals where only ticks were counted', () => {
    expect(hotLinesText(linesOf([{ file: 'a.ts', line: 1, ticks: 25 }]), 5, NO_SOURCE)).toMatch(
      /\n +25\.0 +25\.0 +a\.ts:1\n/
    );
  });

  it('stays within 80 columns, whatever the names and sources are', () => {
    const file = `src/${'very/'.repeat(40)}漢字漢字/🙂🙂🙂/naïve.ts`;
    const profile = linesOf([
      { file, line: 123_456, selfNs: 40 * MS, totalNs: 40 * MS },
      { file: '漢'.repeat(60), line: 2, selfNs: 30 * MS, totalNs: 30 * MS }
    ]);
    for (const sourceOf of [NO_SOURCE, () => `const 漢字 = '${'🙂'.repeat(80)}';`]) {
      const lines = hotLinesText(profile, 5, sourceOf).split('\n');
      expect(Math.max(...lines.map(displayWidth))).toBeLessThanOrEqual(80);
      expect(lines[2]).toContain('naïve.ts:123456');
    }
  });

  it('adds up to the whole, whatever the lines are', () => {
    const random = seededRandom(3);
    const below = (limit: number) => Math.floor(random() * limit);
    for (let round = 0; round < 200; round++) {
      const isTimed = random() < 0.5;
      const profile = linesOf(
        Array.from({ length: 1 + below(20) }, (_, at) => {
          const place = { file: `${below(3)}.ts`, line: at + 1 };
          const selfNs = below(30) * MS;
          return isTimed ? { ...place, selfNs, totalNs: selfNs } : { ...place, ticks: below(40) };
        }),
        (1 + below(300)) * MS
      );
      const { wholeNs, restNs, lines } = hotLines(profile);
      const sum = lines.reduce((all, { selfNs }) => all + selfNs, restNs);
      expect(sum / wholeNs).toBeCloseTo(1, 9);
      const [whole, ...parts] = shares(hotLinesText(profile, 5, NO_SOURCE)).reverse();
      if (lines.length > 0) expect(whole).toBe(100);
      // Each share is rounded on its own.
      const rounded = parts.reduce((all, share) => all + share, 0);
      if (parts.length > 0) expect(Math.abs(rounded - whole)).toBeLessThanOrEqual(0.05 * 8);
    }
  });

  it('is empty without lines', () => {
    expect(hotLinesText(drawProfile(''), 5, NO_SOURCE)).toBe('');
  });
});
