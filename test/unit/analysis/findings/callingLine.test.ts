import { describe, expect, it } from 'vitest';
import { profileFindings } from '../../../../src/analysis';
import { callingLine, linesCalling } from '../../../../src/analysis/findings/callingLine';
import { functionRows } from '../../../../src/analysis/stacks/stackWeights';
import { ProfileBuilder } from '../../../../src/model/build/profileBuilder';
import { mergeProfiles } from '../../../../src/model/merge/mergeProfiles';
import type { Profile } from '../../../../src/model/profile/profile';
import { sampleMeta } from '../../../support/drawProfile';
import { type LineDrawing, sourceProfile } from '../../../support/sourceProfile';
import { stackParts } from '../../../support/stackParts';

const FILES = {
  lib: 'node_modules/lib/index.js',
  top: 'main.ts',
  store: 'store.ts',
  csv: 'csv.ts',
  arrow: 'csv.ts'
};
const BEGINS = { top: 1, arrow: 1, store: 20, csv: 8 };

/** Stacks as `function:line`, with their times in milliseconds. */
function sampled(stacks: Readonly<Record<string, number>>): Profile {
  const builder = new ProfileBuilder();
  builder.addTrack({ name: 'main thread', kind: 'thread' });
  const samples = Object.entries(stacks).map(([stack, ms]) => ({ stack, weight: ms * 1e6 }));
  const parts = stackParts(builder, { samples, files: FILES, begins: BEGINS });
  return builder.build(sampleMeta(1e9), parts);
}

const frameOf = ({ frames, strings }: Profile, name: string): number =>
  [...frames.name].findIndex(each => strings[each] === name);

describe('the line that called a function', () => {
  const CSV = { file: 'csv.ts', line: 10 };

  it.each([
    [
      'is the one of most of its time',
      { 'store:22 csv:10': 80, 'top:5 csv:10': 20 },
      'store.ts',
      22
    ],
    ['is that around a library', { 'store:22 lib:3 csv:10 lib:4': 10 }, 'store.ts', 22],
    [
      'is outside of the function where that calls itself',
      { 'top:5 csv:12 csv:10': 10 },
      'main.ts',
      5
    ],
    ['is none where two share the time', { 'store:22 csv:10': 50, 'top:5 csv:10': 50 }],
    ['is none of a function that nobody called', { 'csv:10': 50 }],
    ['is none where the line is not known', { 'store csv:10': 50 }],
    ['is none of another line', { 'store:22 csv:11': 50 }],
    ['is not the line itself, of another function on it', { 'arrow:10 csv:10': 50 }]
  ])('%s', (_, stacks: Record<string, number>, fromFile?: string, fromLine?: number) => {
    const profile = sampled(stacks);
    const weighted = [...profile.samples.stack].map((stack, row) => {
      return [stack, profile.samples.weight[row]] as const;
    });
    expect(callingLine(profile, CSV, weighted)).toEqual(fromFile ? { fromFile, fromLine } : {});
  });

  /** The same stacks without lines, and lines with their own and total times in milliseconds. */
  function withLines(
    stacks: Readonly<Record<string, number>>,
    lines: readonly (readonly [file: string, line: number, ownMs: number, totalMs: number])[]
  ): Profile {
    const drawn = lines.map(([file, line, ownMs, totalMs]): LineDrawing => {
      return { file, line, selfNs: ownMs * 1e6, totalNs: totalMs * 1e6 };
    });
    const { lineTotals, strings } = sourceProfile({ cell: null, durationNs: 1e9, lines: drawn });
    const profile = sampled(stacks);
    const all = [...profile.strings, ...strings];
    const file = lineTotals.file.map(row => all.indexOf(strings[row]));
    return { ...profile, strings: all, lineTotals: { ...lineTotals, file } };
  }

  const LINES = [
    ['main.ts', 5, 1, 95],
    ['store.ts', 22, 2, 92],
    ['store.ts', 30, 9, 9],
    ['csv.ts', 10, 85, 85]
  ] as const;

  it('is told by the totals of lines of the function that called', () => {
    const profile = withLines({ 'top store csv': 90, 'top store': 10 }, LINES);
    expect(linesCalling(profile, frameOf(profile, 'csv'))).toEqual([
      { file: 'store.ts', line: 22 },
      { file: 'main.ts', line: 5 }
    ]);
  });

  it('is told of a function that several processes have run', () => {
    const one = withLines({ 'top store csv': 90, 'top store': 10 }, LINES);
    const data = mergeProfiles([one, one]);
    const [called] = functionRows(data).filter(
      row => data.strings[data.frames.name[row]] === 'csv'
    );
    expect(linesCalling(data, called)[0]).toEqual({ file: 'store.ts', line: 22 });
  });

  it('is the one that has the name of the function, among lines of functions within the one that called', () => {
    const profile = withLines({ 'top csv': 90, 'top store': 85 }, [
      ['main.ts', 3, 1, 86],
      ['main.ts', 5, 0, 90],
      ['main.ts', 6, 0, 180]
    ]);
    const text = 'function work() {\n\n  store();\n}\ncsv();\ncsvOfAll(work);';
    const sourceTexts = [{ file: 'main.ts', text, isClipped: false }];
    const lines = linesCalling({ ...profile, sourceTexts }, frameOf(profile, 'csv'));
    expect(lines).toEqual([{ file: 'main.ts', line: 5 }]);
  });

  it('is one with that name, too, where much of the function counts for the line as V8 put it there', () => {
    const profile = withLines({ 'top csv': 90, top: 20 }, [
      ['main.ts', 2, 85, 90],
      ['main.ts', 5, 40, 95]
    ]);
    const text = 'function work() {\n  more();\n}\n\nwork(csv());';
    const sourceTexts = [{ file: 'main.ts', text, isClipped: false }];
    const lines = linesCalling({ ...profile, sourceTexts }, frameOf(profile, 'csv'));
    expect(lines).toEqual([{ file: 'main.ts', line: 5 }]);
  });

  it('is not the one on which the function begins, although that has its name', () => {
    const profile = withLines({ 'arrow csv': 90 }, [
      ['csv.ts', 8, 5, 90],
      ['csv.ts', 12, 0, 95]
    ]);
    const text = `${'\n'.repeat(7)}function csv() { more(); }\n\n\n\ncsv();`;
    const sourceTexts = [{ file: 'csv.ts', text, isClipped: false }];
    const lines = linesCalling({ ...profile, sourceTexts }, frameOf(profile, 'csv'));
    expect(lines).toEqual([{ file: 'csv.ts', line: 12 }]);
  });

  it('is not told where lines of the function that called have too little', () => {
    const profile = withLines({ 'top store csv': 90 }, LINES.slice(2));
    expect(linesCalling(profile, frameOf(profile, 'csv'))).toEqual([]);
  });
});

describe('the lines with a tenth of the time or more', () => {
  it('are each in the function that they are in, among others of the file that take about as long', () => {
    const builder = new ProfileBuilder();
    builder.addTrack({ name: 'main thread', kind: 'thread' });
    const times = { early: 140e6, middle: 145e6, late: 150e6 };
    const begins = { early: 6, middle: 9, late: 12 };
    const parts = stackParts(builder, {
      samples: Object.entries(times).map(([stack, weight]) => ({ stack, weight })),
      files: { early: 'a.ts', middle: 'a.ts', late: 'a.ts' },
      begins
    });
    const profile = builder.build(sampleMeta(1e9), parts);
    const lines = Object.entries(times).map(([name, selfNs]): LineDrawing => {
      return { file: 'a.ts', line: begins[name as keyof typeof begins], selfNs, totalNs: selfNs };
    });
    const drawn = sourceProfile({ cell: null, durationNs: 1e9, lines, sampleCount: 1000 });
    const file = drawn.lineTotals.file.map(() => profile.strings.indexOf('a.ts'));
    const withTotals = {
      ...{ ...profile, sources: drawn.sources },
      lineTotals: { ...drawn.lineTotals, file }
    };
    const found = profileFindings(withTotals).findings.flatMap(each =>
      each.kind === 'hotLine' ? [[each.facts.line, each.facts.function]] : []
    );
    expect(new Map(found as [number, string][])).toEqual(
      new Map([
        [6, 'early'],
        [9, 'middle'],
        [12, 'late']
      ])
    );
  });

  it('are all in the findings, up to five, whatever else there is', () => {
    const lines = [0.3, 0.2, 0.13, 0.12, 0.11, 0.08].map((share, at): LineDrawing => {
      return { file: 'a.ts', line: at + 1, selfNs: share * 1e9, totalNs: share * 1e9 };
    });
    const drawn = sourceProfile({ cell: null, durationNs: 1e9, lines, sampleCount: 1000 });
    const builder = new ProfileBuilder();
    const track = builder.addTrack({ name: 'main thread', kind: 'thread' });
    for (const name of ['b', 'c', 'd']) {
      builder.addSlice({ name, category: 'range', track, start: 0, duration: 0.9e9 });
    }
    const { slices, labels, strings } = builder.build(sampleMeta(1e9));
    const moved = drawn.lineTotals.file.map(row => strings.length + row);
    const profile = {
      ...{ ...drawn, slices, labels, strings: [...strings, ...drawn.strings] },
      lineTotals: { ...drawn.lineTotals, file: moved }
    };
    const found = profileFindings(profile).findings.flatMap(each =>
      each.kind === 'hotLine' ? [each.facts.line] : []
    );
    expect(found.sort()).toEqual([1, 2, 3, 4, 5]);
  });
});
