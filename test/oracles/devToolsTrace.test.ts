import { encodeKinetoTrace } from 'kernelscope/formats';
import type { Profile } from 'kernelscope/model';
import { expect, test } from 'vitest';
import { gpuProfile } from '../support/gpuProfile';
import { richProfile } from '../support/richProfile';
import { type DevToolsSlice, readChromeTrace } from './devToolsTrace';
import { seen } from './expectedTrace';

const SHOWN = ['thread', 'worker', 'cudaStream', 'gc'];

/** The slices of threads, as text and in order of it. */
const texts = (slices: readonly DevToolsSlice[]): string[] =>
  slices.map(({ thread, name, ts, dur }) => `${thread}: ${name} ${ts} + ${dur}`).sort();

function slicesOf({ slices, labels, strings, tracks }: Profile): DevToolsSlice[] {
  const all = Array.from(slices.start, (start, row) => ({
    kind: tracks[slices.track[row]].kind,
    thread: tracks[slices.track[row]].name,
    name: seen(strings[labels.name[slices.label[row]]]),
    ts: start / 1000,
    dur: slices.duration[row] / 1000
  }));
  return all.filter(({ kind }) => SHOWN.includes(kind));
}

test.each([
  ['training on GPUs', gpuProfile()],
  ['a rich profile', richProfile(300)]
])('Chrome DevTools has every slice of every thread of %s', async (_, profile) => {
  const read = await readChromeTrace(encodeKinetoTrace(profile));
  const own = read.filter(({ thread }) => thread !== 'Spans');
  expect(texts(own)).toEqual(texts(slicesOf(profile)));
  expect(own.length).toBeGreaterThan(20);
});
