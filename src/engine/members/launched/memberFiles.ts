import {
  appendFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync
} from 'node:fs';
import { basename, join } from 'node:path';
import type { RecordingOptions } from '../../arguments/recordingOptions';

/** Threads and processes of one recording that are recorded in full, at most. */
export const MOST_MEMBERS = 64;

/** A thread or process that records itself for the program that it belongs to. */
export interface Claim {
  /** Its files begin with this. */
  readonly key: string;
  readonly pid: number;
  /** Node's number of the thread; 0 for a process. */
  readonly threadId: number;
  /** Number of the thread that started a thread; 0 for processes, and for threads of the main thread. */
  readonly parentThreadId: number;
  /** `worker thread 3`, or `process 4711 (server.js)`. */
  readonly title: string;
}

/** The request to members, from a file in their folder. */
export interface MemberRequest {
  readonly options: Partial<RecordingOptions>;
  /** The main process of the recording. */
  readonly pid: number;
}

/**
 * The time that a thread or process has to save once it has begun, milliseconds: a large one on a busy machine takes
 * seconds.
 */
export const SAVING_MS = 20_000;

/** Under this symbol a recorded process has the function that ends its recording, on `process`. */
export const END_SYMBOL = 'kernelscope.endRecording';

const REQUEST = 'request.json';
const CHILDREN = 'children.cpu';
const BEYOND = 'beyond';
const BEGUN = '.begun';

/** The folder in which members leave their profiles, beside that of the program. */
export function membersFolder(profileFile: string): string {
  return `${profileFile}.members`;
}

export function writeRequest(folder: string, request: MemberRequest): void {
  writeFileSync(join(folder, REQUEST), JSON.stringify(request));
}

/** False where a folder in which a request was written is gone. */
export function hasRequest(folder: string): boolean {
  return existsSync(join(folder, REQUEST));
}

/** Reads the request; null if the recording is over and its folder gone. */
export function readRequest(folder: string): MemberRequest | null {
  try {
    return JSON.parse(readFileSync(join(folder, REQUEST), 'utf8')) as MemberRequest;
  } catch {
    return null;
  }
}

/**
 * Notes a member; false beyond {@link MOST_MEMBERS}, which are counted alone, and for one that has a
 * number which another had before.
 */
export function claim(folder: string, member: Claim): boolean {
  try {
    if (beginnings(folder).length < MOST_MEMBERS) {
      writeFileSync(join(folder, member.key + BEGUN), JSON.stringify(member), { flag: 'wx' });
      return true;
    }
    appendFileSync(join(folder, BEYOND), '!');
  } catch {
    // The recording is over, or the number was taken: nothing is recorded.
  }
  return false;
}

/** All that were noted, in no order. */
export function readClaims(folder: string): readonly Claim[] {
  return beginnings(folder).flatMap(name => readClaim(join(folder, name)) ?? []);
}

/** The number of threads and processes beyond the limit. */
export function countBeyond(folder: string): number {
  return statSync(join(folder, BEYOND), { throwIfNoEntry: false })?.size ?? 0;
}

/** The file of a member's final profile. */
export function finalFile(folder: string, { key }: Pick<Claim, 'key'>): string {
  return join(folder, `${key}.kscope`);
}

/**
 * The file with the data collected from a member, which completes its final profile and is written before it. A member
 * whose profile is whole has none.
 */
export function collectedFile(folder: string, { key }: Pick<Claim, 'key'>): string {
  return join(folder, `${key}.collected`);
}

/** The file of its recording so far; it exists even if the member was killed. */
export function recoveredFile(folder: string, { key }: Pick<Claim, 'key'>): string {
  return join(folder, `${key}.recovered.kscope`);
}

/** There as soon as a member records; a process can be asked then. */
export function liveFile(folder: string, { key }: Pick<Claim, 'key'>): string {
  return join(folder, `${key}.live`);
}

/** The number of members that record now, or are about to; 0 if that is not known. */
export function countRunning(folder: string): number {
  const keys = beginnings(folder).map(name => name.slice(0, -BEGUN.length));
  return keys.filter(key => !isSettled(folder, { key })).length;
}

/** There when it has ended without a profile; says why. */
export function emptyFile(folder: string, { key }: Pick<Claim, 'key'>): string {
  return join(folder, `${key}.none`);
}

/** The line of an ask at the end of the run, after which a process gets no signal. */
export const END_OF_RUN = 'end';

/**
 * Asks a process to save its profile, and to send itself the signal `how` then, unless it is
 * {@link END_OF_RUN}; returns the number of the ask, from 1.
 */
export function ask(folder: string, member: Pick<Claim, 'key'>, how: string): number {
  appendFileSync(askFile(folder, member), `${how}\n`);
  return linesOf(readFileSync(askFile(folder, member), 'utf8')).length;
}

/** What a process was asked so far, after the first `known` asks. */
export function readAsks(folder: string, member: Pick<Claim, 'key'>, known: number): string[] {
  try {
    return linesOf(readFileSync(askFile(folder, member), 'utf8')).slice(known);
  } catch {
    return [];
  }
}

/** The lines that are written to their end. */
function linesOf(text: string): string[] {
  return text.split('\n').slice(0, -1);
}

/** The file that has what a process was asked, from the first time on. */
export function askFile(folder: string, { key }: Pick<Claim, 'key'>): string {
  return join(folder, `${key}.ask`);
}

/** Notes that a process has done what the first `count` asks want, but for the signals themselves. */
export function noteAnswered(folder: string, member: Pick<Claim, 'key'>, count: number): void {
  try {
    writeFileSync(answeredFile(folder, member), String(count));
  } catch {
    return;
  }
}

/** The number of asks that a process has answered. */
export function countAnswered(folder: string, member: Pick<Claim, 'key'>): number {
  return readNumber(answeredFile(folder, member));
}

function answeredFile(folder: string, { key }: Pick<Claim, 'key'>): string {
  return join(folder, `${key}.answered`);
}

/** The member of a file that is kept up to date. */
export function memberBeside(recovered: string): Pick<Claim, 'key'> {
  return { key: basename(recovered).replace(/\.recovered\.kscope$/, '') };
}

/** Has the CPU time of a process that has ended, in nanoseconds. */
export function cpuFile(folder: string, { key }: Pick<Claim, 'key'>): string {
  return join(folder, `${key}.cpu`);
}

/** Notes that a member saves its profile; nobody waits for it when the recording is over. */
export function noteSaving(folder: string, member: Claim): void {
  try {
    writeFileSync(savingFile(folder, member), '');
  } catch {
    return;
  }
}

/** Takes that note back. */
export function forgetSaving(folder: string, member: Claim): void {
  try {
    rmSync(savingFile(folder, member), { force: true });
  } catch {
    return;
  }
}

/** True while a member saves its profile. */
export function isSaving(folder: string, member: Pick<Claim, 'key'>): boolean {
  return existsSync(savingFile(folder, member));
}

function savingFile(folder: string, { key }: Pick<Claim, 'key'>): string {
  return join(folder, `${key}.saving`);
}

/** True when nothing more comes of a member. */
export function isSettled(folder: string, member: Pick<Claim, 'key'>): boolean {
  return existsSync(finalFile(folder, member)) || existsSync(emptyFile(folder, member));
}

/** Saves the CPU time of all children whose end the main process has seen. */
export function writeChildrenCpu(folder: string, cpuNs: number): void {
  try {
    writeFileSync(join(folder, CHILDREN), String(cpuNs));
  } catch {
    // The program has removed the folder, and with it what members have left.
  }
}

/** The number in a file, such as a {@link cpuFile}; 0 for none. */
function readNumber(file: string): number {
  try {
    const number = Number(readFileSync(file, 'utf8'));
    return Number.isFinite(number) ? number : 0;
  } catch {
    return 0;
  }
}

/** CPU time of children that were seen to end, and no members, nanoseconds. */
export function unseenCpuNs(folder: string, members: readonly Claim[]): number {
  const ofMembers = members.reduce((sum, member) => sum + readNumber(cpuFile(folder, member)), 0);
  return Math.max(0, readNumber(join(folder, CHILDREN)) - ofMembers);
}

/** Leaves behind why a member has no profile; nobody waits for it when the recording is over. */
export function leaveNothing(folder: string, member: Pick<Claim, 'key'>, why: string): void {
  try {
    if (!isSettled(folder, member)) writeFileSync(emptyFile(folder, member), why);
  } catch {
    return;
  }
}

export function processClaim(title: string): Claim {
  const { pid } = process;
  return { key: processKey(pid), pid, threadId: 0, parentThreadId: 0, title };
}

export function processKey(pid: number): string {
  return `process-${pid}`;
}

/** A thread of this process as a member. */
export function threadClaim(threadId: number, parentThreadId: number): Claim {
  const { pid } = process;
  const key = `thread-${pid}-${threadId}`;
  return { key, pid, threadId, parentThreadId, title: `worker thread ${threadId}` };
}

function beginnings(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter(name => name.endsWith(BEGUN));
  } catch {
    return [];
  }
}

function readClaim(file: string): Claim | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Claim;
  } catch {
    return null;
  }
}
