import { isMainThread, parentPort } from 'node:worker_threads';
import { createInstrument } from '../sources/operators/instrument';
import { messagesWithParent } from '../sources/async/threadMessages';
import type { Attachment } from '../engine/members/attached/attachedProcess';
import { AttachedProfilers } from '../compat/mxnet/attachedProfilers';
import { commandHandler } from '../compat/mxnet/commandHandler';
import { listenAsRank } from '../engine/rank/rankListener';
import type { AttachTarget } from '../engine/members/attached/attachedProcesses';
import { createCuda } from '../cuda/cuda';
import { loadCuda } from '../sources/gpu/loadCuda';
import { createCustomOperator } from '../engine/annotate/customOperator';
import { emitProfilerWarning } from '../compat/mindspore/profiler/emitProfilerWarning';
import { Profiler as BoundProfiler } from '../compat/mindspore/profiler/profiler';
import { createProfilerCallback } from '../compat/mindspore/profiler/profilerCallback';
import { createProfilerClass } from '../compat/mindspore/profiler/profilerClass';
import { profilerDeps } from './profilerDeps';
import {
  PROCESS_EXIT,
  startFromEnvironment
} from '../compat/mindspore/profiler/startFromEnvironment';
import { createEmitNvtx } from '../compat/torch/emitNvtx';
import type { Counter as CounterObject } from '../compat/mxnet/objects/counter';
import { createInstrumentIterator } from '../engine/annotate/instrumentIterator';
import { createOfflineAnalyse } from '../compat/mindspore/offline/offlineAnalyse';
import { offlineDeps } from '../compat/mindspore/offline/offlineDeps';
import { createObjects } from '../compat/mxnet/objects/createObjects';
import type { Domain as DomainObject } from '../compat/mxnet/objects/domain';
import type { Event as EventObject } from '../compat/mxnet/objects/event';
import type { Frame as FrameObject } from '../compat/mxnet/objects/frame';
import type { Marker as MarkerObject } from '../compat/mxnet/objects/marker';
import type { Task as TaskObject } from '../compat/mxnet/objects/task';
import { createProfile } from '../compat/torch/profile';
import type { ProfilerModule } from '../compat/mxnet/profiler';
import { createProfiler } from '../compat/mxnet/profiler';
import { createRange } from '../engine/annotate/range';
import { RecordingHost } from '../engine/recording/recordingHost';
import { createScope } from '../engine/annotate/scope';
import { createTrace } from '../compat/megengine/trace/trace';
import { createWaitAll } from '../engine/annotate/waitAll';
import { RankRecordings } from '../engine/rank/rankRecordings';

/** The one host of this process: the recorder that everything records into. */
export const host = new RecordingHost();

/** See `ProfileFunction`. */
export const profile = createProfile(host);

/** See `RangeFunction`. */
export const range = createRange(host.recorder);

/** See `InstrumentIterator`. */
export const instrumentIterator = createInstrumentIterator(range);

const surroundings = profilerDeps(host, instrumentIterator);

/** See the type of the same name. */
export const Profiler = createProfilerClass(
  surroundings,
  createOfflineAnalyse(() => offlineDeps(host.offlineWorkerFile))
);
export type Profiler = BoundProfiler;

/** See `ProfilerCallbackFunction`. */
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

/** PyTorch's name of `range`. */
export const recordFunction = range;

/** See `TraceFunction`. */
export const trace = createTrace(host);

/** See `Instrument`. */
export const instrument = createInstrument(host.hooks);

/** See `ScopeFunction`. */
export const scope = createScope(host.hooks.operatorContext);

/** See `EmitNvtxFunction`. */
export const emitNvtx = createEmitNvtx({
  recorder: host.recorder,
  start: options => host.startAlone(options),
  calls: host.callSessions,
  addonFolder: () => host.addonFolder
});

/** See the interface `Cuda`. */
export const cuda = createCuda(
  () => loadCuda(host.addonFolder),
  call => host.hooks.operatorContext.inScope(call)
);

const objects = createObjects(host.recorder);

/** See the type of the same name. */
export const Domain = objects.Domain;
export const Task = objects.Task;
export const Frame = objects.Frame;
export const Event = objects.Event;
export const Counter = objects.Counter;
export const Marker = objects.Marker;
export type Domain = DomainObject;
export type Task = TaskObject;
export type Frame = FrameObject;
export type Event = EventObject;
export type Counter = CounterObject;
export type Marker = MarkerObject;

/** See `CustomOperatorFunction`. */
export const customOperator = createCustomOperator(host.hooks);

/** See `WaitAll`. */
export const waitAll = createWaitAll(host.hooks);

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
const members = { ...objects, scope, customOperator, waitAll, attach, instrumentIterator };

/** See `ProfilerModule`; all that MXNet's module has, and the objects by their own names. */
export const profiler: ProfilerModule & typeof members = Object.assign(controls, members);

/** Members of `profiler`; see there. */
export const setConfig = profiler.setConfig;
export const setState = profiler.setState;
export const dump = profiler.dump;
export const dumps = profiler.dumps;
export const pause = profiler.pause;
export const resume = profiler.resume;
export const profilerSetConfig = profiler.profilerSetConfig;
export const profilerSetState = profiler.profilerSetState;
export const dumpProfile = profiler.dumpProfile;

/** Listens for requests if this process or thread can be attached to another one. */
const messages = messagesWithParent(host.recorder, parentPort, () => host.hooks.kinds.messageBytes);
listenAsRank({
  perform: commandHandler(profiler),
  recordings: new RankRecordings({ start: options => host.start(options), messages, isMainThread }),
  messages
});
