import { ProfileBuilder } from 'kernelscope/model';
import { expect, test } from 'vitest';
import { chromeTraceLosses } from '../../../../src/formats/chrome/losses';
import { exampleMeta, richProfile } from '../../../support/richProfile';

test('CPU samples, allocations and stacks are named with their number', () => {
  expect(chromeTraceLosses(richProfile())).toEqual([
    ...['200 CPU samples', '3 allocations', '2 stacks that allocated', '3 stacks of slices']
  ]);
});

test('flows of async lanes and values that are not finite are counted', () => {
  const builder = new ProfileBuilder();
  const main = builder.addTrack({ name: 'main', kind: 'thread' });
  const lane = builder.addTrack({ name: 'async', kind: 'asyncLane' });
  const slice = (track: number, start: number): number =>
    builder.addSlice({ name: 'a', category: 'x', start, duration: 1, track });
  const [from, to, awaited] = [slice(main, 0), slice(main, 5), slice(lane, 6)];
  builder.addFlow('kept', 'x', from, to);
  builder.addFlow('lost', 'x', from, awaited);
  const time = Float64Array.of(0, 1, 2);
  const value = Float64Array.of(1, NaN, Infinity);
  const head = { name: 'c', category: 'x', unit: 'count', kind: 'set', track: main } as const;
  builder.addCounter({ ...head, time, value });
  expect(chromeTraceLosses(builder.build(exampleMeta(10)))).toEqual([
    '1 flow of an async lane',
    '2 counter values that are not finite'
  ]);
});

test('a profile that the format can hold loses nothing', () => {
  expect(chromeTraceLosses(new ProfileBuilder().build(exampleMeta(0)))).toEqual([]);
});
