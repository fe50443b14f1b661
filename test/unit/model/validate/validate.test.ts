import { describe, expect, test } from 'vitest';
import { ProfileError } from '../../../../src/schema/schema';
import type { SourceText } from '../../../../src/model/profile/sourceText';
import { TABLE_NAMES, columnsOf } from '../../../../src/columns/tableSchema';
import { validateProfile } from '../../../../src/model/validate/validate';
import { EXAMPLE_GPU, richProfile } from '../../../support/richProfile';

type Loose = Record<string, Record<string | number, unknown>>;

/** The error that the rich profile gives after `change`. */
function errorAfter(change: (profile: Loose) => void): string {
  const profile = structuredClone(richProfile()) as unknown as Loose;
  change(profile);
  try {
    validateProfile(profile);
  } catch (error) {
    expect(error).toBeInstanceOf(ProfileError);
    return (error as ProfileError).message;
  }
  return 'valid';
}

const texts = (count: number, length: number): SourceText[] =>
  Array.from({ length: count }, (_, row) => {
    return { file: `Cell [${row}]`, text: 'x'.repeat(length), isClipped: false };
  });

const gpus = (count: number, changes: object = {}): object[] =>
  Array.from({ length: count }, () => ({ ...EXAMPLE_GPU, ...changes }));

const setCell =
  (table: string, column: string, row: number, value: number) =>
  (profile: Loose): void => {
    (profile[table][column] as Float64Array)[row] = value;
  };

test('a valid profile comes back as it is', () => {
  const profile = richProfile();
  expect(validateProfile(profile)).toBe(profile);
});

describe('a column', () => {
  const columns = TABLE_NAMES.flatMap(table => columnsOf(table).map(([name]) => [table, name]));

  test.each(columns)('%s.%s that is missing is named', (table, column) => {
    const message = errorAfter(profile => delete profile[table][column]);
    expect(message).toMatch(new RegExp(`^${table}\\.${column} is not a \\w+ column`));
  });

  test.each(columns)('%s.%s that is shorter than its table is named', (table, column) => {
    const message = errorAfter(profile => {
      profile[table][column] = (profile[table][column] as Float64Array).slice(1);
    });
    expect(message).toMatch(new RegExp(`^${table}\\.${column} has \\d+ rows where`));
  });

  test.each([
    ['labels', 'name', 1, 4_000_000],
    ['slices', 'label', 3, 4_000_000],
    ['slices', 'track', 3, 60_000],
    ['slices', 'parent', 3, 3],
    ['slices', 'parent', 3, -2],
    ['slices', 'start', 3, NaN],
    ['slices', 'start', 3, Infinity],
    ['slices', 'start', 3, 2 ** 60],
    ['slices', 'start', 5, -1],
    ['slices', 'duration', 3, -1],
    ['slices', 'duration', 3, NaN],
    ['args', 'slice', 0, 4_000_000],
    ['args', 'slice', 2, 0],
    ['args', 'key', 0, 4_000_000],
    ['args', 'kind', 0, 3],
    ['instants', 'time', 2, 0],
    ['instants', 'scope', 2, 5],
    ['allocations', 'time', 1, 0],
    ['allocations', 'lifetime', 1, -1],
    ['allocations', 'isHeld', 1, 2],
    ['allocations', 'bytes', 0, NaN],
    ['allocations', 'address', 0, -2],
    ['allocations', 'address', 0, Infinity],
    ['allocations', 'scope', 0, 4_000_000],
    ['flows', 'to', 0, 4_000_000],
    ['samples', 'stack', 0, 4],
    ['samples', 'weight', 0, -1],
    ['heapSamples', 'stack', 1, 4],
    ['heapSamples', 'bytes', 1, -1],
    ['heapSamples', 'variance', 0, NaN],
    ['heapSamples', 'aliveBytes', 1, -1],
    ['heapSamples', 'aliveVariance', 0, NaN],
    ['sliceStacks', 'slice', 0, 4_000_000],
    ['sliceStacks', 'slice', 2, 0],
    ['sliceStacks', 'stack', 1, 4],
    ['stacks', 'prefix', 2, 2],
    ['stacks', 'frame', 2, 4],
    ['frames', 'kind', 2, 6],
    ['lineTicks', 'file', 0, 4_000_000],
    ['lineTotals', 'file', 0, 4_000_000],
    ['lineTotals', 'self', 1, -1],
    ['lineTotals', 'total', 1, NaN],
    ['droppedTotals', 'label', 0, 4_000_000]
  ])('%s.%s with row %d = %d is refused at that row', (table, column, row, value) => {
    expect(errorAfter(setCell(table, column, row, value))).toContain(
      `${table}.${column} row ${row}`
    );
  });

  test('args.value has to fit its kind', () => {
    const { kind } = richProfile().args;
    const text = kind.indexOf(1);
    const flag = kind.indexOf(2);
    expect(errorAfter(setCell('args', 'value', text, 0.5))).toContain(`args.value row ${text}`);
    expect(errorAfter(setCell('args', 'value', text, 1e9))).toContain(`args.value row ${text}`);
    expect(errorAfter(setCell('args', 'value', flag, 2))).toContain(`args.value row ${flag}`);
  });
});

describe('what is not a table', () => {
  test.each<[string, (profile: Loose) => void]>([
    ['The profile has version 7', profile => Object.assign(profile, { version: 7 })],
    ['meta is missing', profile => Object.assign(profile, { meta: null })],
    ['meta.status is none of', profile => (profile.meta.status = 'toString')],
    ['meta.originNs is not a decimal', profile => (profile.meta.originNs = '1e9')],
    ['meta.durationNs is', profile => (profile.meta.durationNs = -1)],
    ['meta.name has 100000 characters', profile => (profile.meta.name = 'x'.repeat(100_000))],
    ['meta.options.cpu is', profile => (profile.meta.options = { cpu: 1 })],
    ['meta.cell.source is', profile => (profile.meta.cell = { file: 'Cell [1]' })],
    [
      'meta.dropped.flows is',
      profile => (profile.meta.dropped = { ...richProfile().meta.dropped, flows: 0.5 })
    ],
    ['meta.gpus is missing or not a list', profile => (profile.meta.gpus = {})],
    ['meta.gpus has 65 entries', profile => (profile.meta.gpus = gpus(65))],
    ['meta.gpus row 0, name,', profile => (profile.meta.gpus = gpus(1, { name: 7 }))],
    ['meta.gpus row 0, uuid,', profile => (profile.meta.gpus = gpus(1, { uuid: 7 }))],
    ['meta.gpus row 0, l2Bytes,', profile => (profile.meta.gpus = gpus(1, { l2Bytes: NaN }))],
    [
      'meta.gpus row 1, device,',
      profile => (profile.meta.gpus = [...gpus(1), ...gpus(1, { device: 0.5 })])
    ],
    ['strings row 0', profile => (profile.strings[0] = 'x')],
    ['strings row 2 is missing or not text', profile => (profile.strings[2] = 7)],
    ['tracks row 1, kind,', profile => Object.assign(profile.tracks[1] as object, { kind: 'x' })],
    ['tracks row 1, parent,', profile => Object.assign(profile.tracks[1] as object, { parent: 1 })],
    [
      'counters row 0, unit,',
      profile => Object.assign(profile.counters[0] as object, { unit: 'kg' })
    ],
    [
      'counters row 0, kind, is none of set, sampled, derived',
      profile => Object.assign(profile.counters[0] as object, { kind: 'guessed' })
    ],
    [
      'counters row 0, track,',
      profile => Object.assign(profile.counters[0] as object, { track: 99 })
    ],
    [
      'counters row 0, time 1,',
      profile =>
        Object.assign(profile.counters[0] as object, {
          time: new Float64Array(50).fill(5).fill(4, 1)
        })
    ],
    [
      'sources row 0, records,',
      profile => Object.assign(profile.sources[0] as object, { records: -1 })
    ],
    [
      'sourceTexts row 1, isClipped,',
      profile => Object.assign(profile.sourceTexts[1] as object, { isClipped: 1 })
    ],
    [
      'sourceTexts has 1001 entries',
      profile => Object.assign(profile, { sourceTexts: texts(1001, 1) })
    ],
    [
      'sourceTexts row 0, text, has 64001',
      profile => Object.assign(profile, { sourceTexts: texts(1, 64_001) })
    ],
    [
      'sourceTexts row 4, text, has 60000',
      profile => Object.assign(profile, { sourceTexts: texts(5, 60_000) })
    ]
  ])('is refused: %s', (message, change) => {
    expect(errorAfter(change)).toContain(message);
  });

  test('is refused whatever it is', () => {
    for (const value of [undefined, null, 7, 'text', [], {}]) {
      expect(() => validateProfile(value)).toThrow(ProfileError);
    }
  });
});
