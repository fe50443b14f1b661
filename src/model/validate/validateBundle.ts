import { COUNTER_UNITS } from '../../columns/columns';
import { BUNDLE_LIMITS, MAX_BUNDLE_BYTES, type ProfileBundle } from '../output/bundle';
import { COMPARISON_SCHEMA } from '../output/comparison';
import { GPU_REPORT_SCHEMA } from '../output/gpuReport';
import { checked, nullable, record, wholeNumber } from '../../schema/schema';
import { ProfileError } from '../../schema/profileError';
import { BUNDLE_PATH } from '../upgrade/paths';
import { type StoredParts, upgrade } from '../upgrade/upgrade';
import { checkFindings, checkShares } from './validateFindings';
import { checkSources, STATUSES } from './validateParts';
import {
  checkBoolean,
  checkBounded,
  checkInteger,
  checkList,
  checkNumber,
  checkRecord,
  checkText,
  checkWord
} from '../../schema/validateValue';

const MAX_COUNT = 2 ** 53 - 1;

const HIDDEN_ROWS = record({ hiddenRows: wholeNumber() });
const GPU_SCHEMA = checked(GPU_REPORT_SCHEMA, (gpu, place) => HIDDEN_ROWS.check(gpu, place));

/**
 * `value` as a bundle of the current version that has the shape and the sizes it must have; older
 * ones are upgraded, and those without a comparison have null. The profile in its overview is not
 * looked into: `decodeBundle` does that.
 *
 * @throws ProfileVersionError for a version that this release does not know, ProfileError for
 * anything else that is wrong.
 */
export function validateBundle(value: unknown): ProfileBundle {
  const stored = checkRecord(value, 'The profile in this output');
  checkInteger(stored.version, 'version', 1, MAX_COUNT);
  const upgraded = upgrade(stored as StoredParts, BUNDLE_PATH);
  const bundle = Object.hasOwn(upgraded, 'comparison')
    ? upgraded
    : { ...upgraded, comparison: null };
  checkSummary(checkRecord(bundle.summary, 'summary'));
  checkFindings(bundle.findings);
  if (bundle.shares !== null) checkShares(checkRecord(bundle.shares, 'shares'));
  if (bundle.mainShares !== undefined) {
    checkShares(checkRecord(bundle.mainShares, 'mainShares'), 'mainShares');
  }
  checkSections(bundle.sections);
  checkInteger(bundle.hiddenRows, 'hiddenRows', 0, MAX_COUNT);
  checkOverview(checkRecord(bundle.overview, 'overview'));
  nullable(GPU_SCHEMA).check(bundle.gpu, 'gpu');
  checkBounded(bundle.sources, 'sources', BUNDLE_LIMITS.sources);
  checkSources(bundle.sources);
  nullable(COMPARISON_SCHEMA).check(bundle.comparison, 'comparison');
  if (bundle.sidecar !== null) checkSidecar(checkRecord(bundle.sidecar, 'sidecar'));
  if (bundle.isLight !== undefined && bundle.isLight !== true) {
    throw new ProfileError('isLight must be true or absent.');
  }
  return bundle as unknown as ProfileBundle;
}

function checkSummary(summary: Record<string, unknown>): void {
  for (const key of ['id', 'name']) checkText(summary[key], `summary.${key}`);
  checkWord(summary.status, 'summary.status', STATUSES);
  for (const key of ['startedAtMs', 'wallNs']) checkNumber(summary[key], `summary.${key}`);
  for (const key of ['cpuNs', 'overheadNs', 'peakRssBytes', 'gpuBusyNs']) {
    if (summary[key] !== null) checkNumber(summary[key], `summary.${key}`);
  }
  for (const key of ['helperCpuNs', 'waitingNs', 'coreWaitNs', 'gcNs']) {
    if (summary[key] !== undefined) checkNumber(summary[key], `summary.${key}`);
  }
  for (const key of ['slices', 'samples', 'droppedSlices', 'gpus']) {
    checkInteger(summary[key], `summary.${key}`, 0, MAX_COUNT);
  }
  if (summary.cellFile !== null) checkText(summary.cellFile, 'summary.cellFile');
  checkBoolean(summary.truncated, 'summary.truncated');
}

function checkOverview({ partial, slices, kscope }: Record<string, unknown>): void {
  checkBoolean(partial, 'overview.partial');
  checkInteger(slices, 'overview.slices', 0, MAX_COUNT);
  checkText(kscope, 'overview.kscope', 2 * MAX_BUNDLE_BYTES);
}

/** Numbers of a row that tells of GPUs, and of one that tells of waiting. */
const GPU_ROW_NUMBERS = 12;
const WAITING_ROW_NUMBERS = 13;

/** Numbers of a section's row, after its name; see `BundleRow` for those that have more than 9. */
const ROW_NUMBERS: readonly number[] = [9, 10, 11, GPU_ROW_NUMBERS, WAITING_ROW_NUMBERS];

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
    const isLast = at === numbers.length - 1;
    const mayLack = numbers.length >= GPU_ROW_NUMBERS && at >= 9 && !isLast && number === null;
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
