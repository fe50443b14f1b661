import type { OutputFormatName } from '../../engine/arguments/outputFormats';
import type { RecordingHost } from '../../engine/recording/recordingHost';
import type { Cycle, CycleLayout } from '../../engine/sessions/cycleLayout';
import type { RecordedProfile } from '../../engine/results/recordedProfile';
import { NS_PER_MS } from '../../base/time';
import type { Clock } from '../../base/clock';
import { messageOf, assertUnreachable } from '../../base/errors';
import { encodeTimelineTrace } from '../../formats/chrome/timelineTrace';
import { mergeProfiles } from '../../model/merge/mergeProfiles';
import { profileBytes } from '../../model/profile/columns';
import type { Profile, ProfileMeta } from '../../model/profile/profile';
import { writeFileAtomically } from '../../engine/results/atomicWrite';
import { ProfileBuilder } from '../../model/build/profileBuilder';
import { type FlowMark, memoryFlowSvg } from '../../formats/memoryFlow/write';

/** The dependencies of `outputFilesLayout`. */
interface OutputFilesDeps {
  readonly host: RecordingHost;
  /** The folder that files are written to; made when the first one is. */
  readonly path: string;
  /** The formats to write for each session, from `readFormats`. */
  readonly formats: readonly OutputFormatName[];
  /** Warns of a file that cannot be written. */
  readonly warn: (message: string) => void;
  /** Memory of the sessions of one file, bytes, beyond which the next file is begun; 16 MB. */
  readonly fullBytes?: number;
}

/** Sessions beyond this size in memory go into the next file, bytes. */
const FULL_BYTES = 16 * 2 ** 20;
/** The limit on sessions kept because they cannot be written, as a multiple of a full file. */
const MOST_FULL = 4;
/** The longest that a session waits for its file when sessions follow closely, milliseconds. */
const PATIENCE_MS = 1000;

/**
 * MegEngine's layout: `<path>/<pid>.<format>` with all sessions of one object, as slices `session 1` …,
 * replaced as a whole when a session ends. If that would take more than a tenth of the time, it is done
 * within a second, and when the process exits. Memory is bounded: sessions of more than 16 MB continue
 * in a file `<pid>-2.<format>`, which is also the first name of a second object with that path.
 */
export function outputFilesLayout(parts: OutputFilesDeps): CycleLayout {
  return new OutputFilesLayout(parts);
}

class OutputFilesLayout implements CycleLayout {
  #files: SessionFiles | null = null;
  #sessions = 0;
  #openCycles = 0;
  #isExiting = false;
  #isWritingSoon = false;
  readonly #pace: WritePace;
  readonly #onExit = (): void => this.#endAll();

  constructor(private readonly parts: OutputFilesDeps) {
    this.#pace = new WritePace(parts.host.recorder.now);
  }

  begin(): Cycle {
    const files = this.#filesWithRoom();
    this.#openCycles++;
    this.parts.host.exitActions.add(this.#onExit);
    return {
      path: files.path,
      save: (profile, metadata) => {
        this.#openCycles--;
        this.#save(files, profile, metadata);
        return true;
      },
      drop: () => {
        this.#openCycles--;
        this.#settle();
      }
    };
  }

  /** Nothing waits for the end of a run: each session is written when it ends. */
  close(): void {
    return;
  }

  #save(
    files: SessionFiles,
    profile: RecordedProfile,
    metadata: ReadonlyMap<string, string>
  ): void {
    this.#sessions++;
    files.add(profile.data, `session ${this.#sessions}`, metadata);
    if (this.#pace.isDue || this.#isExiting) this.#write(files);
    else this.#writeSoon();
  }

  #write(files: SessionFiles): void {
    this.#pace.run(() => this.parts.host.recorder.ownWork(() => files.write()));
    this.#settle();
  }

  #writeSoon(): void {
    if (this.#isWritingSoon) return;
    this.#isWritingSoon = true;
    setTimeout(() => {
      this.#isWritingSoon = false;
      this.#writeStale();
    }, PATIENCE_MS).unref();
  }

  #writeStale(): void {
    if (this.#files?.isStale === true) this.#write(this.#files);
  }

  /** The files that the next session goes to: the same as long as there is room. */
  #filesWithRoom(): SessionFiles {
    const files = this.#files;
    const { fullBytes = FULL_BYTES } = this.parts;
    const hasRoom = files !== null && files.sizeBytes <= fullBytes;
    if (hasRoom) return files;
    if (files?.isStale === true) this.#write(files);
    if (files?.isStale === true) {
      if (files.sizeBytes <= MOST_FULL * fullBytes) return files;
      this.parts.warn(`${files.path} was given up: its missing sessions are lost.`);
    }
    return this.#nextFiles();
  }

  #nextFiles(): SessionFiles {
    const { host, path, formats, warn } = this.parts;
    this.#files = new SessionFiles({ stem: host.outputNames.take(path), formats, warn });
    return this.#files;
  }

  /** Stops keeping the process alive if nothing is left to write. */
  #settle(): void {
    const isSettled = this.#openCycles === 0 && this.#files?.isStale !== true;
    if (isSettled) this.parts.host.exitActions.delete(this.#onExit);
  }

  #endAll(): void {
    this.#isExiting = true;
    this.#writeStale();
  }
}

/**
 * The time that writing may take immediately; after that it is limited to a share of the passing time.
 */
const FREE_MS = 200;
const SHARE = 0.1;

/**
 * Decides when a file that grows with every session is rewritten: immediately, as long as that takes
 * little of the time, so that a thousand sessions do not cost a thousand times the whole file.
 */
class WritePace {
  readonly #begun: bigint;
  #spentMs = 0;

  constructor(private readonly now: Clock) {
    this.#begun = now();
  }

  /** True when there is time to write again. */
  get isDue(): boolean {
    const passedMs = Number(this.now() - this.#begun) / NS_PER_MS;
    return this.#spentMs <= FREE_MS + SHARE * passedMs;
  }

  /** Runs `write` and counts its time. */
  run<T>(write: () => T): T {
    const from = this.now();
    try {
      return write();
    } finally {
      this.#spentMs += Number(this.now() - from) / NS_PER_MS;
    }
  }
}

/** The dependencies of {@link SessionFiles}. */
interface SessionFilesDeps {
  /** The common prefix of the paths of all files: a folder and the number of a process. */
  readonly stem: string;
  /** At least one. */
  readonly formats: readonly OutputFormatName[];
  readonly warn: (message: string) => void;
}

/** Some sessions in memory, and the files that have them all: one for each format. */
class SessionFiles {
  /** True while files lack sessions. */
  isStale = false;
  /** Memory that the sessions take, bytes. */
  sizeBytes = 0;
  /** Sessions, the first one merged from those that were written. */
  #timelines: Profile[] = [];
  readonly #flows: FlowSession[] = [];
  #metadata: ReadonlyMap<string, string> = new Map();
  readonly #told = new Set<string>();

  constructor(private readonly parts: SessionFilesDeps) {}

  /** The file of the format that was named first. */
  get path(): string {
    return this.#pathOf(this.parts.formats[0]);
  }

  /** Takes a session; `metadata` are JSON texts of top-level keys of the timeline. */
  add(profile: Profile, name: string, metadata: ReadonlyMap<string, string>): void {
    const { formats } = this.parts;
    const kept: Profile[] = [];
    if (formats.includes('chrome_timeline.json')) kept.push(sessionProfile(profile, name));
    this.#timelines.push(...kept);
    if (formats.includes('memory_flow.svg')) {
      const flow = flowSession(profile, name);
      this.#flows.push(flow);
      kept.push(flow.profile);
    }
    this.sizeBytes += kept.reduce((sum, each) => sum + profileBytes(each), 0);
    this.#metadata = metadata;
    this.isStale = true;
  }

  /** Rewrites all files; false, and a warning for each, if one cannot be written. */
  write(): boolean {
    const written = this.parts.formats.map(format => this.#writeOne(format));
    this.isStale = written.includes(false);
    return !this.isStale;
  }

  #writeOne(format: OutputFormatName): boolean {
    const path = this.#pathOf(format);
    try {
      writeFileAtomically(path, this.#encode(format));
      return true;
    } catch (error) {
      this.#tell(`${path} lacks the newest sessions, which stay in memory. ${messageOf(error)}`);
      return false;
    }
  }

  #encode(format: OutputFormatName): Uint8Array {
    switch (format) {
      case 'chrome_timeline.json':
        this.#timelines = [mergeProfiles(this.#timelines)];
        return encodeTimelineTrace(this.#timelines[0], this.#metadata);
      case 'memory_flow.svg':
        return Buffer.from(sessionsFlow(this.#flows));
      default:
        return assertUnreachable(format);
    }
  }

  #pathOf(format: OutputFormatName): string {
    return `${this.parts.stem}.${format}`;
  }

  #tell(message: string): void {
    if (this.#told.has(message)) return;
    this.#told.add(message);
    this.parts.warn(message);
  }
}

/** Category of the slices that span a session. */
const SESSION_CATEGORY = 'session';

/** MegEngine's name for the thread of the program. */
const MAIN_TRACK = 'channel';

/**
 * The profile of a session as it goes into a file with others: a slice with its name spans it, on a
 * track above the others, and the main thread is called `channel`.
 */
function sessionProfile(profile: Profile, name: string): Profile {
  const { meta } = profile;
  const builder = new ProfileBuilder();
  const track = builder.addTrack({ name: 'sessions', kind: 'thread', pid: meta.pid, tid: 0 });
  builder.addSlice({
    name,
    category: SESSION_CATEGORY,
    start: 0,
    duration: meta.durationNs,
    track
  });
  const tracks = profile.tracks.map(each =>
    each.kind === 'thread' && each.pid === meta.pid && each.tid === meta.pid
      ? { ...each, name: MAIN_TRACK }
      : each
  );
  return mergeProfiles([builder.build(withoutCosts(meta)), { ...profile, tracks }]);
}

/** Nothing that is summed over the profiles that are merged. */
function withoutCosts(meta: ProfileMeta): ProfileMeta {
  const dropped = { slices: 0, instants: 0, counterValues: 0, args: 0, flows: 0 };
  return { ...meta, overheadNs: 0, cpuTimeNs: 0, dropped };
}

/** Time between two sessions in the picture, as a share of all. */
const GAP_SHARE = 0.01;

/** The allocations of one session. */
interface FlowSession {
  readonly name: string;
  readonly profile: Profile;
}

/** The part of a session that is kept for the common picture: its allocations. */
export function flowSession(profile: Profile, name: string): FlowSession {
  const { meta, strings, allocations } = profile;
  return { name, profile: { ...new ProfileBuilder().build(meta), strings, allocations } };
}

/**
 * The allocations of all sessions in one picture: one session after another, without the time that
 * passed between them, each with a mark at its beginning.
 */
export function sessionsFlow(sessions: readonly FlowSession[]): string {
  if (sessions.length === 1) return memoryFlowSvg(sessions[0].profile);
  const totalNs = sessions.reduce((sum, { profile }) => sum + profile.meta.durationNs, 0);
  const gapNs = Math.max(
    1,
    Math.round((GAP_SHARE * Math.max(totalNs, NS_PER_MS)) / sessions.length)
  );
  const marks: FlowMark[] = [];
  const moved: Profile[] = [];
  let timeNs = 0;
  for (const { name, profile } of sessions) {
    marks.push({ timeNs, text: name });
    const meta = { ...profile.meta, originNs: String(timeNs) };
    moved.push({ ...profile, meta });
    timeNs += Math.ceil(profile.meta.durationNs) + gapNs;
  }
  return memoryFlowSvg(mergeProfiles(moved), marks);
}
