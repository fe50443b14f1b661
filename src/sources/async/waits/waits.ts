import { EVENT_LOOP_WAIT, WAITING_CATEGORY } from '../../../model/profile/categories';
import {
  CONTINUED_ARG,
  ENDED_BY_ARG,
  OVERLAPPING_ARG,
  SAME_END_ARG
} from '../../../model/profile/argKeys';
import type { FrameRow } from '../../../model/build/stackBuilder';
import { FrameKind } from '../../../model/profile/profile';
import type {
  Contribution,
  ContributionContext,
  Contributor,
  Source,
  SourceSlice
} from '../../../record/build/contribution';
import { initialTracks } from '../../../record/build/threadTracks';
import type { Recorder } from '../../../record/recorder';
import {
  type CapturedColumns,
  OperatorStackCapture,
  type StackSite,
  isOfUser,
  stackIn
} from '../../operators/operatorStackCapture';
import { OperatorStackRows } from '../../operators/operatorStackRows';
import { type NotedFaults, SourceFaults, type SourceKind } from '../../source';
import { blockingCalls } from '../../process/blockingCalls';
import { nativeThreads } from '../../process/threadAnswers';
import { CallFrames, type SourceLinesOptions } from '../../v8/cpu/callFrames';
import type { FileWait, SampledCaller } from '../../v8/cpu/fileWaits';
import { CallLines } from '../../v8/cpu/callLines';
import { CpuSampler } from '../../v8/cpu/cpuSampler';
import type { SourceMapper } from '../../v8/scripts/sourceMapper';
import { AwaitChains } from './awaitChains';
import { AwaitWatch } from './awaitWatch';
import { waitCause } from './operations';
import {
  areEndedAlike,
  type AwaitedCode,
  decisiveAwaits,
  innermostAwaits,
  operationsOf
} from './awaitedCode';
import { IdleTimes, turnSlice } from './idleTimes';
import { ownWaits } from './ownWaits';
import { type LoggedWaits, type WaitColumns, waitColumns, waitsOf } from './waitColumns';
import {
  type AwaitLine,
  type Wait,
  type WaitLog,
  awaitsOf,
  likelyAwaits,
  overlappingAwaits
} from './waitLog';

/** The cause of a wait in a synchronous `node:fs` call. */
const BY_FILE = 'file';

const SOURCE = ['waits', 'Some waits are missing.'] as const;

/** The place of the recorded thread. */
interface WaitPlace extends Pick<SourceLinesOptions, 'mapper' | 'folder'> {
  /** Node's number of this thread; 0 on the main thread. */
  readonly threadId: number;
}

/** The dependencies of {@link WaitSource}. */
export interface WaitSourceOptions extends WaitPlace {
  readonly watch: AwaitWatch;
  readonly chains: AwaitChains;
  readonly captured: Pick<OperatorStackCapture, 'toColumns'>;
  /** Samples the same thread and contributes before this; null if the recording has no samples. */
  readonly sampler: Pick<CpuSampler, 'waits' | 'marks' | 'awaitedBy' | 'whenProgramBegins'> | null;
  readonly callLines: Pick<CallLines, 'fileCalls'> | null;
}

/** The waits of a {@link WaitSource} before they are placed in a profile, as plain data. */
export interface CollectedWaits {
  readonly waits: WaitColumns;
  readonly captured: CapturedColumns;
  readonly spentNs: number;
  readonly faults: NotedFaults;
}

/** Records when the event loop of this thread waits, and at which `await` in the code. */
export class WaitSource implements Source {
  readonly #faults = new SourceFaults(...SOURCE);
  #log: WaitLog | null = null;
  /** The end of the last wait before the recording, and of the last one in it; null until the recording ends. */
  #beforeNs = -1n;
  #lastNs: bigint | null = null;
  #spentBefore = 0;
  #spentNs = 0;

  constructor(private readonly options: WaitSourceOptions) {}

  start(): void {
    const { watch, sampler } = this.options;
    this.#faults.guard(() => watch.acquire(this), undefined);
    sampler?.whenProgramBegins(() => watch.renew());
    blockingCalls.acquire(this);
    this.#log = watch.log;
    this.#log?.look();
    this.#beforeNs = this.#lastEndNs;
    this.#lastNs = null;
    this.#spentBefore = this.#spentSoFar;
    this.#faults.guard(() => this.#followChains(), undefined);
  }

  endWindow(): void {
    if (this.#lastNs !== null) return;
    const { watch } = this.options;
    this.#faults.guard(() => this.options.chains.release(this), undefined);
    this.#spentNs = this.#spentSoFar - this.#spentBefore;
    blockingCalls.release(this);
    this.#faults.guard(() => watch.release(this), undefined);
    this.#lastNs = this.#lastEndNs;
  }

  stopNow(): void {
    this.endWindow();
  }

  /** What was seen, instead of a contribution. */
  collect(): CollectedWaits {
    const { noted: faults } = this.#faults;
    const waits = waitColumns(this.#logged);
    return { waits, captured: this.options.captured.toColumns(), spentNs: this.#spentNs, faults };
  }

  contribute(context: ContributionContext): Contribution {
    const { captured, sampler, callLines } = this.options;
    return new WaitContributor({
      ...{ logged: this.#logged, captured: captured.toColumns(), spentNs: this.#spentNs },
      ...{ faults: this.#faults, place: this.options, pid: process.pid, sampler, callLines }
    }).contribute(context);
  }

  get #logged(): LoggedWaits {
    const log = this.#log;
    const beforeNs = this.#beforeNs;
    const lastNs = this.#lastNs;
    const isOwn = ({ endNs }: Wait): boolean => endNs > beforeNs && endNs <= (lastNs ?? -1n);
    const waits = ownWaits.leftOut(log?.waits.filter(isOwn) ?? []);
    return { waits, pending: log?.pending ?? [] };
  }

  get #spentSoFar(): number {
    const { watch, chains } = this.options;
    return watch.spentNs + chains.spentNs;
  }

  /** Puts the samples of awaited code below the code that awaits it. */
  #followChains(): void {
    const { sampler, chains } = this.options;
    const marks = sampler?.marks ?? null;
    if (sampler === null || marks === null) return;
    chains.acquire(this, marks);
    sampler.awaitedBy(() => chains.collected());
  }

  get #lastEndNs(): bigint {
    const waits = this.#log?.waits ?? [];
    return waits.length === 0 ? -1n : waits[waits.length - 1].endNs;
  }
}

/** The input from which {@link WaitContributor} makes a part of a profile. */
interface WaitingThread {
  readonly logged: LoggedWaits;
  readonly captured: CapturedColumns;
  readonly spentNs: number;
  readonly faults: SourceFaults;
  readonly place: WaitPlace;
  readonly pid: number;
  /** The samples that have contributed already; null if the recording has none. */
  readonly sampler: Pick<CpuSampler, 'waits'> | null;
  readonly callLines: Pick<CallLines, 'fileCalls'> | null;
}

/** Makes the part of a profile with the waits of a thread, in the thread's own process or in another one. */
export class WaitContributor implements Contributor {
  constructor(private readonly thread: WaitingThread) {}

  /** The contributor of collected waits. */
  static ofCollected(
    { waits, captured, spentNs, faults }: CollectedWaits,
    thread: Pick<WaitingThread, 'place' | 'pid' | 'sampler' | 'callLines'>
  ): WaitContributor {
    const noted = new SourceFaults(...SOURCE, faults);
    return new WaitContributor({
      ...thread,
      logged: waitsOf(waits),
      captured,
      spentNs,
      faults: noted
    });
  }

  contribute(context: ContributionContext): Contribution {
    const { faults, spentNs } = this.thread;
    const slices = faults.guard(() => this.#slices(context), []);
    return { report: faults.report(slices.length), slices, overheadNs: spentNs };
  }

  /** The waits that are of interest: worker threads are idle whenever they have no work. */
  #slices(context: ContributionContext): SourceSlice[] {
    const { captured, place, sampler } = this.thread;
    const { waits, pending } = this.thread.logged;
    const sampled = sampler?.waits ?? null;
    const ofFiles = sampled?.fileWaits ?? [];
    if (waits.length + ofFiles.length === 0) return [];
    const places = new AwaitPlaces(context, { ...place, captured });
    const track = this.#addTrack(context);
    const slices = ofFiles.map(wait => this.#fileSlice(wait, { places, track }));
    if (waits.length === 0) return slices;
    const hasPlace = ({ stack }: { readonly stack: number }): boolean =>
      places.isOfUser(places.rowOf(stack));
    const wentOn = awaitsOf(waits, hasPlace, pending);
    const found = innermostAwaits(waits, wentOn, places);
    const idle = new IdleTimes(context, sampled?.taken ?? null);
    const idles = waits.map((wait, at) => idle.of(wait, waits[at - 1]));
    const durations = idles.map(({ duration }) => duration);
    const awaits = decisiveAwaits(waits, likelyAwaits(found, durations), places);
    const operations = likelyAwaits(operationsOf(waits, awaits, hasPlace), durations);
    const lasted = awaits.map((each, at) => operations[at] ?? each);
    const rows = lasted.map(each => (each === null ? -1 : places.rowOf(each.stack)));
    const overlapping = overlappingAwaits(waits, ({ stack }) => places.lineOf(stack));
    const areAlike = areEndedAlike(waits, rows);
    const ofLoop = waits.flatMap((wait, at) => {
      const times = idles[at];
      if (rows[at] < 0 && place.threadId !== 0) return [];
      if (times.duration < 1) return wait.idleNs > 0 ? [] : [turnSlice(times, track)];
      const endedBy = wait.cause ?? this.#causeOf(wait);
      const name = places.nameOf(rows[at]);
      const isContinued = lasted[at] !== null && lasted[at]?.number === lasted[at + 1]?.number;
      const args = {
        ...(endedBy !== undefined && { [ENDED_BY_ARG]: endedBy }),
        ...(isContinued && { [CONTINUED_ARG]: true }),
        ...(areAlike[at] && { [SAME_END_ARG]: true }),
        ...(operations[at] === null && overlapping.has(awaits[at]) && { [OVERLAPPING_ARG]: true })
      };
      return [{ name, category: WAITING_CATEGORY, track, ...times, stackRow: rows[at], args }];
    });
    return [...slices, ...ofLoop];
  }

  /** The wait for a file in a synchronous call, at the user's line that made the call. */
  #fileSlice(
    { start, duration, stack, caller }: FileWait,
    { places, track }: { readonly places: AwaitPlaces; readonly track: number }
  ): SourceSlice {
    const line = caller === null ? 0 : (this.thread.callLines?.fileCalls.lineOf(caller.key) ?? 0);
    const stackRow = caller === null ? stack : places.calledAt(caller, line);
    const args = { [ENDED_BY_ARG]: BY_FILE };
    return {
      name: places.nameOf(stackRow),
      category: WAITING_CATEGORY,
      track,
      start,
      duration,
      stackRow,
      args
    };
  }

  /** What ended a wait. For an operation that called back, it is what the code called to start it. */
  #causeOf({ stack, operation }: Wait): string | undefined {
    if (stack < 0) return undefined;
    const sites = this.#sitesOf(stack);
    if (stack !== operation?.stack) return waitCause(sites);
    return waitCause(sites.slice(0, sites.findIndex(isOfUser)));
  }

  #addTrack({ mainTrack: parent, addTrack }: ContributionContext): number {
    const { pid, place } = this.thread;
    const { tid } = initialTracks(pid, place.threadId)[parent];
    return addTrack({ name: 'Waiting', kind: 'waiting', parent, pid, tid });
  }

  /** The places of a captured stack, innermost first. */
  #sitesOf(stack: number): StackSite[] {
    const sites: StackSite[] = [];
    for (let at = stack; at >= 0;) {
      const { caller, site } = stackIn(this.thread.captured, at);
      sites.push(site);
      at = caller;
    }
    return sites;
  }
}

const CODE: ReadonlySet<number> = new Set([FrameKind.user, FrameKind.library]);
const USERS: ReadonlySet<number> = new Set([FrameKind.user]);

/** Places of awaits by rows of the profile's stacks. */
class AwaitPlaces implements AwaitedCode {
  readonly #rows: OperatorStackRows;

  constructor(
    private readonly context: ContributionContext,
    private readonly sources: Pick<WaitPlace, 'mapper' | 'folder'> & {
      readonly captured: CapturedColumns;
    }
  ) {
    const { captured: columns, mapper, folder } = sources;
    const captured = { stack: (number: number) => stackIn(columns, number) };
    const { strings, stacks } = context;
    const frames = new CallFrames({ strings, stacks, mapper, folder });
    this.#rows = new OperatorStackRows(captured, frames, stacks);
  }

  /** The row of the code on a captured stack, without Node's own frames; -1 if none of it is shown. */
  rowOf(stack: number): number {
    return stack < 0 ? -1 : this.context.stacks.within(this.#rows.rowOf(stack), CODE);
  }

  isAwaiting(stack: number): boolean {
    const row = this.rowOf(stack);
    return row >= 0 && row === this.#rows.rowOf(stack);
  }

  callerOf(row: number): number {
    return row < 0 ? -1 : this.context.stacks.callerOf(row);
  }

  frameOf(row: number): number {
    return this.context.stacks.frameOf(row);
  }

  /** The row of a sampled function of the user's at a line of its script; 0 stands for the line on which it begins. */
  calledAt({ script, prefix, frame }: SampledCaller, line: number): number {
    const { mapper } = this.sources;
    const source = line > 0 && mapper.known(script) ? mapper.mapLine(script, line)?.line : line;
    const { stacks } = this.context;
    return stacks.stack(prefix, frame, source || stacks.lineOfFunction(frame));
  }

  isOfUser(row: number): boolean {
    return this.#userLine(row) !== null;
  }

  /** The innermost line of the user's code on a captured stack. */
  lineOf(stack: number): AwaitLine {
    const row = this.rowOf(stack);
    const own = this.context.stacks.within(row, USERS);
    const isOwn = own === row && this.isAwaiting(stack);
    return { line: this.nameOf(row), frame: own < 0 ? -1 : this.frameOf(own), isOwn };
  }

  /** The innermost line of the user's code, such as `Cell [5]:3`. */
  nameOf(row: number): string {
    const place = this.#userLine(row);
    return place ? `${this.context.strings.at(place.file)}:${place.line}` : EVENT_LOOP_WAIT;
  }

  #userLine(row: number): Pick<FrameRow, 'file' | 'line'> | null {
    return this.context.stacks.innermost(row, FrameKind.user);
  }
}

/** Waits, and the awaits of the code that waits. */
export const WAITS: SourceKind<
  { readonly waits: boolean },
  {
    readonly recorder: Recorder;
    readonly mapper: SourceMapper;
    readonly folder: string;
    readonly threadId: number;
  }
> = {
  open: host => {
    const { recorder } = host;
    let shared: Pick<WaitSourceOptions, 'watch' | 'captured' | 'chains'> | null = null;
    const open = (): Pick<WaitSourceOptions, 'watch' | 'captured' | 'chains'> => {
      const captured = new OperatorStackCapture(recorder);
      const threads = nativeThreads();
      const queuedNs = (): number => threads?.queuedNs() ?? 0;
      const watch = new AwaitWatch({
        ...{ clock: () => recorder.now(), stacks: captured, queuedNs },
        isAtOwnWork: () => recorder.isAtOwnWork
      });
      return { captured, watch, chains: new AwaitChains(recorder) };
    };
    return {
      sources: ({ waits }, before) => {
        if (!waits) return [];
        shared ??= open();
        const { mapper, folder, threadId } = host;
        const sampler = before.find(source => source instanceof CpuSampler) ?? null;
        const callLines = before.find(source => source instanceof CallLines) ?? null;
        return [new WaitSource({ ...shared, mapper, folder, sampler, callLines, threadId })];
      }
    };
  }
};
