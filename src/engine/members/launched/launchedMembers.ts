import { mkdtempSync, rmSync, existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { plural } from '../../../base/text';
import type { SourceReport } from '../../../model/profile/profile';
import { packageFiles } from '../../../native/packageFiles';
import type { RecordingOptions } from '../../arguments/recordingOptions';
import type { MemberProfiles } from '../memberRecordings';
import { endedChildrenCpuNs, nameEarlierChildren } from './startedChildren';
import { collectMembers } from './collectMembers';
import { hookMembers } from './hookMembers';
import {
  readClaims,
  writeChildrenCpu,
  writeRequest,
  type Claim,
  claim,
  emptyFile,
  leaveNothing,
  liveFile,
  threadClaim
} from './memberFiles';
import type { MemberSite } from './memberPlace';
import { saveThreads } from './saveThreads';
import { SMALL_HEAP, startedThreads } from './hookWorkers';
import { JOIN_SYMBOL } from './standBy';
import { withThreadSessions } from './threadSessions';
import { waitFor } from '../../../sources/process/waitFor';

/**
 * Lets the threads and Node programs that this process has started record together with it, one recording
 * at a time: threads, whenever they were started, and programs that are started while it goes on.
 */
export class LaunchedMembers {
  readonly #site: MemberSite;
  #current: LaunchedRecording | null = null;

  /** From now on, threads load `threadFile` first, which makes them stand by. */
  constructor(threadFile: string) {
    this.#site = hookMembers({ folder: null, registerFile: packageFiles().register, threadFile });
  }

  /** Begins a recording in all of them; null while there is one already, or no place for its files. */
  begin(options: RecordingOptions): LaunchedRecording | null {
    if (this.#current?.isOpen) return null;
    try {
      this.#current = new LaunchedRecording(this.#site, { ...options, name: '', cell: null });
      return this.#current;
    } catch {
      this.#site.moveTo(null);
      return null;
    }
  }
}

/** One recording in what this process has started. */
export class LaunchedRecording {
  readonly #folder = mkdtempSync(join(tmpdir(), 'kernelscope-cell-'));
  readonly #childrenBeforeNs = endedChildrenCpuNs() ?? 0;
  #isOver = false;

  constructor(
    private readonly site: MemberSite,
    options: Partial<RecordingOptions>
  ) {
    writeRequest(this.#folder, { options, pid: process.pid });
    nameEarlierChildren(this.#folder);
    site.moveTo(this.#folder);
    joinThreads(this.#folder);
  }

  /** False when it has ended. */
  get isOpen(): boolean {
    return !this.#isOver;
  }

  /** True while nothing that was started is part of it. */
  get isEmpty(): boolean {
    return readClaims(this.#folder).length === 0;
  }

  /**
   * Ends it; returns the recordings of threads and processes. Missing ones that are `attached` are not
   * mentioned. Never rejects.
   */
  async finish(attached: readonly string[]): Promise<MemberProfiles> {
    this.#end();
    writeChildrenCpu(this.#folder, (endedChildrenCpuNs() ?? 0) - this.#childrenBeforeNs);
    const members = await collectMembers(this.#folder, process.pid, attached);
    removeFolder(this.#folder);
    return members;
  }

  /** Ends it without their recordings; reports if there were any. */
  drop(): SourceReport | null {
    this.#end();
    const { length } = readClaims(this.#folder);
    removeFolder(this.#folder);
    if (length === 0) return null;
    const missing = plural(length, 'thread or process', 'threads or processes');
    const message = `Without ${missing}: there was no time to wait for them.`;
    return { source: 'workers', status: 'partial', message, records: 0 };
  }

  #end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.site.moveTo(null);
    saveThreads(this.#folder, 0);
  }
}

/** Removes a folder in which somebody may be writing at this moment. */
function removeFolder(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 20 });
  } catch {
    // The remaining files are where the system removes them.
  }
}

/** Time that threads have to begin, milliseconds: the first time, they load the profiler. */
const JOINING_MS = 1500;

/** Why one is missing that did not begin. */
const BUSY = 'was not recorded: it did not begin, as it was in native code';

/**
 * Makes the threads that this thread has started, and those below them, record themselves into
 * `folder`. Returns when they do; a thread that cannot, as it is in native code, is named there.
 */
export function joinThreads(folder: string): void {
  const running = startedThreads.running();
  if (running.length === 0) return;
  const asked = running.filter(({ standsBy }) => standsBy).map(each => claimOf(each.threadId));
  withThreadSessions(sessions => {
    sessions.evaluate(`process[Symbol.for('${JOIN_SYMBOL}')]?.(${JSON.stringify(folder)})`);
    waitFor(() => asked.every(({ threadId }) => sessions.hasAnswered(threadId)), JOINING_MS);
  });
  for (const each of asked) if (!hasBegun(folder, each)) name(folder, each, BUSY);
  const small = running.filter(({ standsBy }) => !standsBy);
  for (const { threadId } of small) name(folder, claimOf(threadId), SMALL_HEAP);
}

/** Names a thread as missing, unless it begins at this moment. */
function name(folder: string, member: Claim, why: string): void {
  if (claim(folder, member)) leaveNothing(folder, member, why);
}

/** A thread of the main thread, which starts all that it knows of. */
function claimOf(threadId: number): Claim {
  return threadClaim(threadId, 0);
}

function hasBegun(folder: string, member: Claim): boolean {
  return existsSync(liveFile(folder, member)) || existsSync(emptyFile(folder, member));
}
