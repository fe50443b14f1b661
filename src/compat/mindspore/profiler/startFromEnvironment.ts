import { isRecord } from '../../../base/isObject';
import { isMainThread } from 'node:worker_threads';
import { KernelscopeError, messageOf } from '../../../base/errors';
import { camelCase } from '../../../base/snakeCase';
import type { SessionResults } from '../../torch/sessionResults';
import type { ProfilerOptions } from './profilerOptions';

/** Environment variable with options of a `Profiler` as JSON, and `start`. */
const OPTIONS_VARIABLE = 'KERNELSCOPE_OPTIONS';

/** `KERNELSCOPE_OPTIONS` is invalid. */
export class EnvironmentOptionsError extends KernelscopeError {}

/** A profiler that records a whole program. */
export interface ProgramProfiler {
  /** Ends the current run and saves it. */
  dispose(): void;
  readonly needsAnalysis: boolean;
  /** Makes the files of the recording. */
  analyseCycle(): void;
}

/** The dependencies of {@link startFromEnvironment}. */
export interface EnvironmentStart {
  /** Starts a profiler with options; `emit` receives its messages. */
  readonly start: (
    options: ProfilerOptions<SessionResults>,
    emit: (message: string, isExiting: boolean) => void
  ) => ProgramProfiler;
  /** Shows a message to the user. */
  readonly emit: (message: string, isExiting: boolean) => void;
  /** Calls `action` when the process exits. */
  readonly onExit: (action: () => void) => void;
  /** False on worker threads, which start nothing. */
  readonly isMainThread: boolean;
}

/** How Node programs exit. */
export const PROCESS_EXIT: Pick<EnvironmentStart, 'onExit' | 'isMainThread'> = {
  onExit: action => void process.on('exit', action),
  isMainThread
};

/**
 * Profiles the whole program, without changing it, if `KERNELSCOPE_OPTIONS` is a JSON object with
 * `"start": true`: the other members are options of `Profiler`, in camelCase or MindSpore's snake_case.
 * The recording is saved and analysed when the process exits. Any error in the options is a warning
 * that names it, and the program runs without profiling. Returns whether it started.
 */
export function startFromEnvironment(
  environment: NodeJS.ProcessEnv,
  parts: EnvironmentStart
): boolean {
  const text = environment[OPTIONS_VARIABLE];
  if (text === undefined || text.trim() === '' || !parts.isMainThread) return false;
  try {
    const options = readOptionsText(text);
    if (options === null) return false;
    record(options, parts);
    return true;
  } catch (error) {
    const reason = messageOf(error);
    parts.emit(`${OPTIONS_VARIABLE}: ${reason}. The program is not profiled.`, false);
    return false;
  }
}

/** The options of a text that starts a profiler; null for one that does not. */
function readOptionsText(text: string): ProfilerOptions<SessionResults> | null {
  const value = parse(text);
  if (!isRecord(value)) {
    throw new EnvironmentOptionsError(`give a JSON object such as {"start":true}, not ${text}`);
  }
  const { start = false, ...options } = membersInCamelCase(value);
  if (typeof start !== 'boolean') {
    throw new EnvironmentOptionsError(`start must be true or false, got ${JSON.stringify(start)}`);
  }
  return start ? options : null;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new EnvironmentOptionsError(`${text} is not JSON: ${messageOf(error)}`, { cause: error });
  }
}

function membersInCamelCase(value: object): Record<string, unknown> {
  const entries: [string, unknown][] = Object.entries(value);
  return Object.fromEntries(entries.map(([name, member]) => [camelCase(name), member]));
}

function record(options: ProfilerOptions<SessionResults>, parts: EnvironmentStart): void {
  let isExiting = false;
  const emit = (message: string): void => parts.emit(message, isExiting);
  let profiler: ProgramProfiler | null = null;
  // Before the profiler's own action at the exit, which is for programs that forgot to stop it.
  parts.onExit(() => {
    isExiting = true;
    if (profiler) saveAndAnalyse(profiler, emit);
  });
  profiler = parts.start({ ...options, startProfile: true }, emit);
}

function saveAndAnalyse(profiler: ProgramProfiler, emit: (message: string) => void): void {
  profiler.dispose();
  if (!profiler.needsAnalysis) return;
  try {
    profiler.analyseCycle();
  } catch (error) {
    emit(messageOf(error));
  }
}
