import { joinWords } from '../../base/text';
import { mgeProfileOf } from './mgeProfileOf';
import type { MgeProfiling } from './mgeProfiling';
import type { Profile, ProfileStatus } from '../../model/profile/profile';
import { GPU_WHERE_FOUND, type GpuRecording } from '../../sources/gpu/records/gpuRecording';
import type { CallSessions } from '../../engine/recording/callSessions';
import type { Recording } from '../../engine/recording/recording';
import type { RecordingHost } from '../../engine/recording/recordingHost';
import { NO_OWN_FACTS, type RecordingOptions } from '../../engine/arguments/recordingOptions';
import { type CallSession, recordCall } from '../../engine/sessions/recordCall';
import { type OperatorRow, operatorRows } from '../../analysis/operators/operatorRows';
import type { Shape } from '../../model/profile/operatorFacts';
import { TraceError, TraceMismatchError, TraceProfileError } from './traceErrors';

/** The handling of the calls of a traced function. */
export interface TraceSettings {
  readonly symbolic: boolean;
  readonly profiling: boolean;
}

/** Operators with all their facts, and nothing else. */
const OPERATORS_ALONE: Partial<RecordingOptions> = {
  ...NO_OWN_FACTS,
  cpuIntervalUs: null,
  memoryPeriodMs: null,
  lines: false,
  gc: false,
  async: false,
  tensorMemory: false,
  operators: true,
  graphOperators: true,
  shapes: true,
  tensors: true,
  flops: true,
  gpu: null
};

/** Of GPUs what operators have them do, for the times of `getProfile()`. */
const WORK_OF_GPUS: GpuRecording = {
  ...GPU_WHERE_FOUND,
  level: 1,
  waits: false,
  memory: false,
  counters: false
};

/**
 * Records traced calls by a recorder of their own: whatever is paused, or recorded without operators, in the
 * process meanwhile, a trace has all its operators, and leaves none in the recordings of others.
 */
export class TraceRecordings {
  #own: RecordingHost | null = null;
  #open = 0;

  /** `newHost` makes the host of their own. */
  constructor(
    private readonly host: RecordingHost,
    private readonly newHost: () => RecordingHost
  ) {}

  /** Begins to record a call; `ended` is to be called once after its end. */
  start(options: Partial<RecordingOptions>): Recording {
    const own = (this.#own ??= this.#makeOwn());
    const isGpuTaken = this.host.openRecordings().some(({ options: { gpu } }) => gpu !== null);
    this.host.hooks.twin = own.hooks;
    this.#open++;
    return own.startAlone(isGpuTaken ? { ...options, gpu: null } : options);
  }

  /** A call is over; what one that was cut off left open is closed. */
  ended(status: ProfileStatus): void {
    this.#open--;
    if (this.#open > 0) return;
    this.host.hooks.twin = null;
    if (status === 'complete' || this.#own === null) return;
    this.#own.hooks.apiCalls.abandon();
    this.#own.hooks.operatorContext.abandon();
    this.#own.recorder.isAtOwnWork = false;
  }

  #makeOwn(): RecordingHost {
    const { mapper, folder, addonFolder, findGpu } = this.host;
    const own = this.newHost();
    own.configure({ mapper, folder, addonFolder, findGpu });
    return own;
  }
}

/** The calls of one traced function. */
export class TracedCalls {
  #graph: readonly GraphStep[] | null = null;
  #newest: Profile | null = null;
  #isRunning = false;

  constructor(
    private readonly sessions: CallSessions,
    private readonly recordings: TraceRecordings,
    /** Of the function, for errors. */
    private readonly name: string,
    private readonly settings: TraceSettings
  ) {}

  /**
   * Makes one call and records its operators.
   *
   * @throws TraceError for a call during another one, TraceMismatchError where the graph is fixed and
   *   the call, which is over then, ran other operators
   */
  record(call: () => unknown): unknown {
    const { symbolic, profiling } = this.settings;
    if (!symbolic && !profiling) return call();
    if (this.#isRunning) throw new TraceError(nestedText(this.name));
    const recording = this.recordings.start({
      ...OPERATORS_ALONE,
      gpu: profiling ? WORK_OF_GPUS : null,
      name: `trace of ${this.name}`
    });
    this.#isRunning = true;
    const stop = (status: ProfileStatus): void => {
      this.#isRunning = false;
      this.recordings.ended(status);
      this.#take(recording.stop(status).data, status);
    };
    const session: CallSession = {
      stop,
      finish: status => Promise.resolve(status).then(stop)
    };
    return recordCall(this.sessions, session, call);
  }

  /** See `TracedFunction.getProfile`. */
  profile(): MgeProfiling {
    if (!this.settings.profiling) throw new TraceProfileError(unwantedText(this.name));
    if (this.#newest === null) throw new TraceProfileError(uncalledText(this.name));
    return mgeProfileOf(this.#newest);
  }

  #take(profile: Profile, status: ProfileStatus): void {
    if (status !== 'complete') return;
    if (this.settings.profiling) this.#newest = profile;
    if (!this.settings.symbolic) return;
    const steps = graphOf(profile);
    const difference = this.#graph === null ? null : graphDifference(this.#graph, steps);
    this.#graph ??= steps;
    if (difference !== null) throw new TraceMismatchError(mismatchText(this.name, difference));
  }
}

const nestedText = (name: string): string =>
  `${name} is being traced: a traced function cannot be called again before its call is over`;

const unwantedText = (name: string): string =>
  `${name} has no profile: trace it with { profiling: true }`;

const uncalledText = (name: string): string =>
  `${name} has no profile until a call of it is over: call it first`;

const mismatchText = (name: string, difference: string): string =>
  `${name} ${difference}. Its graph is fixed by the first call: ` +
  joinWords(['run the same operators in each call', 'trace it without { symbolic: true }']);

/** One operator of a fixed graph. */
interface GraphStep {
  readonly type: string;
  /** Its inputs as text, such as `float32[2, 3], float32[3, 4]`; empty if nothing is known. */
  readonly inputs: string;
}

/** Operators that move data or start a back end, which a call may or may not need. */
const NOT_OF_GRAPH: readonly string[] = ['init', 'write', 'sync'];

/** The operators of a call in order of start. */
function graphOf(profile: Profile): GraphStep[] {
  return operatorRows(profile)
    .filter(({ type }) => !NOT_OF_GRAPH.includes(type))
    .map(row => ({ type: row.type, inputs: inputsOf(row) }));
}

/**
 * A description of how the operators of a call differ from those of the graph, by the first difference;
 * `null` if they are the same.
 */
function graphDifference(graph: readonly GraphStep[], call: readonly GraphStep[]): string | null {
  const length = Math.max(graph.length, call.length);
  for (let at = 0; at < length; at++) {
    const text = stepDifference(at, graph, call);
    if (text !== null) return text;
  }
  return null;
}

function stepDifference(
  at: number,
  graph: readonly GraphStep[],
  call: readonly GraphStep[]
): string | null {
  if (at >= graph.length) {
    return `runs operator ${at}, ${wordsOf(call[at])}, after the ${at} of the first call`;
  }
  const expected = wordsOf(graph[at]);
  if (at >= call.length) {
    return `ended before operator ${at}, which was ${expected} in the first call`;
  }
  const found = wordsOf(call[at]);
  return expected === found
    ? null
    : `runs as operator ${at} ${found}, which was ${expected} in the first call`;
}

function wordsOf({ type, inputs }: GraphStep): string {
  return inputs === '' ? type : `${type} of ${inputs}`;
}

function inputsOf({ inShapes, inTypes }: OperatorRow): string {
  const textOf = (shape: Shape, at: number) => `${inTypes?.[at] ?? ''}[${shape.join(', ')}]`;
  return (inShapes ?? []).map(textOf).join(', ');
}
