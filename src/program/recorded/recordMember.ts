import { apply } from '../../base/intrinsics/ownFunctions';
import { existsSync, writeFileSync } from 'node:fs';
import { isMainThread, threadId } from 'node:worker_threads';
import { messageOf } from '../../base/errors';
import { intrinsics } from '../../base/intrinsics/intrinsics';
import type { Profile, ProfileStatus } from '../../model/profile/profile';
import { packageFiles } from '../../native/packageFiles';
import { keepSamples } from '../../engine/live/threadSamples';
import { LateHelpers } from '../../engine/live/lateHelpers';
import { keepUpToDate } from '../../engine/live/keepUpToDate';
import { shareInstance } from '../shareInstance';
import type { CollectedRecording, Recording } from '../../engine/recording/recording';
import type { RecordingOptions } from '../../engine/arguments/recordingOptions';
import { host } from '../../runtime/runtime';
import { asProfileOfThread, packCollected, packQuickly } from '../../engine/members/memberProfile';
import { hookMembers, hookProcesses } from '../../engine/members/launched/hookMembers';
import { NativeMemoryHost, WorkerMemoryHost } from '../../sources/process/memoryHost';
import { hasInspector, hiddenFromHooks } from '../../sources/process/nodeInternals';
import { processCpuNs } from '../../sources/process/threadTimes';
import {
  type Claim,
  END_SYMBOL,
  askFile,
  collectedFile,
  countRunning,
  cpuFile,
  finalFile,
  forgetSaving,
  isSettled,
  leaveNothing,
  liveFile,
  noteSaving,
  recoveredFile
} from '../../engine/members/launched/memberFiles';
import type { Membership } from '../../engine/members/launched/membership';
import { intervalAmong } from './intervalAmong';
import { onOwnSignal } from './ownSignal';
import { onProcessEnd } from './processEnd';
import { withFullHeap } from '../../engine/recording/fullHeap';
import { waitFor } from '../../sources/process/waitFor';
import { answerSaving, saveThreads } from '../../engine/members/launched/saveThreads';
import { writeFileAtomically } from '../../engine/results/atomicWrite';

/**
 * Saves the profile of a member in the expected place, or else the reason why there is none; never
 * throws.
 */
function saveMember(folder: string, member: Claim, take: () => CollectedRecording): void {
  if (!existsSync(folder)) return;
  try {
    const { profile, thread } = take();
    const bytes = packQuickly(profile);
    if (member.threadId === 0) writeFileSync(cpuFile(folder, member), String(processCpuNs()));
    hiddenFromHooks(() => {
      if (thread) writeFileAtomically(collectedFile(folder, member), packCollected(thread), false);
      // From here on it may be killed: it has saved.
      writeFileAtomically(finalFile(folder, member), bytes, false);
    });
  } catch (error) {
    leaveNothing(folder, member, `could not save its recording: ${messageOf(error)}`);
  } finally {
    forgetSaving(folder, member);
  }
}

/** Time in which a process gets the signal that it has saved for, milliseconds. */
const LAST_MS = 1000;

/** Time from one state of the file of a process to the next, milliseconds. */
const PERIOD_MS = 1000;

/** Why a process is missing that Node gives no inspector, as with `--test` and `--watch`. */
const RUNS_OTHERS = 'was not recorded: it only starts other processes, which were';

/** As what this thread or process records itself now, or did last. */
let current: Membership | null = null;

/** Starts the threads beside the recording of this process. */
const helpers = new LateHelpers();

/** Does, before the first recording, what all recordings have in common. */
function prepare(): void {
  if (current !== null) return;
  shareInstance();
  host.configure({ program: { file: process.argv[1] ?? '', isMember: true } });
  if (isMainThread) {
    const worker = new WorkerMemoryHost(packageFiles().memoryWorker, helpers);
    host.configure({ memoryHost: new NativeMemoryHost(worker) });
  }
  onProcessEnd(code => endProcess(code === 0 ? 'complete' : 'error'));
  if (isMainThread) onOwnSignal(() => endProcess('complete'));
}

/** Ends the recording with its thread or process. */
function endProcess(status: ProfileStatus): void {
  if (isMainThread) host.endsWithProcess();
  current?.end?.(status);
}

/** Records this thread or process, and everything it starts, from now until it should save or ends. */
export function recordMember(membership: Membership): void {
  const { place, member, request } = membership;
  if (membership.isOver || isSettled(place.folder, member)) return;
  if (isMainThread && !hasInspector()) {
    hookProcesses(place);
    leaveNothing(place.folder, member, RUNS_OTHERS);
    return;
  }
  try {
    prepare();
    const site = hookMembers(place);
    const recording = host.startAlone(optionsHere(request.options, countRunning(place.folder)));
    const stop = isMainThread ? beside(recording, membership) : () => undefined;
    if (!isMainThread) {
      const file = recoveredFile(place.folder, member);
      keepSamples(recording, { threadId, file, folder: host.folder });
    }
    const save = (status: ProfileStatus, fullHeapBytes: number | null): void => {
      helpers.cancel();
      noteSaving(place.folder, member);
      saveThreads(place.folder, threadId);
      stop();
      site.moveTo(null);
      saveMember(place.folder, member, () =>
        collected(recording, status, { member, fullHeapBytes })
      );
    };
    const end = once((status: ProfileStatus, fullHeapBytes: number | null = null) => {
      intrinsics.aside(() => hiddenFromHooks(() => save(status, fullHeapBytes)));
    });
    membership.end = end;
    answerSaving(full => end(full === null ? 'complete' : 'error', full));
    if (isMainThread && current === null) helpers.begin(askFile(place.folder, member));
    current = membership;
    writeFileSync(liveFile(place.folder, member), '');
  } catch (error) {
    leaveNothing(place.folder, member, `could not be recorded: ${messageOf(error)}`);
  }
}

/** What a member hands over: the process that gathers the recordings makes its profile whole. */
function collected(
  recording: Recording,
  status: ProfileStatus,
  { member, fullHeapBytes }: { readonly member: Claim; readonly fullHeapBytes: number | null }
): CollectedRecording {
  const { mapper, folder } = host;
  const { spacesBefore: before } = recording;
  const { profile, thread } = recording.collect(status, { mapper, folder });
  const full = { what: member.title, limitBytes: fullHeapBytes, before };
  return { profile: withFullHeap(partOf(profile), full), thread };
}

/** The options of a member, where so many are recorded. */
function optionsHere(
  options: Partial<RecordingOptions>,
  recorded: number
): Partial<RecordingOptions> {
  const cpuIntervalUs = intervalAmong(recorded, options.cpuIntervalUs);
  const unnamed = { ...options, name: '', cell: null, cpuIntervalUs };
  return isMainThread ? unnamed : { ...unnamed, memoryPeriodMs: null, gpu: null };
}

/** CPU time is counted by process: that of a thread is in its process's already. */
function partOf(profile: Profile): Profile {
  if (isMainThread) return profile;
  const { meta, ...tables } = asProfileOfThread(profile);
  return { ...tables, meta: { ...meta, cpuTimeNs: 0 } };
}

/** The returned function calls `end` the first time, and returns whether it has. */
function once<Args extends unknown[]>(end: (...args: Args) => void): (...args: Args) => boolean {
  let isOver = false;
  return (...args) => {
    if (isOver) return false;
    isOver = true;
    // by no iterator: the program may have replaced it
    apply(end, undefined, args);
    return true;
  };
}

/** Starts the thread beside a recorded process; the returned function stops it. */
function beside(recording: Recording, membership: Membership): () => void {
  const { place, member } = membership;
  const upToDate = keepUpToDate(host, recording, {
    file: recoveredFile(place.folder, member),
    periodMs: PERIOD_MS,
    status: 'recovered',
    workerFile: packageFiles().memberWatchWorker,
    threadStart: helpers,
    completedBy: 'the end of the process',
    makesFolders: false,
    watchesHeap: true,
    warn: () => undefined
  });
  let isEnding = false;
  const value = (signal: string): void => {
    if (signal !== '' && process.listenerCount(signal) > 0) return;
    isEnding = signal !== '';
    if (isEnding) host.endsWithProcess();
    membership.end?.('complete');
    // The thread beside it sends the signal, and nothing of the program runs before.
    if (isEnding) waitFor(() => false, LAST_MS);
  };
  Object.defineProperty(process, Symbol.for(END_SYMBOL), { value, configurable: true });
  return () => {
    if (isEnding) upToDate.endWriting();
    else upToDate.stop();
  };
}
