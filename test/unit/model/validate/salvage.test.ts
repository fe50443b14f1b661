import { describe, expect, it } from 'vitest';
import { decodeKscope } from '../../../../src/formats/kscope/read';
import { encodeKscope } from '../../../../src/formats/kscope/write';
import { ProfileError } from '../../../../src/schema/schema';
import type { Profile } from '../../../../src/model/profile/profile';
import { columnsOf, TABLE_NAMES } from '../../../../src/columns/tableSchema';
import { salvageProfile, validateProfile } from '../../../../src/model/validate/validate';
import { aggregate } from '../../../../src/analysis';
import { profileNotes } from '../../../../src/report/text/profileNotes';
import { type Random, seededRandom } from '../../../support/random';
import { richProfile } from '../../../support/richProfile';
import { sizeOf } from '../../../support/tiers';

type Loose = Record<string, Record<string | number, unknown>>;

const copyOf = (profile: Profile): Loose => structuredClone(profile) as unknown as Loose;

const COLUMNS = TABLE_NAMES.flatMap(table =>
  columnsOf(table).flatMap(([column, { rule }]) => (rule.is === 'any' ? [] : [[table, column]]))
);

const WRONG_NUMBERS = [-7, NaN, Infinity, 2 ** 60, 65_535, 4_000_000_000];
const WRONG_VALUES = [null, undefined, 'x', 7, {}, [[]], { length: 3 }, new Uint8Array(3)];

const oneOf = <T>(random: Random, values: readonly T[]): T =>
  values[Math.floor(random() * values.length)];

/** Breaks one part of a profile, at a place and in a way that only `random` decides; perhaps it is broken already. */
function breakPart(profile: Loose, random: Random): void {
  const dice = random();
  const [table, column] = oneOf(random, COLUMNS);
  const values: unknown = (profile[table] as Loose[string] | null | undefined)?.[column];
  if (dice < 0.6 && ArrayBuffer.isView(values)) {
    const numbers = values as Float64Array;
    if (dice < 0.1) profile[table][column] = numbers.slice(1);
    else numbers[Math.floor(random() * numbers.length)] = oneOf(random, WRONG_NUMBERS);
    return;
  }
  const [list, isMeta] = [oneOf(random, LISTS), dice < 0.75];
  const part: unknown = isMeta ? profile.meta : profile[list];
  if (dice < 0.9 && typeof part === 'object' && part !== null) {
    const keys = Object.keys(part);
    if (keys.length > 0) (part as Loose[string])[oneOf(random, keys)] = oneOf(random, WRONG_VALUES);
    return;
  }
  const parts = Object.keys(profile).filter(name => name !== 'version');
  profile[oneOf(random, parts)] = oneOf(random, WRONG_VALUES) as never;
}

const LISTS = ['tracks', 'counters', 'sources', 'strings', 'sourceTexts'];

/** The names of the tables and counters of a profile that have rows. */
function partsIn(profile: Profile): string[] {
  const tables = TABLE_NAMES.filter(name => profile[name].length > 0);
  return profile.counters.length > 0 ? [...tables, 'counters'] : tables;
}

describe('a profile of which a part is not valid', () => {
  it.each(COLUMNS)(
    'keeps what does not refer to %s, where %s is wrong, and says so',
    (table, column) => {
      const rich = richProfile();
      const broken = copyOf(rich);
      (broken[table][column] as Float64Array).fill(NaN).fill(-7, 0, 1);
      if (isStillValid(broken)) return;
      const salvaged = validateProfile(salvageProfile(broken));
      const told = profileNotes(salvaged).filter(note => note.includes('is damaged and left out'));
      expect(told.some(note => note.includes(`${table} is damaged`))).toBe(true);
      const lost = partsIn(rich).filter(part => !partsIn(salvaged).includes(part));
      for (const part of lost) {
        expect(
          told.some(note => note.includes(`${part} is damaged`)),
          part
        ).toBe(true);
      }
    }
  );

  it('is always left with something valid that every reader takes, or refused by name', () => {
    const outcomes = { whole: 0, salvaged: 0, refused: 0 };
    const count = sizeOf(75, 300);
    for (let seed = 1; seed <= count; seed++) {
      const random = seededRandom(seed * 2654435761);
      const broken = copyOf(richProfile(40));
      for (let times = 0; times < 1 + Math.floor(3 * random()); times++) breakPart(broken, random);
      outcomes[outcomeOf(broken)]++;
    }
    expect(outcomes.refused).toBeLessThan(count / 20);
    expect(outcomes.salvaged).toBeGreaterThan((count * 2) / 3);
  });

  it('loses only its arguments where those contradict themselves, in a file too', () => {
    const rich = richProfile();
    const slice = rich.args.slice.slice();
    slice[slice.length - 1] = 0;
    const read = decodeKscope(encodeKscope({ ...rich, args: { ...rich.args, slice } }));
    expect(read.args.length).toBe(0);
    expect({ ...read, args: rich.args, sources: rich.sources }).toEqual(rich);
    expect(read.sources.at(-1)).toMatchObject({ source: 'ranges', status: 'partial' });
    expect(read.sources.at(-1)?.message).toMatch(/^args is damaged and left out: args\.slice row/);
  });

  it('keeps its slices where their causes, names and tracks are wrong', () => {
    const rich = richProfile();
    const { slices, labels, tracks } = rich;
    const salvaged = salvageProfile({
      ...rich,
      slices: { ...slices, parent: slices.parent.map((_, row) => row) },
      labels: { ...labels, name: labels.name.map(() => 4_000_000) },
      tracks: [7, ...tracks.slice(1)]
    });
    expect(salvaged.slices.start).toEqual(slices.start);
    expect(salvaged.slices.parent.every(parent => parent === -1)).toBe(true);
    expect(salvaged.args).toEqual(rich.args);
  });

  it('names a part once, and briefly, whatever is wrong with it', () => {
    const rich = richProfile();
    const counters = Array.from({ length: 5000 }, () => ({ name: 'x'.repeat(100_000) }));
    const { sources } = salvageProfile({ ...rich, counters });
    expect(sources.length).toBe(rich.sources.length + 1);
    expect(sources.at(-1)?.message.length).toBeLessThan(600);
  });

  it('is refused if it is of another version, or no profile', () => {
    expect(() => salvageProfile({ ...richProfile(), version: 99 })).toThrow(/version 99/);
    expect(() => salvageProfile(null)).toThrow(ProfileError);
  });
});

function isStillValid(profile: unknown): boolean {
  try {
    validateProfile(profile);
    return true;
  } catch (error) {
    expect(error).toBeInstanceOf(ProfileError);
    return false;
  }
}

/** Salvages a profile as readers of files and outputs do; whatever is left must be of use. */
function outcomeOf(profile: unknown): 'whole' | 'salvaged' | 'refused' {
  const wasValid = isStillValid(profile);
  let salvaged: Profile;
  try {
    salvaged = salvageProfile(profile);
  } catch (error) {
    expect(error).toBeInstanceOf(ProfileError);
    return 'refused';
  }
  expect(salvaged === profile).toBe(wasValid);
  const { sources } = validateProfile(salvaged);
  if (!wasValid) expect(sources.at(-1)?.message).toMatch(/is damaged and left out/);
  expect(decodeKscope(encodeKscope(salvaged))).toEqual(salvaged);
  aggregate(salvaged);
  return wasValid ? 'whole' : 'salvaged';
}
