import { messageOf } from '../../base/errors';
import { intrinsics } from '../../base/intrinsics/intrinsics';
import type { Profile, ProfileStatus } from '../../model/profile/profile';
import { type RegisterProgram, packageFiles } from '../../native/packageFiles';
import type { EndWatcher } from '../../record/build/contribution';
import { beginRepetition } from '../../engine/annotate/beginRepetition';
import { writeFileAtomically } from '../../engine/results/atomicWrite';
import type { Launch } from '../../engine/live/dumpRequest';
import type { LateHelpers } from '../../engine/live/lateHelpers';
import { keepUpToDate } from '../../engine/live/keepUpToDate';
import { startOfRecording } from '../../engine/live/growingRecording';
import { exportProfile } from '../../engine/results/exportProfile';
import { plainProfile } from '../../engine/members/memberProfile';
import type { Recording } from '../../engine/recording/recording';
import { answerSaving } from '../../engine/members/launched/saveThreads';
import { withFullHeap } from '../../engine/recording/fullHeap';
import type { RecordingHost } from '../../engine/recording/recordingHost';
import { isParentGone } from '../parentGone';
import { PASSED_SIGNALS, heardFile, noteSignal, receivedFile } from '../passedSignals';
import { gpuWaitText } from '../../report/progressText';
import type { RunRequest } from '../runRequest';
import { SignalWatch } from '../../sources/process/signalWatch';
import { hiddenFromHooks } from '../../sources/process/nodeInternals';
import { knownTasks } from '../../sources/process/knownTasks';
import { waitFor } from '../../sources/process/waitFor';
import { optimizingLate } from '../../sources/v8/lateOptimization';
import { withoutBaseline } from '../../sources/v8/cpu/baselineCode';
import { onOwnSignal } from './ownSignal';
import { onExecve, onProcessEnd } from './processEnd';
import { adviseOfTopLevelAwait } from './topLevelAwait';

/** Time from one state of the file to the next, milliseconds. */
const PERIOD_MS = 500;

/** Time that a program has that listens for signals when its launcher has gone, milliseconds. */
const HANG_UP_MS = 2000;

/** Time for the threads of the recording to end, milliseconds. */
const THREADS_END_MS = 300;

/** With more slices, the end of a recording runs for long enough for its code to be optimized. */
const FEW_SLICES = 100_000;

/** What a recording needs of what surrounds it. */
export interface Surroundings {
  /** Starts the threads beside the recording. */
  readonly helpers: LateHelpers;
  /** Called once, as soon as its window has ended, while threads of the program may still run, */
  readonly beforeEnd: () => void;
  /** after that, before its profile is made: nothing is sampled any more, */
  readonly afterEnd: () => void;
  /** and once its profile is saved. */
  readonly afterSave: () => void;
}

/**
 * Records this program from now to its end and leaves the profile in `request.file`, or in `liveFile`
 * if the process that launched it is gone. If the program is killed, `liveFile` has the records that
 * had ended up to a second before. Nothing of this keeps the program running, and failures are reported
 * on stderr.
 */
export function recordProgram(
  host: RecordingHost,
  request: RunRequest,
  { helpers, beforeEnd, afterEnd, afterSave }: Surroundings
): void {
  const { options, file, liveFile, launch, repetition } = request;
  // Threads and processes that the program attaches are among those it starts.
  const recording = options.workers === false ? host.start(options) : host.startAlone(options);
  createLiveFile(recording, { file: liveFile, folder: host.folder });
  const endRepetition = repetitionOf(host, repetition);
  const upToDate = keepLiveFile(host, recording, { request, helpers });
  let endFile = (): void => upToDate.stop();
  let isSaved = false;
  const saveAs = (status: ProfileStatus, fullHeapBytes: number | null): void => {
    if (isSaved) return;
    isSaved = true;
    const endNs = host.recorder.now();
    helpers.cancel();
    endRepetition();
    endFile();
    // What follows is none of the program's time, nor what others need to save their recordings.
    recording.endWindow(endNs);
    tryTo(beforeEnd);
    const waits = status !== 'interrupted' && fullHeapBytes === null;
    const full = { what: 'the program', limitBytes: fullHeapBytes, before: recording.spacesBefore };
    const finish = (as: ProfileStatus): Profile =>
      withFullHeap(stopped(host, recording, { status: as, waits }), full);
    // no code that runs from here on needs its lines, and V8 takes kept code with the options that it was kept with
    withoutBaseline(() => {
      tryTo(afterEnd);
      if (isParentGone(launch.parentPid)) write(finish, 'recovered', liveFile);
      else write(finish, status, file);
      if (waits) tryTo(afterSave);
    });
  };
  const save = (status: ProfileStatus, fullHeapBytes: number | null = null): void =>
    intrinsics.aside(() => saveAs(status, fullHeapBytes));
  saveAtEnds(launch, save, () => {
    endFile = () => upToDate.endWriting();
  });
  adviseOfTopLevelAwait(report);
  helpers.begin(receivedFile(launch.signalsFile));
}

function repetitionOf({ recorder }: RecordingHost, number: number): () => void {
  return number > 0 ? beginRepetition(recorder, number) : () => undefined;
}

/**
 * Has `save` called at each end that there may be; `keepThread` before it, where the thread beside the program brings the
 * end about.
 */
function saveAtEnds(
  launch: Launch,
  save: (status: ProfileStatus, fullHeapBytes?: number | null) => void,
  keepThread: () => void
): void {
  const end = (): void => hiddenFromHooks(() => save('interrupted'));
  const endAmid = (): void => {
    keepThread();
    end();
  };
  onProcessEnd(code => save(code === 0 ? 'complete' : 'error'));
  heedSignals(launch, { end, endAmid });
  onOwnSignal(signal => leaveBy(signal, end));
  onExecve(() => hiddenFromHooks(() => save('complete')));
  answerSaving(full => hiddenFromHooks(() => save('error', full)));
}

/** Has a thread keep the file of a program that may be killed. */
function keepLiveFile(
  host: RecordingHost,
  recording: Recording,
  { request, helpers }: { readonly request: RunRequest; readonly helpers: LateHelpers }
): ReturnType<typeof keepUpToDate> {
  return keepUpToDate(host, recording, {
    file: request.liveFile,
    launch: request.launch,
    threadStart: helpers,
    periodMs: PERIOD_MS,
    watchesHeap: true,
    status: 'recovered',
    workerFile: packageFiles().watchWorker,
    completedBy: 'the end of the program',
    // the output is the program's, and the end writes all of it
    warn: () => undefined
  });
}

/** Ends a recording with its process; `waits` for GPUs if it may. */
function stopped(
  host: RecordingHost,
  recording: Recording,
  { status, waits }: { readonly status: ProfileStatus; readonly waits: boolean }
): Profile {
  host.endsWithProcess();
  const stop = (): Profile =>
    (waits ? recording.stopAtExit(status, GPU_WAIT) : recording.stop(status)).data;
  const { end, startToken } = recording.window;
  const isShort = end !== null && end.token - startToken < FEW_SLICES;
  return isShort ? optimizingLate(stop) : stop();
}

/** Has each signal end the program, after `end`, unless it listens for it itself. */
function heedSignals(
  { signalsFile, parentPid }: Launch,
  ends: Pick<OnSignal, 'end' | 'endAmid'>
): void {
  const isLast = (): boolean => isParentGone(parentPid);
  for (const signal of PASSED_SIGNALS) {
    const heard = (): void => tryTo(() => noteSignal(heardFile(signalsFile), signal));
    endOn(signal, { heard, ...ends, isLast });
  }
}

/** Creates the file at the first moment; failures are reported by the thread that continues writing it. */
function createLiveFile(
  recording: Recording,
  { file, folder }: { readonly file: string; readonly folder: string }
): void {
  const { startTime } = recording.window;
  const begun = {
    info: recording.info('recovered'),
    startTime,
    folder,
    lateSources: recording.lateSources
  };
  try {
    writeFileAtomically(file, startOfRecording(begun));
  } catch {
    return;
  }
}

function write(
  finish: (status: ProfileStatus) => Profile,
  status: ProfileStatus,
  file: string
): void {
  try {
    saveFor(file, finish(status));
  } catch (error) {
    report(`there is no complete profile: ${messageOf(error)}`);
  }
}

/** Saves a profile as soon as may be: a small one is not compressed. */
function saveFor(file: string, profile: Profile): void {
  hiddenFromHooks(() => {
    const plain = plainProfile(profile);
    if (plain !== null) writeFileAtomically(file, plain);
    else exportProfile(profile, [], file);
  });
}

/** Reactions to a signal. */
interface OnSignal {
  /** Called immediately. */
  readonly heard: () => void;
  /** Before it ends the program. */
  readonly end: () => void;
  /** The same, for the thread beside the program, which goes on. */
  readonly endAmid: () => void;
  /** True if the program should end, even if it listens for signals. */
  readonly isLast: () => boolean;
}

/** Announces a long wait for GPUs. A signal ends it where it waits, as no listener is called at the exit. */
const GPU_WAIT: EndWatcher = {
  waiting: limitMs => report(gpuWaitText(limitMs)),
  isCutOff: () => false
};

/** For each signal, what leaves the end by it to whoever calls, unless the program listens for it. */
const endings = new Map<string, () => boolean>();

/** The watches of signals. */
const watches = new Map<NodeJS.Signals, SignalWatch>();

/** Leaves the end by a signal to the system, after `end`. */
function leaveBy(signal: NodeJS.Signals, end: () => void): void {
  end();
  watches.get(signal)?.stop();
  // Node reports the inspector sessions of threads that have not ended before it sends the signal.
  waitFor(() => !knownTasks.hasRunningHelper, THREADS_END_MS);
}

/**
 * Called from the thread beside the program, in the midst of what that computes: to cut it off would leave Node in a state
 * in which it aborts.
 */
export const leaveToSignal: RegisterProgram['leaveToSignal'] = signal =>
  intrinsics.own(() => endings.get(signal)?.() ?? false);

/** Heeds a signal; it still ends a program that does not listen for it itself. */
function endOn(signal: NodeJS.Signals, { heard, end, endAmid, isLast }: OnSignal): void {
  const endForGood = (): void => {
    end();
    process.kill(process.pid, 'SIGKILL');
  };
  const watch = new SignalWatch(signal, () => {
    heard();
    if (watch.isListenedFor) {
      if (isLast()) setTimeout(endForGood, HANG_UP_MS).unref();
      return;
    }
    leaveBy(signal, end);
    process.kill(process.pid, signal);
  });
  watch.start();
  watches.set(signal, watch);
  endings.set(signal, () => {
    if (process.listenerCount(signal) > 0) return false;
    heard();
    endAmid();
    watch.stop();
    return true;
  });
}

/** A program is not to fail over what its profiler cannot do. */
function tryTo(act: () => void): void {
  try {
    act();
  } catch (error) {
    report(messageOf(error));
  }
}

function report(text: string): void {
  process.stderr.write(`kernelscope: ${text}\n`);
}
