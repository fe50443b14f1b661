import type { Profile } from './profile';

/** Memory that the columns of a profile take, bytes; text counts two bytes a character. */
export function profileBytes(profile: Profile): number {
  const { labels, slices, args, counters, instants, flows, samples, stacks, frames } = profile;
  const { allocations, heapSamples, sliceStacks, lineTicks, lineTotals, droppedTotals } = profile;
  const own = [labels, slices, args, instants, allocations, flows, samples, stacks, frames];
  const stacked = [heapSamples, sliceStacks];
  const columns = [...own, ...stacked, lineTicks, lineTotals, droppedTotals, ...counters]
    .flatMap((table): unknown[] => Object.values(table))
    .filter(column => ArrayBuffer.isView(column));
  const texts = [...profile.strings, ...profile.sourceTexts.map(({ text }) => text)];
  const text = texts.reduce((sum, { length }) => sum + 2 * length, 0);
  return columns.reduce((sum, { byteLength }) => sum + byteLength, text);
}
