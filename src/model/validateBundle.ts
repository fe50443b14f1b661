import type { ProfileBundle } from './bundle';
import { BUNDLE_LIMITS, BUNDLE_VERSION, MAX_BUNDLE_BYTES } from './bundle';
import { ProfileError, ProfileVersionError } from './profileError';
import { checkSources, COUNTER_UNITS, STATUSES, TRACK_KINDS } from './validateParts';
import {
  checkBoolean,
  checkInteger,
  checkList,
  checkNumber,
  checkRecord,
  checkText,
  checkWord
} from './validateValue';

const MAX_COUNT = 2 ** 53 - 1;

/**
 * `value` as a bundle that has the shape, the sizes and the references it must have. Packed columns
 * are not looked into: `decodeBundle` does that.
 *
 * @throws ProfileVersionError for a version that this release does not know, ProfileError for
 * anything else that is wrong.
 */
export function validateBundle(value: unknown): ProfileBundle {
  const bundle = checkRecord(value, 'The profile in this output');
  checkVersion(bundle.version);
  checkSummary(checkRecord(bundle.summary, 'summary'));
  checkSections(bundle.sections);
  checkInteger(bundle.hiddenRows, 'hiddenRows', 0, MAX_COUNT);
  checkOverview(checkRecord(bundle.overview, 'overview'));
  checkBounded(bundle.sources, 'sources', BUNDLE_LIMITS.sources);
  checkSources(bundle.sources);
  if (bundle.sidecar !== null) checkSidecar(checkRecord(bundle.sidecar, 'sidecar'));
  return bundle as unknown as ProfileBundle;
}

function checkVersion(value: unknown): void {
  const version = checkInteger(value, 'version', 1, MAX_COUNT);
  if (version === BUNDLE_VERSION) return;
  throw new ProfileVersionError(
    `The profile in this output has version ${version}; this release of Kernelscope reads ` +
      `version ${BUNDLE_VERSION}. Upgrade Kernelscope, or run the cell again.`
  );
}

function checkSummary(summary: Record<string, unknown>): void {
  for (const key of ['id', 'name']) checkText(summary[key], `summary.${key}`);
  checkWord(summary.status, 'summary.status', STATUSES);
  for (const key of ['startedAtMs', 'wallNs', 'cpuNs', 'overheadNs']) {
    checkNumber(summary[key], `summary.${key}`);
  }
  for (const key of ['slices', 'samples', 'droppedSlices']) {
    checkInteger(summary[key], `summary.${key}`, 0, MAX_COUNT);
  }
  if (summary.peakRssBytes !== null) checkNumber(summary.peakRssBytes, 'summary.peakRssBytes');
  if (summary.cellFile !== null) checkText(summary.cellFile, 'summary.cellFile');
  checkBoolean(summary.truncated, 'summary.truncated');
}

/** Numbers of a section's row, after its name. */
const ROW_NUMBERS = 9;

function checkSections(value: unknown): void {
  let rows = 0;
  checkBounded(value, 'sections', BUNDLE_LIMITS.sections).forEach((item, index) => {
    const place = `sections row ${index}`;
    const section = checkRecord(item, place);
    checkText(section.category, `${place}, category,`);
    checkWord(section.unit, `${place}, unit,`, COUNTER_UNITS);
    const list = checkBounded(section.rows, `${place}, rows,`, BUNDLE_LIMITS.rows - rows);
    rows += list.length;
    for (const row of list) checkSectionRow(row, place);
  });
}

function checkSectionRow(value: unknown, place: string): void {
  const [name, ...numbers] = checkList(value, `a row of ${place}`);
  checkText(name, `a name in ${place}`);
  if (numbers.length !== ROW_NUMBERS) {
    throw new ProfileError(`A row of ${place} has ${numbers.length} numbers, not ${ROW_NUMBERS}.`);
  }
  for (const number of numbers) checkNumber(number, `a number in ${place}`, -Infinity);
}

function checkOverview(overview: Record<string, unknown>): void {
  checkBoolean(overview.partial, 'overview.partial');
  const strings = checkBounded(overview.strings, 'overview.strings', BUNDLE_LIMITS.strings);
  strings.forEach((text, row) => checkText(text, `overview.strings row ${row}`));
  const labels = checkBounded(overview.labels, 'overview.labels', BUNDLE_LIMITS.labels);
  labels.forEach((item, row) => {
    const label = checkList(item, `overview.labels row ${row}`);
    for (const index of [label[0], label[1]]) {
      checkInteger(index, `overview.labels row ${row}`, 0, strings.length - 1);
    }
  });
  const tracks = checkBundleTracks(overview.tracks);
  checkInteger(overview.sliceCount, 'overview.sliceCount', 0, BUNDLE_LIMITS.slices);
  checkPacked(overview.slices, 'overview.slices');
  if (overview.density !== null) checkDensity(overview.density, tracks.length);
  checkCounters(overview.counters, tracks.length);
  const lines = checkBounded(overview.lineTicks, 'overview.lineTicks', BUNDLE_LIMITS.lines);
  lines.forEach((item, row) => {
    const [file, line, ticks] = checkList(item, `overview.lineTicks row ${row}`);
    checkText(file, `overview.lineTicks row ${row}, file,`);
    checkInteger(line, `overview.lineTicks row ${row}, line,`, 0, MAX_COUNT);
    checkInteger(ticks, `overview.lineTicks row ${row}, ticks,`, 0, MAX_COUNT);
  });
}

function checkBundleTracks(value: unknown): readonly unknown[] {
  const tracks = checkBounded(value, 'overview.tracks', BUNDLE_LIMITS.tracks);
  tracks.forEach((item, row) => {
    const place = `overview.tracks row ${row}`;
    const track = checkRecord(item, place);
    checkText(track.name, `${place}, name,`);
    checkWord(track.kind, `${place}, kind,`, TRACK_KINDS);
    checkInteger(track.parent, `${place}, parent,`, -1, row - 1);
  });
  return tracks;
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
  checkBounded(value, 'overview.counters', BUNDLE_LIMITS.counters).forEach((item, row) => {
    const place = `overview.counters row ${row}`;
    const counter = checkRecord(item, place);
    checkText(counter.name, `${place}, name,`);
    checkText(counter.category, `${place}, category,`);
    checkWord(counter.unit, `${place}, unit,`, COUNTER_UNITS);
    checkInteger(counter.track, `${place}, track,`, 0, trackCount - 1);
    checkInteger(counter.pointCount, `${place}, pointCount,`, 0, BUNDLE_LIMITS.points);
    checkPacked(counter.points, `${place}, points,`);
  });
}

function checkPacked(value: unknown, place: string): void {
  const packed = checkRecord(value, place);
  checkInteger(packed.escapes, `${place} escapes`, 0, BUNDLE_LIMITS.slices * 4);
  checkText(packed.data, `${place} data`, 2 * MAX_BUNDLE_BYTES);
}

function checkSidecar(sidecar: Record<string, unknown>): void {
  checkText(sidecar.path, 'sidecar.path');
  if (!/^[0-9a-f]{64}$/.test(checkText(sidecar.sha256, 'sidecar.sha256'))) {
    throw new ProfileError('sidecar.sha256 is not a hash of 64 hexadecimal digits.');
  }
  checkInteger(sidecar.sizeBytes, 'sidecar.sizeBytes', 0, MAX_COUNT);
  checkInteger(sidecar.slices, 'sidecar.slices', 0, MAX_COUNT);
}

function checkBounded(value: unknown, place: string, limit: number): readonly unknown[] {
  const list = checkList(value, place);
  if (list.length <= limit) return list;
  throw new ProfileError(`${place} has ${list.length} entries; at most ${limit} are allowed.`);
}
