import { EVENT_LOOP_WAIT, WAITING_CATEGORY } from '../../../model/profile/categories';
import { CONTINUED_ARG, ENDED_BY_ARG, OVERLAPPING_ARG } from '../../../model/profile/argKeys';
import type { FrameRow } from '../../../model/build/stackBuilder';
import { FrameKind } from '../../../model/profile/profile';
import type {
  Contribution,
  ContributionContext,
  Source,
  SourceSlice
} from '../../../record/build/contribution';
import { initialTracks } from '../../../record/lanes/threadTracks';
import type { Recorder } from '../../../record/recorder';
import {
  type CapturedStack,
  OperatorStackCapture,
  type StackSite
} from '../../operators/operatorStackCapture';
import { OperatorStackRows } from '../../operators/operatorStackRows';
import { SourceFaults } from '../../source';
import type { SourceKind } from '../../sourceKind';
import { blockingCalls } from '../../process/blockingCalls';
import { ownWaits } from './ownWaits';
import { CallFrames, type SourceLinesOptions } from '../../v8/cpu/callFrames';
import type { FileWait, SampledCaller } from '../../v8/cpu/fileWaits';
import { CallLines } from '../../v8/cpu/callLines';
import { CpuSampler } from '../../v8/cpu/cpuSampler';
import type { SourceMapper } from '../../v8/scripts/sourceMapper';
import { AwaitChains } from './awaitChains';
import { AwaitWatch } from './awaitWatch';
import { type AwaitedCode, decisiveAwaits, innermostAwaits } from './awaitedCode';
import { type IdleTime, IdleTimes } from './idleTimes';
import { waitCause } from './waitCauses';
import {
  type Await,
  type Wait,
  type WaitLog,
  awaitsOf,
  likelyAwaits,
  overlappingAwaits
} from './waitLog';

/** The cause of a wait in a synchronous `node:fs` call. */
const BY_FILE = 'file';

/** The dependencies of {@link WaitSource}. */
export interface WaitSourceOptions extends Pick<SourceLinesOptions, 'mapper' | 'folder'> {
  readonly watch: AwaitWatch;
  readonly chains: AwaitChains;
  readonly captured: { stack(number: number): CapturedStack };
  /** These sample the same thread, and contribute before; null where the recording has none. */
  readonly sampler: Pick<CpuSampler, 'waits' | 'marks' | 'awaitedBy'> | null;
  readonly callLines: Pick<CallLines, 'fileCalls'> | null;
  /** Node's number of this thread; 0 on the main thread. */
  readonly threadId: number;
}

/** Records when the event loop of this thread waits, and at which `await` of the code. */
export class WaitSource implements Source {
  readonly #faults = new SourceFaults('waits', 'Some waits are missing.');
  #log: WaitLog | null = null;
  /** The end of the last wait before the recording, and of its last one; null before its end. */
  #beforeNs = -1n;
  #lastNs: bigint | null = null;
  #spentBefore = 0;
  #spentNs = 0;

  constructor(private readonly options: WaitSourceOptions) {}

  start(): void {
    const { watch } = this.options;
    this.#faults.guard(() => watch.acquire(this), undefined);
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

  contribute(context: ContributionContext): Contribution {
    const slices = this.#faults.guard(() => this.#slices(context), []);
    return { report: this.#faults.report(slices.length), slices, overheadNs: this.#spentNs };
  }

  get #spentSoFar(): number {
    const { watch, chains } = this.options;
    return watch.spentNs + chains.spentNs;
  }

  /** Has the samples of code that others await below these. */
  #followChains(): void {
    const { sampler, chains } = this.options;
    const marks = sampler?.marks ?? null;
    if (sampler === null || marks === null) return;
    chains.acquire(this, marks);
    sampler.awaitedBy(mapper => chains.stretches(mapper));
  }

  get #lastEndNs(): bigint {
    const waits = this.#log?.waits ?? [];
    return waits.length === 0 ? -1n : waits[waits.length - 1].endNs;
  }

  /** The waits that one may want to know of: worker threads are idle whenever they have no work. */
  #slices(context: ContributionContext): SourceSlice[] {
    const log = this.#log;
    const beforeNs = this.#beforeNs;
    const lastNs = this.#lastNs;
    const isOwn = ({ endNs }: Wait): boolean => endNs > beforeNs && endNs <= (lastNs ?? -1n);
    const waits = log?.waits.filter(isOwn) ?? [];
    const sampled = this.options.sampler?.waits ?? null;
    const ofFiles = sampled?.fileWaits ?? [];
    if (log === null || waits.length + ofFiles.length === 0) return [];
    const places = new AwaitPlaces(context, this.options);
    const track = this.#addTrack(context);
    const slices = ofFiles.map(wait => this.#fileSlice(wait, { places, track }));
    if (waits.length === 0) return slices;
    const wentOn = awaitsOf(waits, ({ stack }) => places.isOfUser(places.rowOf(stack)), log);
    const found = ofProgram(waits, innermostAwaits(waits, wentOn, places));
    const idle = new IdleTimes(context, sampled?.taken ?? null);
    const idles = waits.map((wait, at) => idle.of(wait, waits[at - 1]));
    const likely = likelyAwaits(
      found,
      idles.map(({ duration }) => duration)
    );
    const awaits = decisiveAwaits(waits, likely, places);
    const rows = awaits.map(each => (each === null ? -1 : places.rowOf(each.stack)));
    const overlapping = overlappingAwaits(waits, ({ stack }) => places.nameOf(places.rowOf(stack)));
    const ofLoop = waits.flatMap((wait, at) => {
      const endedBy = wait.cause ?? this.#causeOf(wait.stack);
      const name = places.nameOf(rows[at]);
      const times = wait.idleNs > 0 ? idles[at] : turnTimes(idles[at]);
      if (times.duration <= 0 || (rows[at] < 0 && this.options.threadId !== 0)) return [];
      const isContinued = awaits[at] !== null && awaits[at] === awaits[at + 1];
      const args = {
        ...(endedBy === undefined ? {} : { [ENDED_BY_ARG]: endedBy }),
        ...(isContinued ? { [CONTINUED_ARG]: true } : {}),
        ...(overlapping.has(awaits[at]) ? { [OVERLAPPING_ARG]: true } : {})
      };
      return [{ name, category: WAITING_CATEGORY, track, ...times, stackRow: rows[at], args }];
    });
    return [...slices, ...ofLoop];
  }

  /** The wait for a file in a synchronous call, at the line of the user's that called. */
  #fileSlice(
    { start, duration, stack, caller }: FileWait,
    { places, track }: { readonly places: AwaitPlaces; readonly track: number }
  ): SourceSlice {
    const line = caller === null ? 0 : (this.options.callLines?.fileCalls.lineOf(caller.key) ?? 0);
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

  #causeOf(stack: number): string | undefined {
    return stack < 0 ? undefined : waitCause(this.#sitesOf(stack));
  }

  #addTrack({ mainTrack: parent, addTrack }: ContributionContext): number {
    const { pid } = process;
    const { tid } = initialTracks(pid, this.options.threadId)[parent];
    return addTrack({ name: 'Waiting', kind: 'waiting', parent, pid, tid });
  }

  /** The places of a captured stack, innermost first. */
  #sitesOf(stack: number): StackSite[] {
    const sites: StackSite[] = [];
    for (let at = stack; at >= 0;) {
      const { caller, site } = this.options.captured.stack(at);
      sites.push(site);
      at = caller;
    }
    return sites;
  }
}

/** The awaits of `waits` without those in which the program waited for its profiler. */
function ofProgram(waits: readonly Wait[], awaits: readonly (Await | null)[]): (Await | null)[] {
  return awaits.map((each, at) => {
    const { endNs, idleNs } = waits[at];
    // what libuv measured is its last part: it need not have begun where the wait before ended
    return ownWaits.haveMostOf(endNs - BigInt(Math.round(idleNs)), endNs) ? null : each;
  });
}

/** A turn of the event loop without idle time has the least one. */
function turnTimes({ start, duration }: IdleTime): IdleTime {
  return { start, duration: Math.max(1, duration) };
}

const CODE: ReadonlySet<number> = new Set([FrameKind.user, FrameKind.library]);

/** Places of awaits by rows of the profile's stacks. */
class AwaitPlaces implements AwaitedCode {
  readonly #rows: OperatorStackRows;

  constructor(
    private readonly context: ContributionContext,
    private readonly sources: Pick<WaitSourceOptions, 'captured' | 'mapper' | 'folder'>
  ) {
    const { captured, mapper, folder } = sources;
    const { strings, stacks } = context;
    const frames = new CallFrames({ strings, stacks, mapper, folder });
    this.#rows = new OperatorStackRows(captured, frames, stacks);
  }

  /** The row of the code on a captured stack, without what Node runs for it; -1 when nothing of it is shown. */
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

  /** The row of a sampled function of the user's at a line of its script; 0 is the line on which it begins. */
  calledAt({ script, prefix, frame }: SampledCaller, line: number): number {
    const { mapper } = this.sources;
    const source = line > 0 && mapper.known(script) ? mapper.mapLine(script, line)?.line : line;
    const { stacks } = this.context;
    return stacks.stack(prefix, frame, source || stacks.lineOfFunction(frame));
  }

  isOfUser(row: number): boolean {
    return this.#userLine(row) !== null;
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
      const watch = new AwaitWatch({ clock: () => recorder.now(), stacks: captured });
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
