import { type ProfileStep, type StepTotals, profileSteps, stepTotals } from '../../../../analysis';
import { type StepTraceTime, stepTraceTimes } from '../../../../analysis/statistics/stepTraceTime';
import type { CounterSeries, Profile, ProfileStatus } from '../../../../model/profile/profile';
import { RANK_OPTION } from '../../../../engine/recording/rank';

/**
 * The rows of one cycle in the tables across runs, in columns that pass between threads without being
 * copied. Times are nanoseconds, from the origin of the profile.
 */
export interface CycleRows {
  readonly facts: CycleFacts;
  readonly steps: StepRows;
  readonly operators: OperatorRows;
  readonly memory: readonly MemoryRow[];
}

/** The process and rank of the cycle. */
export interface CycleFacts {
  readonly host: string;
  readonly pid: number;
  /** The rank of the recording process, or null if it had none. */
  readonly rank: number | null;
  /** Milliseconds since the Unix epoch. */
  readonly startedAtMs: number;
  readonly durationNs: number;
  readonly slices: number;
  readonly status: ProfileStatus;
  /** True if the process or the file was cut off, so that the end is missing. */
  readonly isRecovered: boolean;
}

/** The steps, in order of start; what their time went into as `stepTraceTimes` divides it up. */
export interface StepRows {
  readonly step: Float64Array;
  /** Row of the slice of the step. */
  readonly slice: Float64Array;
  readonly start: Float64Array;
  readonly duration: Float64Array;
  readonly computing: Float64Array;
  readonly dataWait: Float64Array;
  readonly gpuWait: Float64Array;
  readonly communication: Float64Array;
  readonly free: Float64Array;
}

/** Slices by step and name. */
export interface OperatorRows {
  /** Number of the step, or NaN for what began in none. */
  readonly step: Float64Array;
  /** Index into `names` and `categories`. */
  readonly label: Uint32Array;
  readonly calls: Float64Array;
  readonly total: Float64Array;
  readonly self: Float64Array;
  readonly max: Float64Array;
  /** Of each label; those of step markers are without their number. */
  readonly names: readonly string[];
  readonly categories: readonly string[];
}

/** One counter of bytes. */
export interface MemoryRow {
  readonly name: string;
  readonly peakBytes: number;
  readonly meanBytes: number;
  readonly lastBytes: number;
}

/** The common name of the slices of all steps in comparisons of steps. */
const STEP_MARKER = 'ProfilerStep';

/** Greater numbers are not ranks. */
const MAX_RANK = 2 ** 31 - 1;

export function cycleRows(profile: Profile): CycleRows {
  const steps = profileSteps(profile).filter(({ number }) => Number.isSafeInteger(number));
  return {
    facts: factsOf(profile),
    steps: stepRows(profile, steps),
    operators: operatorRows(profile, steps),
    memory: profile.counters.filter(({ unit }) => unit === 'bytes').flatMap(memoryRow)
  };
}

/** The buffers of the columns, for passing them on. */
export function rowBuffers({ steps, operators }: CycleRows): ArrayBuffer[] {
  const { label, calls, total, self, max } = operators;
  const { computing, dataWait, gpuWait, communication, free } = steps;
  const times = [computing, dataWait, gpuWait, communication, free];
  const columns = [steps.step, steps.slice, steps.start, steps.duration, ...times];
  const all = [...columns, operators.step, label, calls, total, self, max];
  return all.map(({ buffer }) => buffer as ArrayBuffer);
}

function factsOf({ meta, slices }: Profile): CycleFacts {
  const { host, pid, startedAtMs, durationNs, status, truncated } = meta;
  return {
    host,
    pid,
    rank: rankOf(meta.options[RANK_OPTION]),
    startedAtMs,
    durationNs,
    slices: slices.length,
    status,
    isRecovered: status === 'recovered' || truncated
  };
}

function rankOf(text: string | undefined): number | null {
  if (text === undefined || !/^\d{1,10}$/.test(text)) return null;
  const rank = Number(text);
  return rank <= MAX_RANK ? rank : null;
}

/** With several GPUs, the division of the first one's time stands for all. */
function stepRows(profile: Profile, steps: readonly ProfileStep[]): StepRows {
  const times = steps.length === 0 ? [] : stepTraceTimes(profile, steps);
  const perStep = times.length / Math.max(1, steps.length);
  const column = (value: (time: StepTraceTime) => number): Float64Array =>
    Float64Array.from(steps, (_, at) => value(times[at * perStep]));
  return {
    step: Float64Array.from(steps, ({ number }) => number),
    slice: Float64Array.from(steps, ({ slice }) => slice),
    start: Float64Array.from(steps, ({ start }) => start),
    duration: Float64Array.from(steps, ({ start, end }) => end - start),
    computing: column(time => time.computing),
    dataWait: column(time => time.waitingForData),
    gpuWait: column(time => time.waitingForGpu),
    communication: column(time => time.exposedCommunication),
    free: column(time => time.free)
  };
}

function operatorRows(profile: Profile, steps: readonly ProfileStep[]): OperatorRows {
  const { labels, strings, slices } = profile;
  const totals = stepTotals(profile, steps);
  const names = Array.from(labels.name, row => strings[row]);
  for (const { slice } of steps) names[slices.label[slice]] = STEP_MARKER;
  return {
    step: stepNumbers(totals, steps),
    label: totals.label,
    calls: totals.count,
    total: totals.total,
    self: totals.self,
    max: totals.max,
    names,
    categories: Array.from(labels.category, row => strings[row])
  };
}

function stepNumbers({ step }: StepTotals, steps: readonly ProfileStep[]): Float64Array {
  const numbers = new Float64Array(step.length);
  for (let row = 0; row < step.length; row++) numbers[row] = steps[step[row]]?.number ?? NaN;
  return numbers;
}

function memoryRow({ name, value }: CounterSeries): MemoryRow[] {
  let peakBytes = -Infinity;
  let sum = 0;
  let count = 0;
  let lastBytes = 0;
  for (const each of value) {
    if (!Number.isFinite(each)) continue;
    peakBytes = Math.max(peakBytes, each);
    sum += each;
    lastBytes = each;
    count++;
  }
  return count === 0 ? [] : [{ name, peakBytes, meanBytes: sum / count, lastBytes }];
}
