import { nullTranslator } from '@jupyterlab/translation';
import { describe, expect, it } from 'vitest';
import { lineCosts } from '../../../../../src/analysis/stacks/lineCosts';
import {
  functionRows,
  hottestFunctions
} from '../../../../../extension/src/views/source/functionRows';
import { lineColumns, lineRows } from '../../../../../extension/src/views/source/lineRows';
import {
  sourceMessages,
  unsampledMessage
} from '../../../../../extension/src/views/source/messages';
import {
  GAP,
  MAX_FILES,
  MAX_LINES,
  type SourceLines,
  filesOf,
  firstFile,
  hotLinesOf,
  linesOfText
} from '../../../../../extension/src/views/source/model';
import { createNumberFormats, placeName } from '../../../../../extension/src/shared/content/format';
import { drawProfile } from '../../../../support/drawProfile';
import { flameProfile } from '../../../../support/flameProfile';
import {
  type LineDrawing,
  earlierCellProfile,
  sourceProfile,
  trainingProfile
} from '../../../../support/sourceProfile';

const trans = nullTranslator.load('kernelscope');
const formats = createNumberFormats('en');
const costs = lineCosts(trainingProfile());
const ticksOf = (lines: readonly LineDrawing[], sampleCount: number) =>
  sourceProfile({ cell: null, lines, durationNs: 1e9, sampleCount });
const context = {
  fileName: null,
  costs: { ...costs, sampleCount: 1000, whole: 2e9 },
  formats,
  trans
};

describe('filesOf', () => {
  it('offers the files by their heat, with their totals', () => {
    const files = filesOf(trainingProfile(), costs);
    expect(files.map(({ file }) => placeName(file, 0))).toEqual([
      'Conv2D.js',
      'Cell [5]',
      'helpers.ts'
    ]);
    expect(files[1].selfShare).toBeCloseTo(0.1005);
    expect(files[1].totalShare).toBeCloseTo(0.865);
  });

  it('knows the texts of the profiled cell and of others', () => {
    const profile = earlierCellProfile();
    const texts = filesOf(profile, lineCosts(profile)).map(({ file, text }) => [
      file,
      text?.split('\n').length ?? null
    ]);
    expect(texts).toEqual([
      ['Cell [4]', 7],
      ['model.ts', null],
      ['Cell [6]', 2]
    ]);
  });

  it('offers the cell even when no sample was in it, and when there are too many files', () => {
    const cell = { file: 'Cell [9]', executionCount: 9, source: 'run();' };
    const cold = { file: 'Cell [9]', selfShare: 0, totalShare: null, text: 'run();' };
    for (const count of [3, MAX_FILES + 9]) {
      const lines = Array.from({ length: count }, (_, row) => ({
        file: `${row}.ts`,
        line: 1,
        ticks: 1
      }));
      const profile = sourceProfile({ cell, lines, durationNs: 1e9, sampleCount: count });
      const files = filesOf(profile, lineCosts(profile));
      expect(files.at(-1)).toEqual(cold);
      expect(files).toHaveLength(Math.min(MAX_FILES, count + 1));
    }
  });
});

describe('firstFile', () => {
  const source = (file: string, selfShare: number, totalShare: number | null, text = 'x') => ({
    file,
    selfShare,
    totalShare,
    text
  });
  const library = { ...source('lib.js', 0.9, 0.9), text: null };

  it('is the profiled cell where that has self time', () => {
    const files = [library, source('Cell [4]', 0.5, 0.5), source('Cell [6]', 0.02, 0.9)];
    expect(firstFile(files, 'Cell [6]')).toBe('Cell [6]');
  });

  it('is the hottest file with a text where the profiled cell merely calls it', () => {
    const files = [library, source('Cell [4]', 0.5, 0.9), source('Cell [6]', 0, 1)];
    expect(firstFile(files, 'Cell [6]')).toBe('Cell [4]');
  });

  it('is the profiled cell where it calls what no text is known of', () => {
    const files = [library, source('Cell [4]', 0.02, 0.03), source('Cell [6]', 0.005, 0.97)];
    expect(firstFile(files, 'Cell [6]')).toBe('Cell [6]');
    expect(firstFile([library, source('Cell [6]', 0, null)], 'Cell [6]')).toBe('Cell [6]');
  });

  it('is another cell, however little it has, where the profiled one has nothing', () => {
    const files = [library, source('Cell [4]', 0.005, 0.95), source('Cell [6]', 0, 0)];
    expect(firstFile(files, 'Cell [6]')).toBe('Cell [4]');
  });

  it('is the hottest file where no cell was profiled', () => {
    expect(firstFile([library], null)).toBe('lib.js');
    expect(firstFile([], null)).toBe('');
  });
});

describe('linesOfText', () => {
  const lines = (text: string): SourceLines => linesOfText(costs, 'Cell [5]', text);

  it('puts costs beside the lines of the text, whatever ends them', () => {
    const { lines: found } = lines('a\r\nb\nc\rd\u2028e\nf');
    expect(found.map(({ text }) => text).slice(0, 6)).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
    expect(found[4].cost?.totalShare).toBeCloseTo(0.805);
    expect(found[0].cost).toBeNull();
  });

  it('keeps what was sampled behind the end of a text that was cut off', () => {
    const { lines: found, isTextCut } = lines('one\ntwo');
    expect(isTextCut).toBe(true);
    expect(found.map(({ line }) => line)).toEqual([1, 2, 4, 5, 6, 7, 9, 14, 15]);
    expect(found[2].text).toBeNull();
  });

  it('has one line for those that a text lacks, and each with a cost', () => {
    const text = `\n\n\n\n\nsix\n\neight\n${'\n'.repeat(31)}forty`;
    const folded = linesOfText(costs, 'Cell [5]', text, { isClipped: true });
    const numbers = folded.lines.map(({ line, text: shown }) => [line, shown]);
    expect(numbers).toEqual([
      [1, GAP],
      [4, ''],
      [5, ''],
      [6, 'six'],
      [7, ''],
      [8, 'eight'],
      [9, ''],
      [10, GAP],
      [14, ''],
      [15, ''],
      [16, GAP],
      [40, 'forty']
    ]);
    expect(folded.hasGaps).toBe(true);
    expect(lines(text).lines).toHaveLength(40);
    expect(lines(text).hasGaps).toBe(false);
  });

  it('shows tabs as spaces', () => {
    expect(lines('\t\tx').lines[0].text).toBe('    x');
  });

  it('is bounded', () => {
    const { lines: found, hidden } = lines('\n'.repeat(MAX_LINES + 9));
    expect(found).toHaveLength(MAX_LINES);
    expect(hidden).toBe(10);
  });
});

describe('hotLinesOf', () => {
  it('has the sampled lines alone, the greatest total first', () => {
    const library = filesOf(trainingProfile(), costs).find(({ file }) =>
      file.endsWith('Conv2D.js')
    )!.file;
    const { lines } = hotLinesOf(costs, library);
    expect(lines.map(({ line }) => line)).toEqual([40, 41]);
  });

  it('goes by self where there are no totals', () => {
    const file = 'a.ts';
    const ticks = lineCosts(
      ticksOf(
        [
          { file, line: 1, ticks: 3 },
          { file, line: 2, ticks: 5 }
        ],
        10
      )
    );
    expect(hotLinesOf(ticks, file).lines.map(({ line }) => line)).toEqual([2, 1]);
  });
});

describe('lineRows', () => {
  const rows = lineRows(linesOfText(costs, 'Cell [5]', 'a\n'.repeat(15)), context);

  it('has shares, their bars, the time and the text', () => {
    expect(rows[13].map(({ text }) => text)).toEqual(['14', '0.3 %', '86.5 %', '1.73 s', 'a']);
    expect(rows[13][2].bar).toBeCloseTo(1730 / 2000);
    expect(rows[4][2].bar).toBeCloseTo(1610 / 2000);
    expect(rows[13][0].bar).toBe(1);
  });

  it('says how sure each share is', () => {
    expect(rows[13][2].title).toBe(
      '86.5 % of 1,000 samples; between 84.2 % and 88.5 % with 95 % confidence'
    );
  });

  it('leaves lines without a sample empty', () => {
    expect(rows[0].map(({ text }) => text)).toEqual(['1', '', '', '', 'a']);
  });

  it('has one cell for each column in all four shapes', () => {
    for (const hasTotals of [true, false]) {
      for (const fileName of [null, 'lib/helpers.ts']) {
        const heat = hasTotals
          ? costs
          : lineCosts(ticksOf([{ file: 'Cell [5]', line: 1, ticks: 3 }], 10));
        const shape = { ...context, costs: heat, fileName };
        const shown = lineRows(linesOfText(heat, 'Cell [5]', 'a\nb'), shape);
        const counts = new Set(shown.map(row => row.length));
        expect([...counts]).toEqual([lineColumns(shape).length]);
      }
    }
  });
});

describe('functionRows', () => {
  it('lists functions by self time with shares of the run', () => {
    const rows = functionRows(hottestFunctions(trainingProfile(), 'cpu'), { formats, trans });
    expect(rows.map(row => row.map(({ text }) => text)).slice(0, 2)).toEqual([
      ['conv2d', '30.5 %', '30.5 %', 'Conv2D.js:3'],
      ['matMul', '11.0 %', '11.0 %', 'Conv2D.js:5']
    ]);
    expect(rows[4][0].text).toBe('(anonymous)');
  });
});

describe('other costs than CPU time', () => {
  const profile = flameProfile();

  it('are bytes at the lines on which functions begin', () => {
    const heap = lineCosts(profile, 'allocations');
    const shape = { ...context, costs: heap };
    const [train] = lineRows(linesOfText(heap, 'Cell [1]', '\n'.repeat(20)), shape).slice(10);
    expect(train.map(({ text }) => text)).toEqual(['11', '', '100.0 %', '58 MB', '']);
    expect(lineColumns(shape).map(({ label }) => label)).toContain('Bytes');
    const [most] = functionRows(hottestFunctions(profile, 'allocations'), { formats, trans });
    expect(most.map(({ text }) => text)).toEqual(['augment', '82.8 %', '82.8 %', 'helpers.ts:1']);
  });

  it('are times of operators at the lines that call them, of no samples', () => {
    const operators = lineCosts(profile, 'operators');
    const shape = { ...context, costs: operators };
    const [conv] = lineRows(linesOfText(operators, 'Cell [1]', 'a\nb\nc'), shape).slice(2);
    expect(conv.map(({ text }) => text)).toEqual(['3', '50.0 %', '50.0 %', '21 ms', 'c']);
    expect(conv[1].title).toBeUndefined();
  });
});

describe('the sentences', () => {
  const sentences = (sampleCount: number, changes: Partial<SourceLines> = {}, isZoomed = false) => {
    const profile = ticksOf([{ file: 'a.ts', line: 1, ticks: 1 }], sampleCount);
    const lines = { lines: [], hidden: 0, isTextCut: false, hasGaps: false, ...changes };
    return sourceMessages({ profile, costs: lineCosts(profile), lines, isZoomed, formats, trans });
  };

  it('call shares of few samples rough, and those of many nothing', () => {
    expect(sentences(12)[0]).toBe('12 samples: shares are rough.');
    expect(sentences(1)[0]).toBe('1 sample: shares are rough.');
    expect(sentences(5000).join()).not.toContain('rough');
  });

  it('say what is missing: totals, the end of the text, lines, the time on show', () => {
    expect(sentences(5000, { hidden: 7, isTextCut: true }, true)).toEqual([
      'Totals by line are missing. Run the cell with %%profile --lines.',
      'The end of the source is not in the notebook.',
      '7 more lines are not drawn.',
      'Lines cover the whole run, not only the visible time range.'
    ]);
  });

  it('are none when nothing is wrong', () => {
    const profile = trainingProfile();
    const lines = linesOfText(costs, 'Cell [5]', 'a\n'.repeat(20));
    const about = { profile, costs, lines, isZoomed: false, formats, trans };
    expect(sourceMessages(about)).toEqual([]);
  });

  it('tell how to sample the CPU, or why it failed', () => {
    expect(unsampledMessage(drawProfile('main |[a]'), trans)).toBe(
      'The CPU was not sampled. Run the cell with %%profile --cpu.'
    );
    expect(unsampledMessage(ticksOf([], 0), trans)).toBe(
      'No sample fell on a line: the run was too short.'
    );
    const sources = [
      { source: 'cpuSampler', status: 'failed', message: 'Inspector is busy.', records: 0 } as const
    ];
    const failed = drawProfile('main |[a]', { extra: () => ({ sources }) });
    expect(unsampledMessage(failed, trans)).toBe('Inspector is busy.');
  });
});
