import { createRequire } from 'node:module';
import { basename } from 'node:path';
import { isMainThread, threadId } from 'node:worker_threads';
import type { ProfileStatus } from '../../../model/profile/profile';
import { hideModule, loadBundle } from '../../../native/keptCode';
import { type RegisterProgram, packageFiles } from '../../../native/packageFiles';
import { tellTask } from '../../../sources/process/toldTasks';
import { dropOwnFlags, NODE_OPTIONS, withoutRequired } from './nodeOptions';
import {
  type Claim,
  type MemberRequest,
  claim,
  leaveNothing,
  processClaim,
  readRequest,
  threadClaim
} from './memberFiles';
import { MEMBERS_VARIABLE, type MemberPlace, inheritedPlace } from './memberPlace';
import { SAVE_SYMBOL, TOO_SHORT } from './saveThreads';

/** The role of this thread or process as one that records itself for its program. */
export interface Membership {
  readonly place: MemberPlace & { readonly folder: string };
  readonly member: Claim;
  readonly request: MemberRequest;
  /** Ends the recording, once there is one. */
  end: ((status: ProfileStatus) => void) | null;
  /** True when it was asked to end before it had begun. */
  isOver: boolean;
}

/**
 * Makes this thread or process a member if it inherits a place for that: from then on it can be asked
 * to save. The request is removed from its environment and its flags. Null if nothing should be
 * recorded. Loads nothing of the profiler.
 */
export function takeMembership(registerFile: string): Membership | null {
  const inherited = isMainThread ? null : inheritedPlace();
  const folder = isMainThread ? process.env[MEMBERS_VARIABLE] : inherited?.folder;
  cleanUp(registerFile);
  if (!isMainThread) tellTask();
  const member = isMainThread
    ? processClaim(`process ${process.pid} (${programName()})`)
    : threadClaim(threadId, inherited?.threadId ?? 0);
  const place = { folder: folder ?? null, registerFile, threadFile: registerFile };
  return memberOf(place, member);
}

/** A member of the recording at a place; null if nothing should be recorded. */
export function memberOf(
  { folder, registerFile, threadFile }: MemberPlace,
  member: Claim
): Membership | null {
  const request = folder === null ? null : readRequest(folder);
  if (folder === null || request === null || !claim(folder, member)) return null;
  const place = { folder, registerFile, threadFile };
  const membership: Membership = { place, member, request, end: null, isOver: false };
  if (!isMainThread) onSaveRequest(membership);
  return membership;
}

/** Takes what led to `file` out of the environment and the flags of this thread. */
export function cleanUp(file: string): void {
  const { env, execArgv } = process;
  if (env[MEMBERS_VARIABLE] !== undefined) delete env[MEMBERS_VARIABLE];
  const before = env[NODE_OPTIONS];
  const after = withoutRequired(before, file);
  if (after === undefined) {
    if (before !== undefined) delete env[NODE_OPTIONS];
  } else if (after !== before) {
    env[NODE_OPTIONS] = after;
  }
  dropOwnFlags(execArgv);
  dropRequired(execArgv, file);
}

/** Takes the flag that has Node load `file` out of `flags`. */
export function dropRequired(flags: string[], file: string): void {
  const at = flags.findIndex((flag, index) => flag === '--require' && flags[index + 1] === file);
  if (at >= 0) flags.splice(at, 2);
}

function programName(): string {
  const file = process.argv[1];
  return file === undefined ? 'node' : basename(file);
}

/** Exit code of a thread that another one has terminated. */
const TERMINATED = 1;

/**
 * Makes this thread save its recording when another one asks, see `saveThreads`, and end where that one has
 * terminated it.
 */
function onSaveRequest(membership: Membership): void {
  const { member, place } = membership;
  const { reallyExit } = process as unknown as { readonly reallyExit: (code: number) => void };
  const value = (threads: readonly number[], isTerminated = false): void => {
    // by no method: the program may have replaced them
    let isMeant = false;
    for (let index = 0; index < threads.length; index++) isMeant ||= threads[index] === threadId;
    if (!isMeant) return;
    membership.isOver = true;
    if (membership.end) membership.end('complete');
    else leaveNothing(place.folder, member, TOO_SHORT);
    if (isTerminated) reallyExit(TERMINATED);
  };
  Object.defineProperty(process, Symbol.for(SAVE_SYMBOL), { value, configurable: true });
}

/** The symbol under which `register` leaves the membership for the module that it loads next. */
const HANDED_OVER = Symbol.for('kernelscope.membership');

/**
 * Loads the module that records, for the file `from`, and has it record as this membership; without one
 * as the environment asks. Nothing of the profiler is loaded before.
 */
export function recordAs(membership: Membership | null, from: string): void {
  Object.defineProperty(globalThis, HANDED_OVER, { value: membership, configurable: true });
  hideModule(from);
  const file = packageFiles().registerProgram;
  // In a thread V8 compiles with the options that recording its program has set, and takes no code that is kept. It may be
  // terminated at any moment, also as it loads what saves its recording, which Node's own way to load survives.
  const { exports, keep } = isMainThread
    ? loadBundle(file, 'program')
    : { exports: createRequire(from)(file) as unknown, keep: () => undefined };
  (exports as RegisterProgram).recordThisProgram(keep);
}

/** Takes the membership that was left. */
export function takeHandedOver(): Membership | null {
  const held = globalThis as { [HANDED_OVER]?: Membership | null };
  const membership = held[HANDED_OVER] ?? null;
  delete held[HANDED_OVER];
  return membership;
}
