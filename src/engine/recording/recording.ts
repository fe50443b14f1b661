import { heapSpaces } from '../../sources/v8/heap/heapSpaces';
import type { Profile, ProfileStatus } from '../../model/profile/profile';
import type { SourceName } from '../../model/profile/sourceReport';
import {
  type FinishedWindow,
  type RunInfo,
  buildProfile,
  buildSnapshot
} from '../../record/build/buildProfile';
import type {
  EndWatcher,
  SharedCounter,
  SharedSamples,
  Source
} from '../../record/build/contribution';
import type { Recorder } from '../../record/recorder';
import type { RecordingWindow, WindowEnd } from '../../record/slices/recordingWindow';
import { ownSliceCost } from '../annotate/sliceCost';
import { RecordedProfile } from '../results/recordedProfile';
import type { RecordingOptions } from '../arguments/recordingOptions';
import { FACT_RECORDS } from '../../facts/table';
import { followedBy } from '../../sources/async/async';
import {
  type KindsUser,
  type RecordedKinds,
  wantsFacts
} from '../../sources/operators/recordedKinds';
import { joinMembers } from '../members/joinMembers';
import {
  type MemberProfiles,
  NO_MEMBERS,
  type RecordingElsewhere
} from '../members/memberRecordings';
import { type KnownTexts, withSourceTexts } from '../results/sourceTexts';
import {
  type CollectedPlace,
  type CollectedThread,
  collectThread
} from '../results/collectedThread';
import { withoutKinds } from './withoutKinds';
import type { ProcessFacts } from './processFacts';

/** The dependencies of a {@link Recording}. */
export interface RecordingDeps {
  readonly recorder: Recorder;
  readonly facts: ProcessFacts;
  /** Started in this order, stopped in reverse. */
  readonly sources: readonly Source[];
  /** The same recording in other threads and processes; none for this one alone. */
  readonly members?: RecordingElsewhere | null;
  /** The kinds of records that this recording requests from hooks. */
  readonly kinds: RecordedKinds;
  /** The known sources of files by their names in profiles, requested at the end. */
  knownTexts(): KnownTexts;
}

/** A recording that has ended, and what is to be made of it later. */
export interface CollectedRecording {
  /** Of the thread, if there is one, without what `completeThread` adds. */
  readonly profile: Profile;
  /** Null where the profile is whole. */
  readonly thread: CollectedThread | null;
}

/** The sources of V8 and Node that have their records at the end alone, with whether options ask for them. */
const LATE: readonly (readonly [SourceName, isWanted: (options: RecordingOptions) => boolean])[] = [
  ['cpuSampler', ({ cpuIntervalUs }) => cpuIntervalUs !== null],
  ['callSites', ({ cpuIntervalUs, lines }) => cpuIntervalUs !== null && lines],
  [
    'allocations',
    ({ allocationBytes, retainedBytes }) => (allocationBytes ?? retainedBytes) !== null
  ],
  ...FACT_RECORDS.flatMap(({ source, option }) =>
    source.isLate && option
      ? [[source.name, (options: RecordingOptions) => options[option.name]] as const]
      : []
  )
];

/** One recording, from construction to `stop` or `finish`. */
export class Recording {
  /** The stretch of the recorder that this recording takes. */
  readonly window: RecordingWindow;
  readonly #releaseKinds: KindsUser;
  readonly #startedAtMs: number;
  readonly #startCpuNs: number;
  /** The spaces of the heap of its thread when it began. */
  readonly spacesBefore = heapSpaces();
  #cpuTimeNs: number | null = null;
  #result: RecordedProfile | null = null;
  #finishing: Promise<RecordedProfile> | null = null;

  constructor(
    private readonly parts: RecordingDeps,
    readonly options: RecordingOptions
  ) {
    const { recorder, facts, sources, kinds } = parts;
    const tensorBytes = options.memoryEveryOperators !== null;
    const running = options.async === true;
    this.#releaseKinds = kinds.acquire({
      ...options,
      facts: wantsFacts(options),
      tensorBytes,
      running
    });
    this.#startedAtMs = facts.wallClockMs();
    recorder.ownWork(() => sources.forEach(source => source.start()));
    this.#startCpuNs = facts.cpuTimeNs();
    this.window = recorder.openWindow(options.limit, followedBy(options.async));
  }

  /** True until `stop` or `finish` was called. */
  get isOpen(): boolean {
    return this.window.end === null;
  }

  /**
   * Ends the recording and waits for late data: up to 100 ms for garbage collections and the like, up to
   * `gpuWaitMs` for work of GPUs. The recorded window ends at the call; a second call returns the same
   * profile. The wait for attached threads and processes is limited by `MEMBER_TIMING`. With `endNs`, a
   * clock value, later records are left out. `watcher` is told of a long wait and can end it.
   */
  async finish(
    status: ProfileStatus = 'complete',
    endNs?: bigint,
    watcher?: EndWatcher
  ): Promise<RecordedProfile> {
    if (this.#result) return this.#result;
    this.#finishing ??= this.#finishOnce(status, { endNs, watcher });
    return this.#finishing;
  }

  async #finishOnce(
    status: ProfileStatus,
    {
      endNs,
      watcher
    }: { readonly endNs: bigint | undefined; readonly watcher: EndWatcher | undefined }
  ): Promise<RecordedProfile> {
    this.endWindow(endNs);
    const { end, startTime } = this.window;
    const members = end && this.parts.members?.finish({ startNs: startTime, endNs: end.time });
    for (const source of this.#reversed()) {
      if (source.stop) await source.stop(watcher);
      else source.stopNow();
    }
    return this.#build(status, (await members) ?? NO_MEMBERS);
  }

  /**
   * Ends the recording immediately; late records, and those of attached threads and processes, are
   * missing.
   */
  stop(status: ProfileStatus = 'complete'): RecordedProfile {
    if (this.#result) return this.#result;
    this.endWindow();
    for (const source of this.#reversed()) source.stopNow();
    const report = this.parts.members?.drop() ?? null;
    return this.#build(status, { ...NO_MEMBERS, report });
  }

  /**
   * The same at the exit of the process, where nothing else runs any more: blocks up to `gpuWaitMs` for
   * work of GPUs. `watcher` is told of a long wait.
   */
  stopAtExit(status: ProfileStatus, watcher?: EndWatcher): RecordedProfile {
    if (this.#result) return this.#result;
    this.endWindow();
    for (const source of this.#reversed()) source.stopAtExit?.(watcher);
    return this.stop(status);
  }

  /**
   * Ends the recording immediately, as {@link stop}, and leaves what takes long to whoever completes its profile by
   * `completeThread`, in this process or in another one on this machine.
   */
  collect(
    status: ProfileStatus,
    place: Pick<CollectedPlace, 'mapper' | 'folder'>
  ): CollectedRecording {
    if (this.#result) return { profile: this.#result.data, thread: null };
    this.endWindow();
    for (const source of this.#reversed()) source.stopNow();
    const members = { ...NO_MEMBERS, report: this.parts.members?.drop() ?? null };
    const { threadId, pid } = this.parts.facts;
    const textsSinceMs = this.options.sourceTexts ? performance.timeOrigin : null;
    const told = { ...place, threadId, pid, textsSinceMs };
    const { here, thread } = collectThread(this.parts.sources, told);
    const { end } = this.window;
    if (thread === null || end === null) {
      return { profile: this.#build(status, members).data, thread: null };
    }
    const profile = this.#built(status, { end, sources: here, members });
    this.#result = new RecordedProfile(profile);
    this.parts.recorder.closeWindow(this.window);
    return { profile, thread };
  }

  /** Ends the recording without a profile of it. */
  abandon(): void {
    if (this.#result) return;
    this.endWindow();
    for (const source of this.#reversed()) {
      if (source.abandon) source.abandon();
      else source.stopNow();
    }
    this.parts.members?.drop();
    this.releaseWindow();
  }

  /** True for that of a notebook cell. */
  get isOfCell(): boolean {
    return this.options.cell !== null;
  }

  /** True when attached threads or processes record as well, of which only `finish` hears. */
  get hasMembers(): boolean {
    return this.parts.members?.isEmpty === false;
  }

  /**
   * The recording so far, without ending it: only complete slices, and only sources that can be read
   * during a recording, unlike the CPU sampler. After the end it is the final profile.
   */
  snapshot(): RecordedProfile {
    if (this.#result) return this.#result;
    const { recorder } = this.parts;
    const now = { token: recorder.slices.nextToken, time: recorder.now() };
    const soFar = buildSnapshot(this.#windowUntil(this.window.end ?? now, 'complete'));
    return this.#withTexts(withoutKinds(soFar, this.#releaseKinds.ofOthers));
  }

  /** Known facts about the run besides the records; with a new identifier at each call. */
  info(status: ProfileStatus): RunInfo {
    const { name, cell, optionTexts } = this.options;
    const { facts } = this.parts;
    const { host, pid, runtime } = facts;
    const cpuTimeNs = this.#cpuTimeNs ?? facts.cpuTimeNs() - this.#startCpuNs;
    const startedAtMs = this.#startedAtMs;
    const id = facts.newId();
    const run = { id, name: name || id, status, startedAtMs, cpuTimeNs, host, pid, runtime, cell };
    return { ...run, options: optionTexts };
  }

  /** Whether another thread may look into the heap of this one. */
  get mayWatchHeap(): boolean {
    return !this.parts.sources.some(({ numbersHeap = false }) => numbersHeap);
  }

  /** The sources of this recording that have their records at its end alone. */
  get lateSources(): readonly SourceName[] {
    return LATE.filter(([, isWanted]) => isWanted(this.options)).map(([source]) => source);
  }

  /** The data of the sources that other threads can read during the recording. */
  sharedCounters(): readonly SharedCounter[] {
    return this.parts.sources.flatMap(source => source.sharedCounters?.() ?? []);
  }

  /** The CPU samples that other threads can read during the recording, and `about`; null if there are none. */
  sharedSamples(about = ''): SharedSamples | null {
    for (const source of this.parts.sources) {
      const shared = source.sharedSamples?.(about) ?? null;
      if (shared !== null) return shared;
    }
    return null;
  }

  /** Ends the recorded window now, or at the clock value `endNs`; what begins later is left out. */
  endWindow(endNs?: bigint): void {
    if (!this.isOpen) return;
    this.parts.recorder.endWindow(this.window, endNs);
    this.#releaseKinds();
    this.#cpuTimeNs = this.parts.facts.cpuTimeNs() - this.#startCpuNs;
    for (const source of this.#reversed()) source.endWindow?.();
  }

  /** Ends the recorded window and frees its memory; the sources continue until `abandon`. */
  releaseWindow(): void {
    this.endWindow();
    this.parts.recorder.closeWindow(this.window);
  }

  #reversed(): Source[] {
    return [...this.parts.sources].reverse();
  }

  #build(status: ProfileStatus, members: MemberProfiles): RecordedProfile {
    const { end } = this.window;
    if (this.#result || !end) return this.#result ?? this.stop(status);
    const { sources } = this.parts;
    this.#result = this.#withTexts(this.#built(status, { end, sources, members }));
    this.parts.recorder.closeWindow(this.window);
    return this.#result;
  }

  #built(
    status: ProfileStatus,
    {
      end,
      sources,
      members
    }: {
      readonly end: WindowEnd;
      readonly sources: readonly Source[];
      readonly members: MemberProfiles;
    }
  ): Profile {
    const all = buildProfile({ ...this.#windowUntil(end, status), sources });
    return joinMembers(withoutKinds(all, this.#releaseKinds.ofOthers), members);
  }

  #withTexts(profile: Profile): RecordedProfile {
    const { cells, fileText } = this.parts.knownTexts();
    const wanted = this.options.sourceTexts ? fileText : () => null;
    return new RecordedProfile(withSourceTexts(profile, { cells, fileText: wanted }));
  }

  #windowUntil(end: WindowEnd, status: ProfileStatus): FinishedWindow {
    const { recorder, sources, facts } = this.parts;
    const { threadId } = facts;
    const info = this.info(status);
    const { window } = this;
    return { recorder, window, end, sources, sliceCostNs: ownSliceCost, threadId, info };
  }
}
