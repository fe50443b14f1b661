import { setTimeout as sleep } from 'node:timers/promises';
import { arrivalsRead } from '../../sources/async/arrivals';
import { messageOf } from '../../base/errors';
import { formatDuration, plural } from '../../base/text';
import type { Profile, SourceReport } from '../../model/profile/profile';
import type { AttachedProcess, AttachedProcesses } from './attachedProcesses';
import type { RankResult, RankTiming, RecordingAnswer } from './rankMessage';
import type { RecordingOptions } from '../arguments/recordingOptions';
import type { MessageEnd } from '../../sources/async/messageEnd';
import { NS_PER_MS } from '../../base/time';
import { unpackProfile } from './memberProfile';

/** Time limits for attached threads and processes, milliseconds. */
interface MemberTiming {
  /** To begin: one that is busy begins as soon as it is not, if that is before the end. */
  readonly start: RankTiming;
  /** At the end: longer nobody wants to wait for the profile. */
  readonly finish: RankTiming;
}

/** The defaults: 2 s at the end for busy ones, and 20 s for packing a profile. */
export const MEMBER_TIMING: MemberTiming = {
  start: { answerMs: 2 ** 31 - 1, resultMs: 20_000, resendMs: 250, isUnawaited: true },
  finish: { answerMs: 2000, resultMs: 20_000, resendMs: 100 }
};

/** The recordings of other threads and processes, and how they went. */
export interface MemberProfiles {
  readonly profiles: readonly Profile[];
  /** Their names, in the same order: `worker thread 3`, `process 4711`. */
  readonly titles: readonly string[];
  /** Null if there were none. */
  readonly report: SourceReport | null;
  /** Channels whose messages can be identified with certainty. */
  readonly soundChannels: ReadonlySet<string>;
}

/** Only the own thread. */
export const NO_MEMBERS: MemberProfiles = {
  profiles: [],
  titles: [],
  report: null,
  soundChannels: new Set()
};

/** The recorded window, as values of the clock in nanoseconds. */
export interface MemberWindow {
  readonly startNs: bigint;
  readonly endNs: bigint;
}

/** A recording in other threads and processes. */
export interface RecordingElsewhere {
  /** True while none is part of it. */
  readonly isEmpty: boolean;
  /** Ends it at the end of the window. Never rejects. */
  finish(window: MemberWindow): Promise<MemberProfiles>;
  /** Ends it without its profiles; reports if there would have been some. */
  drop(): SourceReport | null;
}

/** One attached thread or process within one recording. */
interface Member {
  readonly process: AttachedProcess;
  readonly started: Promise<RankResult>;
}

/** The result for a member: its profile, if any, and its problem. */
interface MemberOutcome {
  readonly profile?: Profile;
  readonly problem?: string;
}

/** A member that takes a recording up within this time was idle: on a busy machine it takes as long. */
const PROMPT_NS = 20 * NS_PER_MS;

/** Lets the attached threads and processes record together with this one. */
export class MemberRecordings {
  #recordings = 0;

  constructor(
    private readonly processes: AttachedProcesses,
    private readonly timing: MemberTiming = MEMBER_TIMING
  ) {}

  /** Begins a recording in all that are attached, and in those that will be while it is open. */
  begin(options: RecordingOptions): MemberRecording {
    return new MemberRecording(this.processes, this.timing, {
      id: ++this.#recordings,
      options: { ...options, name: '', cell: null }
    });
  }
}

/** One recording in all attached threads and processes. */
export class MemberRecording implements RecordingElsewhere {
  readonly #members: Member[] = [];
  readonly #soundChannels = new Set<string>();
  readonly #stopWatching: () => void;
  #isOver = false;

  constructor(
    processes: AttachedProcesses,
    private readonly timing: MemberTiming,
    private readonly asked: { readonly id: number; readonly options: Partial<RecordingOptions> }
  ) {
    this.#stopWatching = processes.watch(process => this.#add(process));
  }

  /** All that are attached: `worker thread 3`, `process 4711`. */
  get titles(): readonly string[] {
    return this.#members.map(({ process }) => process.title);
  }

  /** True while no thread and no process is attached. */
  get isEmpty(): boolean {
    return this.#members.length === 0;
  }

  /**
   * Ends it at the end of the window. Members that have ended, are busy, fail or have begun late are in
   * the report, except those of `recorded` that have no profile here; the profiles are those of all
   * other members. Never rejects.
   */
  async finish(window: MemberWindow, recorded: readonly string[] = []): Promise<MemberProfiles> {
    this.#end();
    const outcomes = await Promise.all(
      this.#members.map(member => this.#finishOne(member, window))
    );
    const profiles = outcomes.flatMap(({ profile }) => profile ?? []);
    const { titles } = this;
    const soundChannels = this.#soundChannels;
    const problems = outcomes.flatMap(({ profile, problem }, index) =>
      profile === undefined && recorded.includes(titles[index]) ? [] : (problem ?? [])
    );
    if (this.#members.length === 0) return NO_MEMBERS;
    return {
      profiles,
      titles: titles.filter((_, index) => outcomes[index].profile !== undefined),
      soundChannels,
      report: reportOf(profiles, problems)
    };
  }

  /** Ends it without its profiles; reports if anything was attached. */
  drop(): SourceReport | null {
    this.#end();
    const { length } = this.#members;
    for (const { process } of this.#members) this.#tellToDrop(process);
    if (length === 0) return null;
    const missing = plural(length, 'attached thread or process', 'attached threads or processes');
    const message = `Without ${missing}: stop() cannot wait for them. Use finish().`;
    return { source: 'workers', status: 'partial', message, records: 0 };
  }

  /** Takes nobody more and records no message more; a second call does nothing. */
  #end(): void {
    this.#stopWatching();
    if (this.#isOver) return;
    this.#isOver = true;
    for (const { process } of this.#members) if (process.messages) process.messages.users--;
  }

  #add(process: AttachedProcess): void {
    const command = { command: 'startRecording', ...this.asked } as const;
    const { messages } = process;
    const started = process.perform(() => [command], this.timing.start);
    this.#members.push({ process, started });
    if (messages) beginMessages(messages, started);
  }

  async #finishOne(member: Member, window: MemberWindow): Promise<MemberOutcome> {
    const { process, started } = member;
    const { answerMs } = this.timing.finish;
    const patience = new AbortController();
    const late = sleep(answerMs, undefined, { signal: patience.signal })
      .then(arrivalsRead)
      .then(
        () => null,
        () => null
      );
    const begun = await Promise.race([started, late]);
    patience.abort();
    if (begun === null) {
      process.giveUp();
      this.#tellToDrop(process);
      return { problem: `${process.title} was busy all the time and is missing` };
    }
    if (begun.kind === 'failed') return this.#notBegun(process, begun.error);
    if (begun.recording?.takesMarks === true) process.messages?.mark();
    const result = await this.#askToFinish(process, window.endNs);
    if (result.kind === 'failed') return this.#notFinished(process, result.error);
    try {
      const { recording = {} } = result;
      if (process.messages) await this.#takeSoundChannels(process.messages, recording);
      const profile = unpackProfile(recording.profile ?? new Uint8Array());
      const takenUpNs = BigInt(begun.recording?.takenUpNs ?? profile.meta.originNs);
      return outcomeOf(process, profile, { ...window, takenUpNs });
    } catch (error) {
      return { problem: `${process.title} is missing: ${messageOf(error)}` };
    }
  }

  #askToFinish(process: AttachedProcess, endNs: bigint): Promise<RankResult> {
    const { id } = this.asked;
    const marks = process.messages?.postedMarks ?? 0;
    const command = { command: 'finishRecording', id, endNs: endNs.toString(), marks } as const;
    return process.perform(() => [command], this.timing.finish);
  }

  /** The result for a member that has recorded nothing; one that has ended is forgotten. */
  #notBegun(process: AttachedProcess, why: string): MemberOutcome {
    if (!process.hasEnded) return { problem: missing(process, why) };
    process.detach();
    return { problem: `${why}. It was attached until then, and is no longer recorded` };
  }

  /**
   * The result for a member whose profile did not come; it drops the profile or, if it has ended, is
   * forgotten.
   */
  #notFinished(process: AttachedProcess, why: string): MemberOutcome {
    this.#tellToDrop(process);
    if (!process.hasEnded) return { problem: missing(process, why) };
    const advice = 'keep it attached until the recording has finished';
    return { problem: `${why}, and its recording is lost: ${advice}` };
  }

  async #takeSoundChannels(end: MessageEnd, answer: RecordingAnswer): Promise<void> {
    const { marks = 0, posted = -1 } = answer;
    await end.arrived(marks);
    end.closeUnread(marks, posted);
    for (const channel of [...end.soundChannels, ...(answer.soundChannels ?? [])]) {
      this.#soundChannels.add(channel);
    }
  }

  /** A member that is busy now drops it later: it may wait as long as for a beginning. */
  #tellToDrop(process: AttachedProcess): void {
    const { id } = this.asked;
    if (process.hasEnded) process.detach();
    else void process.perform(() => [{ command: 'dropRecording', id }], this.timing.start);
  }
}

/**
 * Begins a stretch of messages: now if the thread is known to accept markers, so that the first message
 * can be identified, else as soon as it has confirmed that.
 */
function beginMessages(messages: MessageEnd, started: Promise<RankResult>): void {
  messages.users++;
  const isMarked = messages.peerTakesMarks;
  if (isMarked) messages.mark();
  void started.then(result => {
    messages.peerTakesMarks = result.kind === 'done' && result.recording?.takesMarks === true;
    if (messages.peerTakesMarks && !isMarked) messages.mark();
  });
}

/**
 * The profile of a member, with a note if it started recording late; without the profile if that was
 * after the end.
 */
function outcomeOf(
  { title }: AttachedProcess,
  profile: Profile,
  { startNs, endNs, takenUpNs }: MemberWindow & { readonly takenUpNs: bigint }
): MemberOutcome {
  if (Number(takenUpNs - startNs) <= PROMPT_NS) return { profile };
  const cause = 'until then it was not attached, was still starting or was busy';
  if (takenUpNs >= endNs) return { problem: `${title} began only after the end: ${cause}` };
  const fromNs = Number(BigInt(profile.meta.originNs) - startNs);
  const problem = `${title} was recorded from ${formatDuration(fromNs)} on: ${cause}`;
  return { profile, problem };
}

function missing(process: AttachedProcess, why: string): string {
  return why.startsWith(process.title) ? why : `${process.title} is missing: ${why}`;
}

function reportOf(profiles: readonly Profile[], problems: readonly string[]): SourceReport {
  const records = profiles.reduce((sum, { slices }) => sum + slices.length, 0);
  const status = problems.length === 0 ? 'ok' : profiles.length === 0 ? 'failed' : 'partial';
  const message = problems.map(problem => problem.replace(/\.?$/, '.')).join(' ');
  return { source: 'workers', status, message, records };
}
