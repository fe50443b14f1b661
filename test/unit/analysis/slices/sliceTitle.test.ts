import { describe, expect, test } from 'vitest';
import { numberedLabels, sliceTitle } from '../../../../src/analysis/slices/sliceTitle';
import { frameCategory } from '../../../../src/model/profile/categories';
import type { Profile } from '../../../../src/model/profile/profile';
import { ProfileBuilder, type SliceInput } from '../../../../src/model/build/profileBuilder';
import { objectsProfile } from '../../../support/objectsProfile';
import { exampleMeta } from '../../../support/richProfile';

function profileOf(slices: readonly Pick<SliceInput, 'category' | 'args'>[]): Profile {
  const builder = new ProfileBuilder();
  const track = builder.addTrack({ name: 'main', kind: 'thread' });
  slices.forEach((slice, at) => {
    builder.addSlice({ name: 'frame1', start: at, duration: 1, track, ...slice });
  });
  return builder.build(exampleMeta(100));
}

const titlesOf = (profile: Profile): string[] =>
  Array.from(profile.slices.start, (_, slice) => sliceTitle(profile, slice));

const frame = frameCategory('training');

describe('the title of a slice', () => {
  test('has the number of the run for a frame, whatever other arguments there are', () => {
    const runs: SliceInput['args'][] = [
      { frame: 1 },
      { loss: 7, frame: 2, note: 'x' },
      { frame: 12 }
    ];
    const profile = profileOf(runs.map(args => ({ category: frame, args })));
    expect(titlesOf(profile)).toEqual(['frame1 #1', 'frame1 #2', 'frame1 #12']);
  });

  test('is its name without a number of its own', () => {
    const profile = profileOf([
      { category: frame },
      { category: frame, args: { frame: 'first' } },
      { category: frame, args: { frame: NaN } },
      { category: frame, args: { frames: 3 } }
    ]);
    expect(new Set(titlesOf(profile))).toEqual(new Set(['frame1']));
  });

  test('is its name in any other category', () => {
    const profile = profileOf([
      { category: 'training', args: { frame: 3 } },
      { category: 'frame', args: { frame: 3 } }
    ]);
    expect(titlesOf(profile)).toEqual(['frame1', 'frame1']);
  });
});

describe('the labels with titles of their own', () => {
  test('are those of frames', () => {
    const { labels, strings, ...profile } = objectsProfile();
    const flags = numberedLabels({ ...profile, labels, strings });
    const names = Array.from(labels.name, name => strings[name]);
    expect(names.filter((_, label) => flags?.[label] === 1)).toEqual(['frame1']);
  });

  test('are none in a profile without frames', () => {
    expect(numberedLabels(profileOf([{ category: 'operator', args: { frame: 1 } }]))).toBeNull();
  });
});
