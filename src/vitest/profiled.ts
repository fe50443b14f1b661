import { types } from 'node:util';
import { NS_PER_MS } from '../base/time';
import { beginRepetition } from '../engine/annotate/beginRepetition';
import type { RecordingOptions } from '../engine/options/recordingOptions';
import { NO_CPU_WORK } from '../engine/options/recordingOptions';
import type { RecordingHost } from '../engine/recording/recordingHost';
import type { FinishedProfile } from '../engine/results/finishedProfile';
import { monotonicClock } from '../record/time/clock';
import { ProfiledError } from './profiledError';
import type { ProfiledOptions, ReadOptions } from './profiledOptions';
import { readOptions } from './profiledOptions';
import { ProfiledRuns } from './profiledRuns';
import { ReferenceLoop } from './referenceLoop';

/**
 * Runs `fn` repeatedly under the recorder, after unrecorded runs in which V8 compiles it, and keeps the
 * times of each name in each run, for the assertions of `kernelscope/vitest`. A promise that `fn` returns
 * is awaited. What `fn` throws is rethrown as it is.
 *
 * @throws ProfiledError for wrong options, and while something else is being recorded
 */
export type ProfiledFunction = (
  fn: () => unknown,
  options?: ProfiledOptions
) => Promise<ProfiledRuns>;

/** The unrecorded runs last so long, and are so many, unless their number is given. */
const WARMUP_MS = 200;
const LEAST_WARMUP = 3;

/** Passes of the reference loop until V8 has compiled it. */
const REFERENCE_WARMUP = 20;

/** Runs of which the heap is sampled, and bytes between samples. */
const SAMPLED_RUNS = 5;
const SAMPLE_BYTES = 16_384;

/** Names are recorded, and nothing that takes time of its own. */
const TIMES: Partial<RecordingOptions> = {
  ...NO_CPU_WORK,
  operators: true,
  graphOperators: true,
  workers: false,
  gpu: null
};

/** The heap is sampled, and the stack, which tells the functions that allocate nothing. */
const HEAP: Partial<RecordingOptions> = {
  ...NO_CPU_WORK,
  cpuIntervalUs: 1000,
  allocationBytes: SAMPLE_BYTES,
  workers: false,
  gpu: null
};

/** The function `profiled` for one recorder. */
export function createProfiled(host: RecordingHost): ProfiledFunction {
  return async (fn, options = {}) => {
    if (typeof fn !== 'function') {
      throw new ProfiledError(`profiled takes a function to run, got ${typeof fn}.`);
    }
    const read = readOptions(options);
    if (host.openRecordings().length > 0) throw new ProfiledError(BUSY);
    await warmUp(fn, read);
    const reference = new ReferenceLoop(monotonicClock);
    for (let pass = 0; pass < REFERENCE_WARMUP; pass++) reference.time();
    const referenceNs: number[] = [];
    const times = await recorded(host, TIMES, read.repeat, async run => {
      referenceNs.push(reference.time());
      const end = beginRepetition(host.recorder, run);
      try {
        await called(fn);
      } finally {
        end();
      }
    });
    const heap = read.allocations
      ? await recorded(host, HEAP, SAMPLED_RUNS, () => called(fn))
      : null;
    return new ProfiledRuns(times, read, referenceNs, heap && { profile: heap, runs: SAMPLED_RUNS });
  };
}

const BUSY =
  'Another recording is open, and would be mixed with that of profiled(): await one after the other, ' +
  'outside of test.concurrent.';

/** Waits only for promises: an `await` of anything else would take time of its own. */
function called(fn: () => unknown): Promise<unknown> | void {
  const result = fn();
  if (types.isPromise(result)) return result;
}

async function warmUp(fn: () => unknown, { warmup }: ReadOptions): Promise<void> {
  const end = monotonicClock() + BigInt(WARMUP_MS * NS_PER_MS);
  const isMore = (done: number): boolean =>
    warmup === null ? done < LEAST_WARMUP || monotonicClock() < end : done < warmup;
  for (let done = 0; isMore(done); done++) await called(fn);
}

/** Records `runs` calls of `run`, counted from 1. */
async function recorded(
  host: RecordingHost,
  options: Partial<RecordingOptions>,
  runs: number,
  run: (number: number) => Promise<unknown> | void
): Promise<FinishedProfile> {
  const recording = host.startAlone(options);
  try {
    for (let number = 1; number <= runs; number++) await run(number);
    return recording.stop();
  } catch (error) {
    recording.abandon();
    throw error;
  }
}
