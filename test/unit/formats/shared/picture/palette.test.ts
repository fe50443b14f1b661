import { expect, it } from 'vitest';
import {
  chosenColors,
  colorOf,
  SLICE_COLORS
} from '../../../../../src/formats/shared/picture/palette';
import { timelineSvg } from '../../../../../src/formats/shared/picture/timelinePicture';
import { ProfileBuilder } from '../../../../../src/model/build/profileBuilder';
import { exampleMeta } from '../../../../support/richProfile';

const [BLUE, , GREEN, RED] = SLICE_COLORS;

it('gives measures the colour that the program chose, and nothing else', () => {
  const builder = new ProfileBuilder();
  const track = builder.addTrack({ name: 'Timings', kind: 'asyncLane' });
  let start = 0;
  const add = (name: string, category: string, color: string | number): void => {
    builder.addSlice({ name, category, track, start, duration: 5, args: { color } });
    start += 10;
  };
  add('query', 'measure', 'tertiary-dark');
  add('broken', 'time stamp', 'error');
  add('usual', 'measure', 'primary');
  add('unknown', 'measure', 'url(#x)');
  add('number', 'measure', 3);
  add('range of a program', 'range', 'error');
  const profile = builder.build(exampleMeta(100));
  const named = [...chosenColors(profile)].map(([label, color]) => [
    profile.strings[profile.labels.name[label]],
    color
  ]);
  expect(named).toEqual([
    ['query', GREEN],
    ['broken', RED],
    ['usual', BLUE]
  ]);
  expect(colorOf('broken')).not.toBe(RED);
  expect(timelineSvg(profile)).toMatch(new RegExp(`fill="${RED}"[^>]*><title>broken`));
});
