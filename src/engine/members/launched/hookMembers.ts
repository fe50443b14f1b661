import { existsSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { hookWorkers } from './hookWorkers';
import { type MemberPlace, MemberSite, MEMBERS_VARIABLE } from './memberPlace';
import { intrinsics } from '../../../base/intrinsics/intrinsics';
import { isObject } from '../../../base/isObject';
import {
  type LaunchOptions,
  type ProcessHandle,
  nodeBinding
} from '../../../sources/process/nodeInternals';
import { NODE_OPTIONS, optionsInFiles, withRequired } from './nodeOptions';
import { isNode, nameMissing, noteChild, titleOf } from './startedChildren';
import { wrapMethod } from './wrapMethod';
import { ask, countAnswered, isSaving, isSettled, liveFile, processKey } from './memberFiles';

let hooked: MemberSite | null = null;

/**
 * Makes all threads and Node programs that this thread starts members of the recording, until the
 * result is moved.
 */
export function hookMembers(place: MemberPlace): MemberSite {
  if (hooked !== null) {
    hooked.moveTo(place.folder);
    return hooked;
  }
  const site = new MemberSite(place);
  hooked = site;
  hookLaunches(site);
  hookKills(site);
  hookWorkers(site);
  return site;
}

/**
 * Makes all Node programs that this process starts members of the recording, but no thread: for a process
 * that cannot be inspected, as it only runs others.
 */
export function hookProcesses(place: MemberPlace): void {
  const site = new MemberSite(place, { forThreads: false });
  hookLaunches(site);
  hookKills(site);
}

const { apply } = Reflect;

/** Flags of a Node that may not read the module it would have to load. */
const PERMISSIONS = /^--(experimental-)?permission$/;

const RESTRICTED = 'was not recorded: it runs with --permission, and may not load the profiler';

/** How the entry of the variable in an environment begins. */
const PREFIX = `${NODE_OPTIONS}=`;

/**
 * Has every Node program that this process launches, or that a shell does for it, record itself. The
 * environment of this process stays as it is: two variables are added to what children are given, where
 * Node has made of the program's options what the system gets. So Node alone reads these options, and
 * says what is wrong with them.
 */
function hookLaunches(site: MemberSite): void {
  const handles = nodeBinding('process_wrap')?.Process.prototype;
  if (handles !== undefined) {
    wrapMethod(
      handles,
      'spawn',
      original =>
        function (this: unknown, ...args) {
          const { 0: options } = args;
          const launch = intrinsics.aside(() => launchBy(options, site));
          args[0] = launch.given;
          const result = apply(original, this, args);
          if (result !== 0) return result;
          const handle = this as ProcessHandle;
          intrinsics.aside(() => {
            noteChild(handle, options as LaunchOptions);
            if (launch.isRestricted) nameRestricted(site, launch, handle.pid);
          });
          return result;
        }
    );
  }
  const waiting = nodeBinding('spawn_sync');
  if (waiting === null) return;
  wrapMethod(
    waiting,
    'spawn',
    original =>
      function (this: unknown, ...args) {
        const launch = intrinsics.aside(() => launchBy(args[0], site));
        args[0] = launch.given;
        const result = apply(original, this, args);
        if (launch.isRestricted && isObject(result)) {
          intrinsics.aside(() => nameRestricted(site, launch, Reflect.get(result, 'pid')));
        }
        return result;
      }
  );
}

/** A launch as it is passed on. */
interface Launch {
  readonly given: unknown;
  /** Whether a process of Node is launched that may not load the profiler. */
  readonly isRestricted: boolean;
}

/** The launch that some options ask for, with an environment that makes the process a member if it may be one. */
function launchBy(options: unknown, { folder, registerFile }: MemberSite): Launch {
  if (folder === null || !isObject(options)) return { given: options, isRestricted: false };
  const { envPairs } = options as LaunchOptions;
  const nodeOptions = givenOptions(options);
  if (isRestricted(options, nodeOptions)) return { given: options, isRestricted: isNode(options) };
  if (!Array.isArray(envPairs)) return { given: options, isRestricted: false };
  const given = {
    ...options,
    envPairs: [
      ...envPairs.map(String).filter(pair => !pair.startsWith(PREFIX)),
      PREFIX + withRequired(nodeOptions, registerFile),
      `${MEMBERS_VARIABLE}=${folder}`
    ]
  };
  return { given, isRestricted: false };
}

/** The value of `NODE_OPTIONS` that a process is given, by its environment or by the files of `--env-file`. */
function givenOptions({ envPairs, args, cwd }: LaunchOptions): string | undefined {
  const pairs = Array.isArray(envPairs) ? envPairs.map(String) : [];
  const pair = pairs.find(each => each.startsWith(PREFIX));
  if (pair !== undefined) return pair.slice(PREFIX.length);
  return optionsInFiles(textsOf(args), typeof cwd === 'string' ? cwd : '');
}

function isRestricted({ args }: LaunchOptions, given = ''): boolean {
  return [...textsOf(args), ...given.split(/\s+/)].some(word => PERMISSIONS.test(word));
}

function textsOf(args: unknown): string[] {
  return Array.isArray(args) ? args.filter(arg => typeof arg === 'string') : [];
}

/** Names a process that may not load what it would have to as missing from the recording. */
function nameRestricted({ folder }: MemberSite, { given }: Launch, pid: unknown): void {
  if (folder === null || typeof pid !== 'number' || pid <= 0 || !isObject(given)) return;
  nameMissing(folder, { pid, title: titleOf(pid, given) }, RESTRICTED);
}

/** The time from one look at whether a process that is to end itself still saves its recording to the next, milliseconds, */
const PATIENCE_MS = 5000;

/** and the number of looks after which it is ended as the program wanted. */
const MOST_LOOKS = 6;

/** As Node has it: a program may put the timers of a test in its place. */
const { setTimeout: startTimer } = globalThis;

/** Signals that end a process. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGKILL'] as const;

/**
 * Has children save their recordings before they get a signal from this process that ends them. This process does not
 * wait for them: a child is asked to save, and sends itself the signal afterwards; see `memberWatchWorker`. One that
 * cannot, as it is stopped or has ended, gets the signal at once.
 */
function hookKills(site: MemberSite): void {
  const handles = nodeBinding('process_wrap')?.Process.prototype;
  if (handles !== undefined) {
    wrapMethod(
      handles,
      'kill',
      original =>
        function (this: unknown, ...args) {
          const send = (signal: unknown) => Reflect.apply(original, this, [signal]);
          const sent = { pid: (this as ProcessHandle).pid, signal: args[0] };
          return intrinsics.aside(() => sendBy(site, sent, send));
        }
    );
  }
  // `process.kill` has read its arguments by then.
  wrapMethod(
    process,
    '_kill',
    original =>
      function (this: unknown, ...args) {
        const send = (signal: unknown) => Reflect.apply(original, this, [args[0], signal]);
        return intrinsics.aside(() => sendBy(site, { pid: args[0], signal: args[1] }, send));
      }
  );
}

/** A signal that the program sends. */
interface SentSignal {
  readonly pid: unknown;
  readonly signal: unknown;
}

/** Sends a signal, or has the process send it to itself; the result is that of `send`. */
function sendBy(site: MemberSite, sent: SentSignal, send: (signal: unknown) => unknown): unknown {
  const { folder } = site;
  const name = SIGNALS.find(each => constants.signals[each] === sent.signal);
  if (folder === null || name === undefined || !canSave(folder, sent.pid)) return send(sent.signal);
  const failure = send(0);
  if (failure !== 0) return failure;
  try {
    const member = { key: processKey(sent.pid) };
    const number = ask(folder, member, name);
    sendLater(sent, send, {
      isNeeded: () => countAnswered(folder, member) < number,
      isSaving: () => isSaving(folder, member)
    });
    return 0;
  } catch {
    return send(sent.signal);
  }
}

/** Whether a process records itself, and is able to save what it has. */
function canSave(folder: string, pid: unknown): pid is number {
  if (typeof pid !== 'number' || pid === process.pid) return false;
  const member = { key: processKey(pid) };
  return existsSync(liveFile(folder, member)) && !isSettled(folder, member) && isActive(pid);
}

/** False for a process that is stopped, or has ended; true where that is not known. */
function isActive(pid: number): boolean {
  const stat = statOf(pid);
  return stat === null || !/^[TtZX]$/.test(stat.state);
}

/** The state of a process and the time of its start, which tells it from a later one; null if unknown. */
function statOf(pid: number): { readonly state: string; readonly started: string } | null {
  try {
    // The name of the program, in brackets, may have anything in it; 3rd and 22nd of all.
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { state: fields[0], started: fields[19] };
  } catch {
    return null;
  }
}

/** Sends the signal after all, if by then the process has neither sent it nor ended; later where it still saves. */
function sendLater(
  { pid, signal }: SentSignal,
  send: (signal: unknown) => unknown,
  {
    isNeeded,
    isSaving: saves
  }: { readonly isNeeded: () => boolean; readonly isSaving: () => boolean }
): void {
  const started = statOf(Number(pid))?.started;
  if (started === undefined) return;
  const look = (number: number): void => {
    if (!isNeeded() || statOf(Number(pid))?.started !== started) return;
    if (saves() && number < MOST_LOOKS) wait(number + 1);
    else send(signal);
  };
  const wait = (number: number): void => void startTimer(() => look(number), PATIENCE_MS).unref();
  wait(1);
}
