import type { ProfileBundle } from '../output/bundle';
import { BUNDLE_LIMITS, BUNDLE_VERSION, MAX_CELL_SOURCE } from '../output/bundle';
import { ProfileError, ProfileVersionError } from '../profile/profileError';
import { upgradeBundle } from '../upgrade/upgradeBundle';
import { checkGpuReport } from './validateGpuReport';
import { checkOverview } from './validateOverview';
import {
  checkCell,
  checkOrigin,
  checkSources,
  checkSourceTexts,
  COUNTER_UNITS,
  STATUSES
} from './validateParts';
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

const MAX_COUNT = 2 ** 53 - 1;

/**
 * `value` as a bundle of the current version that has the shape and the sizes it must have; older
 * ones are upgraded. Packed columns and what they refer to are not looked into: `decodeBundle` does
 * that.
 *
 * @throws ProfileVersionError for a version that this release does not know, ProfileError for
 * anything else that is wrong.
 */
export function validateBundle(value: unknown): ProfileBundle {
  const stored = checkRecord(value, 'The profile in this output');
  checkVersion(stored.version);
  const bundle = upgradeBundle(stored);
  checkSummary(checkRecord(bundle.summary, 'summary'));
  checkRun(checkRecord(bundle.run, 'run'));
  checkSections(bundle.sections);
  checkInteger(bundle.hiddenRows, 'hiddenRows', 0, MAX_COUNT);
  checkOverview(checkRecord(bundle.overview, 'overview'));
  if (bundle.gpu !== null) checkGpuReport(checkRecord(bundle.gpu, 'gpu'));
  checkBounded(bundle.sources, 'sources', BUNDLE_LIMITS.sources);
  checkSources(bundle.sources);
  checkSourceTexts(bundle.sourceTexts);
  if (bundle.sidecar !== null) checkSidecar(checkRecord(bundle.sidecar, 'sidecar'));
  return bundle as unknown as ProfileBundle;
}

function checkVersion(value: unknown): void {
  const version = checkInteger(value, 'version', 1, MAX_COUNT);
  if (version <= BUNDLE_VERSION) return;
  throw new ProfileVersionError(
    `The profile in this output has version ${version}; this release of Kernelscope reads ` +
      `up to version ${BUNDLE_VERSION}. Upgrade Kernelscope, or run the cell again.`
  );
}

function checkSummary(summary: Record<string, unknown>): void {
  for (const key of ['id', 'name']) checkText(summary[key], `summary.${key}`);
  checkWord(summary.status, 'summary.status', STATUSES);
  for (const key of ['startedAtMs', 'wallNs']) checkNumber(summary[key], `summary.${key}`);
  for (const key of ['cpuNs', 'overheadNs', 'peakRssBytes', 'gpuBusyNs']) {
    if (summary[key] !== null) checkNumber(summary[key], `summary.${key}`);
  }
  if (summary.helperCpuNs !== undefined) checkNumber(summary.helperCpuNs, 'summary.helperCpuNs');
  for (const key of ['slices', 'samples', 'droppedSlices']) {
    checkInteger(summary[key], `summary.${key}`, 0, MAX_COUNT);
  }
  if (summary.cellFile !== null) checkText(summary.cellFile, 'summary.cellFile');
  checkBoolean(summary.truncated, 'summary.truncated');
}

function checkRun(run: Record<string, unknown>): void {
  checkOrigin(run, 'run');
  const count = Object.keys(checkRecord(run.options, 'run.options')).length;
  checkInteger(count, 'The number of run.options', 0, BUNDLE_LIMITS.options);
  if (run.cell === null) return;
  const cell = checkRecord(run.cell, 'run.cell');
  checkCell(cell, 'run.cell', MAX_CELL_SOURCE);
  checkBoolean(cell.isSourceClipped, 'run.cell.isSourceClipped');
}

/** Numbers of a row that tells of GPUs. */
const GPU_ROW_NUMBERS = 12;

/** Numbers of a section's row, after its name; see `BundleRow` for those that have more than 9. */
const ROW_NUMBERS: readonly number[] = [9, 10, 11, GPU_ROW_NUMBERS];

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
  if (!ROW_NUMBERS.includes(numbers.length)) {
    const right = ROW_NUMBERS.join(', ');
    throw new ProfileError(`A row of ${place} has ${numbers.length} numbers, not ${right}.`);
  }
  numbers.forEach((number, at) => {
    const mayLack = numbers.length === GPU_ROW_NUMBERS && at >= 9 && number === null;
    if (!mayLack) checkNumber(number, `a number in ${place}`, -Infinity);
  });
}

function checkSidecar(sidecar: Record<string, unknown>): void {
  checkText(sidecar.path, 'sidecar.path');
  if (!/^[0-9a-f]{64}$/.test(checkText(sidecar.sha256, 'sidecar.sha256'))) {
    throw new ProfileError('sidecar.sha256 is not a hash of 64 hexadecimal digits.');
  }
  checkInteger(sidecar.sizeBytes, 'sidecar.sizeBytes', 0, MAX_COUNT);
  checkInteger(sidecar.slices, 'sidecar.slices', 0, MAX_COUNT);
}
