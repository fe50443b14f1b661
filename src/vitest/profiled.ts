import { types } from 'node:util';
import { NS_PER_MS } from '../base/time';
import { monotonicClock } from '../base/clock';
import { MAX_COMPARED_REPETITIONS } from '../model/output/comparison';
import { beginRepetition } from '../engine/annotate/beginRepetition';
import { NO_CPU_WORK, type RecordingOptions } from '../engine/arguments/recordingOptions';
import type { RecordingHost } from '../engine/recording/recordingHost';
import { type FinishedProfile, finishedOf } from '../compat/torch/finishedProfile';
import { ProfiledError } from './profiledError';
import { type ProfiledOptions, readOptions } from './profiledOptions';
import { ProfiledRuns } from './profiledRuns';

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

/** The runs that are not recorded, and those that are, unless their number is given. */
const UNRECORDED: Duration = { ms: 200, least: 3 };
const RECORDED: Duration = { ms: 1000, least: 30 };

/** Long enough to give the processor away, milliseconds. */
const SLEEP_MS = 0.05;

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
    const { repeat, warmup, allocations } = read;
    await each(turns(warmup, UNRECORDED), () => called(fn));
    const times = await recorded(
      host,
      TIMES,
      () => turns(repeat, RECORDED),
      async run => {
        const end = beginRepetition(host.recorder, run, sleepShortly);
        try {
          await called(fn);
        } finally {
          end();
        }
      }
    );
    const sampled = (): Iterable<number> => turns(SAMPLED_RUNS, RECORDED);
    const heap = allocations ? await recorded(host, HEAP, sampled, () => called(fn)) : null;
    return new ProfiledRuns(times, read, heap && { profile: heap, runs: SAMPLED_RUNS });
  };
}

const BUSY =
  'Another recording is open, and would be mixed with that of profiled(): await one after the other, ' +
  'outside of test.concurrent.';

/** Linux counts the time of a thread up to where it last gave the processor away, or to the last tick. */
const sleeping = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));

function sleepShortly(): void {
  Atomics.wait(sleeping, 0, 0, SLEEP_MS);
}

/** Waits only for promises: an `await` of anything else would take time of its own. */
function called(fn: () => unknown): Promise<unknown> | void {
  const result = fn();
  if (types.isPromise(result)) return result;
}

/** How long something is done, and how often at least, where no number of times is given. */
interface Duration {
  readonly ms: number;
  readonly least: number;
}

/** The numbers of turns, from 1: so many, or as many as the time allows for null. */
function* turns(count: number | null, { ms, least }: Duration): Generator<number> {
  const end = monotonicClock() + BigInt(ms * NS_PER_MS);
  const isOver = (done: number): boolean =>
    count === null ? done >= least && monotonicClock() >= end : done >= count;
  const most = count ?? MAX_COMPARED_REPETITIONS;
  for (let turn = 1; turn <= most && !isOver(turn - 1); turn++) yield turn;
}

/** One turn after the other. */
async function each(
  numbers: Iterable<number>,
  run: (number: number) => Promise<unknown> | void
): Promise<void> {
  for (const number of numbers) await run(number);
}

/** Records calls of `run` with the numbers of turns. */
async function recorded(
  host: RecordingHost,
  options: Partial<RecordingOptions>,
  numbers: () => Iterable<number>,
  run: (number: number) => Promise<unknown> | void
): Promise<FinishedProfile> {
  const recording = host.startAlone(options);
  try {
    await each(numbers(), run);
    return finishedOf(recording.stop());
  } catch (error) {
    recording.abandon();
    throw error;
  }
}
