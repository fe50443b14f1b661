import { describe, expect, it } from 'vitest';
import { UNTRANSLATED } from '../../../src/base/translator';
import type { FormatWriter } from '../../../src/formats/shared/format';
import { FORMATS } from '../../../src/formats/table';
import { ProfileBuilder } from '../../../src/model/build/profileBuilder';
import { exampleMeta, richProfile } from '../../support/richProfile';

const endings = FORMATS.flatMap(each => each.endings.map(({ ending }) => ending));
const written = FORMATS.flatMap(({ id, write }) =>
  write === undefined ? [] : [[id, write] as [string, FormatWriter]]
);

describe('the table of formats', () => {
  it('has each id and each ending once', () => {
    expect(new Set(FORMATS.map(({ id }) => id)).size).toBe(FORMATS.length);
    expect(new Set(endings).size).toBe(endings.length);
  });

  it('gives each format that can be written an ending', () => {
    const nameless = FORMATS.filter(format => format.write && format.endings.length === 0);
    expect(nameless).toEqual([]);
  });
});

describe.each(written)('%s', (_, write) => {
  it('is written the same each time, and says what it holds', () => {
    const input = { profile: richProfile() };
    expect(write.encode(input)).toEqual(write.encode(input));
    expect(write.encode(input).length).toBeGreaterThan(0);
    expect(write.contents(input.profile, UNTRANSLATED)).not.toBe('');
    expect(write.lacks?.(input.profile, UNTRANSLATED) ?? null).toBeNull();
  });

  it('is written of a profile that has nothing', () => {
    const profile = new ProfileBuilder().build(exampleMeta(10));
    expect(write.encode({ profile })).toBeInstanceOf(Uint8Array);
    expect(write.losses?.(profile) ?? []).toEqual([]);
  });
});
