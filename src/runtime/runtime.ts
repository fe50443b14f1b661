import { isMainThread, parentPort } from 'node:worker_threads';
import { createInstrument } from '../sources/operators/instrument';
import { messagesWithParent } from '../sources/async/threadMessages';
import type { Attachment, AttachTarget } from '../engine/members/attachedProcesses';
import { AttachedProfilers } from '../compat/mxnet/attachedProfilers';
import { commandHandler } from '../compat/mxnet/commandHandler';
import { listenAsRank } from '../engine/sessions/rankListener';
import { createCuda } from '../cuda/cuda';
import { loadCuda } from '../sources/gpu/loadCuda';
import {
  type CustomOperatorFunction,
  createCustomOperator
} from '../engine/annotate/customOperator';
import { emitProfilerWarning } from '../compat/mindspore/profiler/profilerErrors';
import {
  Profiler as BoundProfiler,
  type CycleProfilerOptions
} from '../compat/mindspore/profiler/profiler';
import { createProfilerCallback } from '../compat/mindspore/profiler/profilerCallback';
import { createProfilerClass } from '../compat/mindspore/profiler/profilerClass';
import { profilerDeps } from './profilerDeps';
import {
  PROCESS_EXIT,
  startFromEnvironment
} from '../compat/mindspore/profiler/startFromEnvironment';
import { createEmitNvtx } from '../compat/torch/emitNvtx';
import type { Counter as CounterObject } from '../compat/mxnet/counter';
import {
  type InstrumentIterator,
  createInstrumentIterator
} from '../engine/annotate/instrumentIterator';
import { createOfflineAnalyse } from '../compat/mindspore/offline/offlineAnalyse';
import { offlineDeps } from '../compat/mindspore/offline/offlineDeps';
import { type ProfilerObjects, createObjects } from '../compat/mxnet/createObjects';
import type { Domain as DomainObject } from '../compat/mxnet/domain';
import type { Event as EventObject } from '../compat/mxnet/event';
import type { Frame as FrameObject, Task as TaskObject } from '../compat/mxnet/laneObject';
import type { Marker as MarkerObject } from '../compat/mxnet/marker';
import { EventIds } from '../compat/torch/eventIds';
import { createProfile } from '../compat/torch/profile';
import { SessionWarnings } from '../engine/sessions/sessionWarnings';
import { type ProfilerModule, createProfiler } from '../compat/mxnet/profiler';
import { createRange } from '../engine/annotate/range';
import { RecordingHost } from '../engine/recording/recordingHost';
import { type ScopeFunction, createScope } from '../engine/annotate/scope';
import { createProfileAlias } from '../compat/megengine/profileAlias';
import { createTrace } from '../compat/megengine/trace';
import { type WaitAll, createWaitAll } from '../engine/annotate/waitAll';
import { RankRecordings } from '../engine/sessions/rankRecordings';
import { otherRuntimeNotice } from './otherRuntimes';

/** The one host of this process: the recorder that everything records into. */
export const host = new RecordingHost();

/** Numbers the events of all sessions and profilers. */
const eventIds = new EventIds();

/**
 * Records sessions, and has the profiles of those that have ended, as PyTorch's `profile`: `profile()` starts
 * one, `profile.run(fn)` records a function, and `profile.last` is the newest profile.
 */
export const profile = createProfile(host, new SessionWarnings(), eventIds);

/** Records how long a function takes, under a name: `range('load', () => …)`; PyTorch's `record_function`. */
export const range = createRange(host.recorder);

/** Wraps an iterable to record how long loops wait for its values, as ranges `Class.next`. */
export const instrumentIterator = createInstrumentIterator(range);

const surroundings = profilerDeps(host, eventIds, instrumentIterator);

/**
 * MindSpore's and MegEngine's profiler: an object that is started and stopped any number of times in turn,
 * and records one cycle each time or, with a schedule, one for each window.
 */
export const Profiler = createProfilerClass(
  surroundings,
  createOfflineAnalyse(() => offlineDeps(host.offlineWorkerFile))
);
export type Profiler = BoundProfiler;

/** Makes callbacks for TensorFlow.js's `fit` that record some batches of a training; MindSpore's `StopAtStep`. */
export const profilerCallback = createProfilerCallback(
  host.recorder,
  options => new Profiler(options)
);

/** Profiles the whole program where its environment asks for that, see `startFromEnvironment`. */
export const startProgramProfiler = (): boolean =>
  startFromEnvironment(process.env, {
    ...PROCESS_EXIT,
    emit: emitProfilerWarning,
    start: (options, emit) => new BoundProfiler({ ...surroundings, emit }, options)
  });

/** PyTorch's name of `range`: records how long a function takes, under a name. */
export const recordFunction = range;

/** Wraps a function so that the operators of its calls are recorded and can be read; MegEngine's `trace`. */
export const trace = createTrace(host, () => new RecordingHost());

/** MegEngine's names: `profile` is its decorator, which writes a JSON file. */
export const megengine = {
  /** Records each call of a method or function, and writes MegEngine's files: `@megengine.profile()`. */
  profile: createProfileAlias(
    (options?: CycleProfilerOptions) => new Profiler({ ...options, compat: 'megengine' })
  ),
  /** The same as `Profiler`. */
  Profiler,
  /** The same as `trace`. */
  trace
};

/** Makes every method of an object, a class or a module an operator, so that each call is recorded. */
export const instrument = createInstrument(host.hooks);

/** Names the device memory that a function allocates; MXNet's `profiler.scope`. */
export const scope = createScope(host.hooks.operatorContext);

/** Emits an NVTX range for every operator and range, for NVIDIA's tools to show; PyTorch's `emit_nvtx`. */
export const emitNvtx = createEmitNvtx({
  recorder: host.recorder,
  start: options => host.startAlone(options),
  calls: host.callSessions,
  addonFolder: () => host.addonFolder
});

/**
 * Work on NVIDIA GPUs from TypeScript: memory, kernels from CUDA C++, streams, events and graphs, through the
 * installed driver, which the first call loads. `cuda.isAvailable` is false where there is no GPU.
 */
export const cuda = createCuda(
  () => loadCuda(host.addonFolder),
  call => host.hooks.operatorContext.inScope(call)
);

const objects = createObjects(host.recorder);

/** MXNet's `profiler.Domain`: a group of tasks, frames, counters and markers, shown under its name. */
export const Domain = objects.Domain;
/** MXNet's `profiler.Task`: a piece of work of a domain, measured from `start` to `stop`; tasks may overlap. */
export const Task = objects.Task;
/** MXNet's `profiler.Frame`: one pass of something that repeats, such as a step, numbered, and with its rate. */
export const Frame = objects.Frame;
/** MXNet's `profiler.Event`: a stretch of its thread, measured from `start` to `stop`. */
export const Event = objects.Event;
/** MXNet's `profiler.Counter`: a number that is recorded at each change. */
export const Counter = objects.Counter;
/** MXNet's `profiler.Marker`: a moment with a name, recorded by `mark`. */
export const Marker = objects.Marker;
export type Domain = DomainObject;
export type Task = TaskObject;
export type Frame = FrameObject;
export type Event = EventObject;
export type Counter = CounterObject;
export type Marker = MarkerObject;

/** Makes a function an operator: each call is recorded under its name; MXNet's custom operators. */
export const customOperator = createCustomOperator(host.hooks);

/** Waits until every asynchronous operator in flight has settled; MXNet's `waitall`. Never rejects. */
export const waitAll = createWaitAll(host.hooks);

/** The members of `profiler` besides its functions. */
export interface ProfilerMembers extends ProfilerObjects {
  /** Names the device memory that a function allocates; MXNet's `profiler.scope`. */
  readonly scope: ScopeFunction;
  /** Makes a function an operator: each call is recorded under its name; MXNet's custom operators. */
  readonly customOperator: CustomOperatorFunction;
  /** Waits until every asynchronous operator in flight has settled; MXNet's `waitall`. Never rejects. */
  readonly waitAll: WaitAll;
  /** Attaches a worker thread or a process, so that it records as well. @throws AttachError */
  readonly attach: (target: AttachTarget) => Attachment;
  /** Wraps an iterable to record how long loops wait for its values, as ranges `Class.next`. */
  readonly instrumentIterator: InstrumentIterator;
}

const { processes } = host;

/**
 * Attaches a worker thread, a child process with a channel, or a cluster worker, which has imported
 * kernelscope. Sessions and profiled cells also record in all attached threads and processes, and
 * include their recordings in the profiles; calls with `{ profileProcess: 'server' }` apply to all of
 * them.
 *
 * @throws AttachError if the target cannot be attached.
 */
export const attach = (target: AttachTarget): Attachment => processes.attach(target);

const controls = createProfiler(host, { processes: new AttachedProfilers(processes) });
const members: ProfilerMembers = {
  ...objects,
  scope,
  customOperator,
  waitAll,
  attach,
  instrumentIterator
};

/**
 * MXNet's `mx.profiler`: profiling by state, `setState('run')` to `setState('stop')`, with `dump` for the
 * trace and `dumps` for the statistics; and the classes of its objects.
 */
export const profiler: ProfilerModule & ProfilerMembers = Object.assign(controls, members);

/** `profiler.setConfig`: sets what is recorded from the next run on, and where it is written. */
export const setConfig = profiler.setConfig;
/** `profiler.setState`: begins or ends a run, of this process or of all attached ones. */
export const setState = profiler.setState;
/** `profiler.dump`: writes the trace to `filename`, and stops the profiler unless `finished` is false. */
export const dump = profiler.dump;
/** `profiler.dumps`: the statistics of all runs since the last reset as text. */
export const dumps = profiler.dumps;
/** `profiler.pause`: holds all recording under way until `resume` or the end of the run. */
export const pause = profiler.pause;
/** `profiler.resume`: goes on after `pause`. */
export const resume = profiler.resume;
/** MXNet's former name of `setConfig`: chooses one kind to record, and the file. Warns once. */
export const profilerSetConfig = profiler.profilerSetConfig;
/** MXNet's former name of `setState`: begins or ends a run. Warns once. */
export const profilerSetState = profiler.profilerSetState;
/** MXNet's former name of `dump`: stops the profiler and writes the trace. Warns once. */
export const dumpProfile = profiler.dumpProfile;

/** Says on a runtime other than Node what is missing there, once a process. */
const notice = isMainThread ? otherRuntimeNotice(process.versions) : null;
if (notice !== null) process.emitWarning(notice, 'KernelscopeWarning');

/** Listens for requests if this process or thread can be attached to another one. */
const messages = messagesWithParent(host.recorder, parentPort, () => host.hooks.kinds.messageBytes);
listenAsRank({
  perform: commandHandler(profiler),
  recordings: new RankRecordings({ start: options => host.start(options), messages, isMainThread }),
  messages
});
