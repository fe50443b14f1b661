import type { Profile } from './profile';

/** Memory that the columns of a profile take, bytes; text counts two bytes a character. */
export function profileBytes(profile: Profile): number {
  const { labels, slices, args, counters, instants, flows, samples, stacks, frames } = profile;
  const tables = [labels, slices, args, instants, flows, samples, stacks, frames, ...counters];
  let bytes = profile.strings.reduce((sum, text) => sum + 2 * text.length, 0);
  for (const table of [...tables, profile.lineTicks, profile.droppedTotals]) {
    for (const column of Object.values(table)) {
      if (ArrayBuffer.isView(column)) bytes += column.byteLength;
    }
  }
  return bytes;
}
