import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf } from '../../base/errors';
import { plural } from '../../base/text';
import type { Profile, SourceReport } from '../../model/profile';
import type { AttachedProcess } from '../attach/attachedProcess';
import type { AttachedProcesses } from '../attach/attachedProcesses';
import type { RankResult, RankTiming } from '../attach/exchange';
import type { RecordingOptions } from '../recordingOptions';
import type { MessageEnd } from '../../sources/messageEnd';
import { unpackProfile } from './memberProfile';
import type { RecordingAnswer } from './recordingCommand';

/** How long attached threads and processes are waited for, milliseconds. */
export interface MemberTiming {
  /** To begin: one that is busy begins as soon as it is not, if that is before the end. */
  readonly start: RankTiming;
  /** At the end: longer nobody wants to wait for the profile. */
  readonly finish: RankTiming;
}

/** The defaults: 2 s at the end for who is busy, and 20 s for who is packing its profile. */
export const MEMBER_TIMING: MemberTiming = {
  start: { answerMs: 2 ** 31 - 1, resultMs: 20_000, resendMs: 250 },
  finish: { answerMs: 2000, resultMs: 20_000, resendMs: 100 }
};

/** What attached threads and processes have recorded, and how that went. */
export interface MemberProfiles {
  readonly profiles: readonly Profile[];
  /** Null where none was attached. */
  readonly report: SourceReport | null;
  /** Channels whose messages can be told apart for certain. */
  readonly soundChannels: ReadonlySet<string>;
}

/** Nothing but the own thread. */
export const NO_MEMBERS: MemberProfiles = {
  profiles: [],
  report: null,
  soundChannels: new Set()
};

/** One attached thread or process within one recording. */
interface Member {
  readonly process: AttachedProcess;
  readonly started: Promise<RankResult>;
}

/** Lets the attached threads and processes record together with this one. */
export class MemberRecordings {
  private recordings = 0;

  constructor(
    private readonly processes: AttachedProcesses,
    private readonly timing: MemberTiming = MEMBER_TIMING
  ) {}

  /** Begins a recording in all that are attached, and in those that will be while it is open. */
  begin(options: RecordingOptions): MemberRecording {
    return new MemberRecording(this.processes, this.timing, {
      id: ++this.recordings,
      options: { ...options, name: '', cell: null }
    });
  }
}

/** One recording in all attached threads and processes. */
export class MemberRecording {
  private readonly members: Member[] = [];
  private readonly soundChannels = new Set<string>();
  private readonly stopWatching: () => void;
  private isOver = false;

  constructor(
    processes: AttachedProcesses,
    private readonly timing: MemberTiming,
    private readonly asked: { readonly id: number; readonly options: Partial<RecordingOptions> }
  ) {
    this.stopWatching = processes.watch(process => this.add(process));
  }

  /** True while no thread and no process is attached. */
  get isEmpty(): boolean {
    return this.members.length === 0;
  }

  /**
   * Ends it at the clock value `endNs`, nanoseconds. Who has ended, is busy or fails is in the report;
   * the profiles are those of the others. Never rejects.
   */
  async finish(endNs: bigint): Promise<MemberProfiles> {
    this.end();
    const results = await Promise.all(this.members.map(member => this.finishOne(member, endNs)));
    const profiles: Profile[] = [];
    const problems: string[] = [];
    results.forEach(result => {
      if (typeof result === 'string') problems.push(result);
      else profiles.push(result);
    });
    if (this.members.length === 0) return NO_MEMBERS;
    const { soundChannels } = this;
    return { profiles, soundChannels, report: reportOf(profiles, problems) };
  }

  /** Ends it without its profiles; says so when there was something attached. */
  drop(): SourceReport | null {
    this.end();
    const { length } = this.members;
    for (const { process } of this.members) this.tellToDrop(process);
    if (length === 0) return null;
    const missing = plural(length, 'attached thread or process', 'attached threads or processes');
    const message = `Without ${missing}: stop() cannot wait for them. Use finish().`;
    return { source: 'workers', status: 'partial', message, records: 0 };
  }

  /** Takes nobody more and records no message more; a second call does nothing. */
  private end(): void {
    this.stopWatching();
    if (this.isOver) return;
    this.isOver = true;
    for (const { process } of this.members) if (process.messages) process.messages.users--;
  }

  private add(process: AttachedProcess): void {
    const command = { command: 'startRecording', ...this.asked } as const;
    const { messages } = process;
    const started = process.perform(() => [command], this.timing.start);
    this.members.push({ process, started });
    if (messages) beginMessages(messages, started);
  }

  /** The profile of one member, or what is the matter with it. */
  private async finishOne({ process, started }: Member, endNs: bigint): Promise<Profile | string> {
    const { id } = this.asked;
    const { finish } = this.timing;
    const { messages } = process;
    const begun = await Promise.race([started, sleep(finish.answerMs, null, { ref: false })]);
    if (begun === null) {
      process.giveUp();
      this.tellToDrop(process);
      return `${process.title} was busy all the time and is missing`;
    }
    if (begun.kind === 'failed') return missing(process, begun.error);
    if (begun.recording?.takesMarks === true) messages?.mark();
    const marks = messages?.postedMarks ?? 0;
    const command = { command: 'finishRecording', id, endNs: endNs.toString(), marks } as const;
    const result = await process.perform(() => [command], finish);
    if (result.kind === 'failed') {
      this.tellToDrop(process);
      return missing(process, result.error);
    }
    try {
      const { recording = {} } = result;
      if (messages) await this.takeSoundChannels(messages, recording);
      return unpackProfile(recording.profile ?? new Uint8Array());
    } catch (error) {
      return `${process.title} is missing: ${messageOf(error)}`;
    }
  }

  private async takeSoundChannels(end: MessageEnd, answer: RecordingAnswer): Promise<void> {
    const { marks = 0, posted = -1 } = answer;
    await end.arrived(marks);
    end.closeUnread(marks, posted);
    for (const channel of [...end.soundChannels, ...(answer.soundChannels ?? [])]) {
      this.soundChannels.add(channel);
    }
  }

  /** A member that is busy now drops it later: it may wait as long as for a beginning. */
  private tellToDrop(process: AttachedProcess): void {
    const { id } = this.asked;
    if (process.hasEnded) process.detach();
    else void process.perform(() => [{ command: 'dropRecording', id }], this.timing.start);
  }
}

/**
 * Begins a stretch of messages: now where it is known that the thread takes marks, so that the first
 * message can be told apart, else as soon as it has said so.
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

function missing(process: AttachedProcess, why: string): string {
  return why.startsWith(process.title) ? why : `${process.title} is missing: ${why}`;
}

function reportOf(profiles: readonly Profile[], problems: readonly string[]): SourceReport {
  const records = profiles.reduce((sum, { slices }) => sum + slices.length, 0);
  const status = problems.length === 0 ? 'ok' : profiles.length === 0 ? 'failed' : 'partial';
  const message = problems.map(problem => problem.replace(/\.?$/, '.')).join(' ');
  return { source: 'workers', status, message, records };
}
