import path from 'node:path';
import { unknownOptionText } from '../base/snakeCase';
import { formatDuration, plural, signedText } from '../base/text';
import { shown } from '../base/errors';
import { type Baseline, baselineOf } from './baseline';
import { readBaseline, writeBaseline } from './baselineFile';
import { differences } from './environment';
import {
  AssertionText,
  type MatcherContext,
  type MatcherResult,
  updatesSnapshots
} from './matcherContext';
import { ProfiledError } from './profiledError';
import type { ProfiledRuns } from './profiledRuns';
import { type ComparedTime, DEFAULT_TOLERANCE, compareRuns } from './regressions';

/** Options of `toHaveNoRegression`. */
export interface RegressionOptions {
  /** The slowdown that is not yet a regression, as a share; 0.04 for 4 % unless given. */
  readonly tolerance?: number;
}

/** The arguments of `toHaveNoRegression`. */
export type RegressionArguments =
  | readonly [file: string]
  | readonly [file: string, options: RegressionOptions];

const NAME = 'toHaveNoRegression';

/** Compares runs with the baseline in a file, or writes it there when Vitest updates snapshots. */
export function toHaveNoRegression(
  context: MatcherContext,
  runs: ProfiledRuns,
  given: readonly unknown[]
): MatcherResult {
  const { file, tolerance } = readArguments(given);
  const text = new AssertionText(context, NAME, given);
  const { isNot, testPath } = context;
  const place = path.resolve(testPath === undefined ? '.' : path.dirname(testPath), file);
  const now = baselineOf(runs);
  if (updatesSnapshots(context)) {
    writeBaseline(place, now);
    return { pass: !isNot, message: () => '' };
  }
  const before = readBaseline(place);
  const refusal = refusalOf(before, now, file);
  if (before === null || refusal !== null) {
    // fails with .not, too: nothing was compared
    return { pass: isNot, message: () => text.failure(refusal ?? '') };
  }
  const compared = compareRuns(before, now, tolerance);
  return {
    pass: !compared.some(({ isRegression }) => isRegression),
    message: () => regressionText(text, compared, tolerance)
  };
}

interface ReadArguments {
  readonly file: string;
  readonly tolerance: number;
}

function readArguments(given: readonly unknown[]): ReadArguments {
  const [file, options = {}] = given;
  if (typeof file !== 'string' || file === '') {
    throw new ProfiledError(`${NAME} takes the path of a baseline file, got ${shown(file)}.`);
  }
  const { tolerance = DEFAULT_TOLERANCE, ...others } = Object(options) as Record<string, unknown>;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) {
    throw new ProfiledError(unknownOptionText(NAME, unknown, ['tolerance']));
  }
  if (typeof tolerance === 'number' && tolerance >= 0 && tolerance < Infinity) {
    return { file, tolerance };
  }
  throw new ProfiledError(`tolerance must be a share such as 0.04, got ${shown(tolerance)}.`);
}

/** Why nothing can be compared; null if it can. */
function refusalOf(before: Baseline | null, now: Baseline, file: string): string | null {
  if (before === null) {
    return `There is no baseline ${file}: run vitest -u on the machine that will compare with it.`;
  }
  const differing = differences(before.environment, now.environment);
  if (differing.length === 0) return null;
  return (
    `The baseline ${file} was not measured in this environment: ${differing.join('; ')}. ` +
    'Measure it here with vitest -u.'
  );
}

function regressionText(
  text: AssertionText,
  compared: readonly ComparedTime[],
  tolerance: number
): string {
  const regressions = compared.filter(({ isRegression }) => isRegression);
  const shownTimes = regressions.length > 0 ? regressions : compared;
  const lines = shownTimes.map(changeLine);
  const rest = regressions.length > 0 ? [ACCEPT] : [];
  return text.of(`no time more than ${percent(tolerance)} longer`, lines.join('; '), ['', ...rest]);
}

const ACCEPT = 'Run vitest -u to make the new times the baseline.';

/** `parse 50.0 ms → 56.1 ms per run, +12.2 % (95 % CI +10.1 % to +14.0 %, 30 runs before and 30 after)`. */
function changeLine({ name, runs, before, after, change, low, high }: ComparedTime): string {
  const times = `${formatDuration(before.mean)} → ${formatDuration(after.mean)}`;
  const bounds = `${signed(low)} to ${signed(high)}`;
  const counts = `${plural(runs.before, 'run')} before and ${runs.after} after`;
  return `${name} ${times} per run, ${signed(change)} (95 % CI ${bounds}, ${counts})`;
}

function percent(share: number): string {
  return `${Number((100 * share).toFixed(1))} %`;
}

function signed(share: number): string {
  return signedText(share, size => `${(100 * size).toFixed(1)} %`);
}
