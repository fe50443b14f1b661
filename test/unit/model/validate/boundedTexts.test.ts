import { expect, it } from 'vitest';
import { decodeKscope } from '../../../../src/formats/kscope/read';
import { encodeKscope } from '../../../../src/formats/kscope/write';
import type { Profile } from '../../../../src/model/profile/profile';
import { richProfile } from '../../../support/richProfile';

const LONG = 'x'.repeat(200_000);

/** A profile all of whose names, and each of its messages, come from data that nobody bounded. */
function longWinded(): Profile {
  const rich = richProfile(40);
  const { meta, tracks, counters, strings } = rich;
  return {
    ...rich,
    meta: {
      ...meta,
      ...{ name: LONG, host: LONG, options: { [LONG]: LONG } },
      cell: { file: LONG, executionCount: 1, source: LONG }
    },
    strings: ['', ...strings.slice(1).map(text => `${text}${LONG}`)],
    tracks: tracks.map(track => ({ ...track, name: LONG })),
    counters: counters.map(series => ({ ...series, name: LONG, category: LONG })),
    sources: [{ source: 'gc', status: 'failed', message: LONG, records: 1 }]
  };
}

it('a file is read back whole whatever the lengths of its texts', () => {
  const profile = longWinded();
  const read = decodeKscope(encodeKscope(profile));
  expect(read.sources).toHaveLength(1);
  expect(read.strings).toEqual(profile.strings);
  expect(read.slices).toEqual(profile.slices);
  expect(read.counters.length).toBe(profile.counters.length);
  expect(read.tracks.length).toBe(profile.tracks.length);
  expect(read.meta.name.length).toBeLessThan(LONG.length);
  expect(read.meta.name.slice(0, 1000)).toBe(LONG.slice(0, 1000));
  expect(read.meta.cell?.source).toBe(LONG);
});

it('a file with texts as they are is the same to the byte', () => {
  const rich = richProfile(40);
  expect(decodeKscope(encodeKscope(rich))).toEqual(rich);
});

it('more text than one frame holds is spread over several', { tags: 'night' }, () => {
  const rich = richProfile(10);
  const strings = [
    ...rich.strings,
    ...Array.from({ length: 40 }, (_, row) => `${row}${'é"'.repeat(1_500_000)}`)
  ];
  const read = decodeKscope(encodeKscope({ ...rich, strings }), { maxBytes: 2 ** 30 });
  expect(read.strings.length).toBe(strings.length);
  expect(read.strings.every((text, row) => text === strings[row])).toBe(true);
});
