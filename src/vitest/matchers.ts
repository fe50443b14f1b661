import { meanOfRuns } from '../analysis';
import { formatBytes, formatDuration, plural } from '../base/text';
import { AssertionText, type MatcherContext, type MatcherResult } from './matcherContext';
import { ProfiledError } from './profiledError';
import { ProfiledRuns } from './profiledRuns';
import { type LimitArguments, memoryLimit, timeLimit } from './readLimit';
import { type RegressionArguments, toHaveNoRegression } from './toHaveNoRegression';

/** The arguments of an assertion on what `profiled` returns; none fit for anything else. */
type ForRuns<Received, Arguments> = Received extends ProfiledRuns ? Arguments : never;

/** The assertions with a limit, on what `profiled` returns. */
export interface LimitMatchers<Received = unknown> {
  /**
   * The time of a run is below `limit`, such as `'50 ms'`; with a name before it, the time of the slices of
   * that name in a run. It fails if the whole 95 % confidence interval of the mean is at or above the limit.
   */
  toTakeLessThan(...limit: ForRuns<Received, LimitArguments>): void;
  /**
   * A run allocates less than `limit` on V8's heap, such as `'10 MB'`; with a name before it, the function of
   * that name with what it calls. It fails if the whole 95 % confidence interval is at or above the limit.
   */
  toAllocateLessThan(...limit: ForRuns<Received, LimitArguments>): void;
}

/** The assertion against a baseline, on what `profiled` returns. */
export interface RegressionMatchers<Received = unknown> {
  /**
   * A run takes no longer than in the baseline in a file, a path relative to the test file, and neither do
   * the names that take a tenth of it and more. It fails if the whole 95 % confidence interval of a change
   * is above the tolerance, by default 4 %. `vitest -u` writes the file.
   */
  toHaveNoRegression(...given: ForRuns<Received, RegressionArguments>): void;
}

/** {@link LimitMatchers} and {@link RegressionMatchers} for `expect.extend`. */
export const matchers = {
  toTakeLessThan(
    this: MatcherContext,
    received: unknown,
    ...given: readonly unknown[]
  ): MatcherResult {
    const runs = profiledRuns(received);
    const { name, limit, text } = timeLimit(given);
    const timesNs = runs.timesOf(name);
    const { mean, halfWidth } = meanOfRuns(timesNs);
    const figure = { value: mean, error: halfWidth, runs: timesNs.length, format: formatDuration };
    return limitResult(this, 'toTakeLessThan', given, { figure, limit, text });
  },
  toAllocateLessThan(
    this: MatcherContext,
    received: unknown,
    ...given: readonly unknown[]
  ): MatcherResult {
    const runs = profiledRuns(received);
    const { name, limit, text } = memoryLimit(given);
    const { bytes, errorBytes } = runs.allocated(name);
    const { sampledRuns } = runs;
    const figure = { value: bytes, error: errorBytes, runs: sampledRuns, format: formatBytes };
    return limitResult(this, 'toAllocateLessThan', given, { figure, limit, text });
  },
  toHaveNoRegression(
    this: MatcherContext,
    received: unknown,
    ...given: readonly unknown[]
  ): MatcherResult {
    return toHaveNoRegression(this, profiledRuns(received), given);
  }
};

/** A value of one run, and the half width of its 95 % confidence interval. */
interface Figure {
  readonly value: number;
  readonly error: number;
  /** Runs behind it. */
  readonly runs: number;
  readonly format: (value: number) => string;
}

interface LimitedFigure {
  readonly figure: Figure;
  readonly limit: number;
  readonly text: string;
}

function limitResult(
  context: MatcherContext,
  name: string,
  given: readonly unknown[],
  { figure, limit, text }: LimitedFigure
): MatcherResult {
  const { value, error } = figure;
  const words = new AssertionText(context, name, given);
  return {
    pass: value - error < limit,
    message: () => words.of(`< ${text} per run`, figureText(figure))
  };
}

function figureText({ value, error, runs, format }: Figure): string {
  const [low, high] = [Math.max(0, value - error), value + error].map(format);
  return `${format(value)} per run (95 % CI ${low} to ${high}, ${plural(runs, 'run')})`;
}

function profiledRuns(received: unknown): ProfiledRuns {
  if (received instanceof ProfiledRuns) return received;
  const hint = received instanceof Promise ? ' Write await before profiled(fn).' : '';
  throw new ProfiledError(`This assertion is about what profiled(fn) returns.${hint}`);
}
