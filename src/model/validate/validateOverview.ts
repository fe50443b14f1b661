import type { BundleTableName } from '../output/bundle';
import { BUNDLE_LIMITS, MAX_BUNDLE_BYTES } from '../output/bundle';
import { checkTracks, COUNTER_KINDS, COUNTER_UNITS } from './validateParts';
import {
  checkBoolean,
  checkBounded,
  checkInteger,
  checkList,
  checkNumber,
  checkRecord,
  checkText,
  checkWord
} from './validateValue';

const MAX_UINT32 = 2 ** 32 - 1;

/** A column with the most values that are kept whole has this many of them in each row. */
const MAX_COLUMNS = 8;

const PACKED_TABLES: Readonly<Record<BundleTableName, true>> = {
  slices: true,
  args: true,
  flows: true,
  instants: true,
  allocations: true,
  frames: true,
  stacks: true,
  samples: true,
  heapSamples: true,
  sliceStacks: true,
  droppedTotals: true
};

/** Checks the shape and the sizes of the overview of a bundle. @throws ProfileError */
export function checkOverview(overview: Record<string, unknown>): void {
  checkBoolean(overview.partial, 'overview.partial');
  const strings = checkBounded(overview.strings, 'overview.strings', BUNDLE_LIMITS.strings);
  strings.forEach((text, row) => checkText(text, `overview.strings row ${row}`));
  const labels = checkBounded(overview.labels, 'overview.labels', BUNDLE_LIMITS.labels);
  labels.forEach((item, row) => checkLabel(item, `overview.labels row ${row}`, strings.length));
  const tracks = checkTracks(overview.tracks, 'overview.tracks');
  checkPackedTables(overview);
  for (const name of ['parents', 'scopes', 'stackLines'] as const) {
    if (overview[name] !== null) checkPacked(overview[name], `overview.${name}`);
  }
  if (overview.density !== null) checkDensity(overview.density, tracks.length);
  checkCounters(overview.counters, tracks.length);
  checkLines(overview, 'lineTicks', checkTicks);
  checkLines(overview, 'lineTotals', checkTimes);
}

function checkLabel(item: unknown, place: string, strings: number): void {
  const [name, category] = checkList(item, place);
  for (const index of [name, category]) checkInteger(index, place, 0, strings - 1);
}

function checkPackedTables(overview: Record<string, unknown>): void {
  let left: number = BUNDLE_LIMITS.tableRows;
  for (const name of Object.keys(PACKED_TABLES)) {
    const place = `overview.${name}`;
    const { length } = checkPacked(overview[name], place);
    left -= checkInteger(length, `${place} length`, 0, left);
  }
}

function checkDensity(value: unknown, trackCount: number): void {
  const density = checkRecord(value, 'overview.density');
  checkInteger(density.binCount, 'overview.density.binCount', 1, BUNDLE_LIMITS.densityBins);
  const place = 'overview.density.tracks';
  for (const track of checkBounded(density.tracks, place, BUNDLE_LIMITS.densityTracks)) {
    checkInteger(track, place, 0, trackCount - 1);
  }
  checkPacked(density.bins, 'overview.density.bins');
}

function checkCounters(value: unknown, trackCount: number): void {
  let left: number = BUNDLE_LIMITS.points;
  checkBounded(value, 'overview.counters', BUNDLE_LIMITS.counters).forEach((item, row) => {
    const place = `overview.counters row ${row}`;
    const counter = checkRecord(item, place);
    checkText(counter.name, `${place}, name,`);
    checkText(counter.category, `${place}, category,`);
    checkWord(counter.unit, `${place}, unit,`, COUNTER_UNITS);
    checkWord(counter.kind, `${place}, kind,`, COUNTER_KINDS);
    checkInteger(counter.track, `${place}, track,`, 0, trackCount - 1);
    left -= checkInteger(counter.pointCount, `${place}, pointCount,`, 0, left);
    checkPacked(counter.points, `${place}, points,`);
  });
}

function checkPacked(value: unknown, place: string): Record<string, unknown> {
  const packed = checkRecord(value, place);
  const most = BUNDLE_LIMITS.tableRows * MAX_COLUMNS;
  checkInteger(packed.escapes, `${place} escapes`, 0, most);
  checkText(packed.data, `${place} data`, 2 * MAX_BUNDLE_BYTES);
  return packed;
}

function checkLines(
  overview: Record<string, unknown>,
  name: 'lineTicks' | 'lineTotals',
  checkNumbers: (numbers: readonly unknown[], place: string) => void
): void {
  const lines = checkBounded(overview[name], `overview.${name}`, BUNDLE_LIMITS.lines);
  lines.forEach((item, row) => {
    const place = `overview.${name} row ${row}`;
    const [file, line, ...numbers] = checkList(item, place);
    checkInteger(file, `${place}, file,`, 0, (overview.strings as unknown[]).length - 1);
    checkInteger(line, `${place}, line,`, 0, MAX_UINT32);
    checkNumbers(numbers, place);
  });
}

function checkTicks([ticks]: readonly unknown[], place: string): void {
  checkInteger(ticks, `${place}, ticks,`, 0, MAX_UINT32);
}

function checkTimes([self, total]: readonly unknown[], place: string): void {
  checkNumber(self, `${place}, self,`);
  checkNumber(total, `${place}, total,`);
}
