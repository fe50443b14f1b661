import { type AsyncHook, type HookCallbacks, createHook } from 'node:async_hooks';
import { Session } from 'node:inspector';
import { promiseHooks } from 'node:v8';
import { intrinsics } from '../../base/intrinsics/intrinsics';
import { inspectorSessions } from './inspectorSessions';

/** Parts of Node behind its public modules, as far as they are used here. */
interface Bindings {
  /** Launches a process, and waits for it. */
  readonly spawn_sync: { spawn(options: object): object };
  /** The class of the handles behind child processes. */
  readonly process_wrap: { readonly Process: { readonly prototype: ProcessHandle } };
  /** How many hooks there are of each kind, and where the number of a kind is. */
  readonly async_wrap: {
    readonly async_hook_fields: Uint32Array;
    readonly constants: Readonly<Record<HookKind | 'kTotals' | 'kCheck', number>>;
  };
}

/** The kinds of hooks on asynchronous resources. */
type HookKind = (typeof HOOK_KINDS)[number];
const HOOK_KINDS = ['kInit', 'kBefore', 'kAfter', 'kDestroy', 'kPromiseResolve'] as const;

/** What the system gets of a launch, as far as it is used here. */
export interface LaunchOptions {
  readonly file?: unknown;
  readonly args?: unknown;
  /** The environment, as a list of `NAME=value`. */
  readonly envPairs?: unknown;
  readonly cwd?: unknown;
}

/** What is behind a child process: its methods return 0, or the number of an error. */
export interface ProcessHandle {
  readonly pid?: number;
  spawn(options: object): number;
  kill(signal: number): number | undefined;
}

/** What is behind the listeners of one signal. */
export interface SignalHandle {
  onsignal: ((signal: number) => void) | null;
  start: (signal: number) => number;
  stop: () => number;
  unref: () => void;
  close: (callback?: () => void) => void;
}

/** What is behind a worker thread. */
export interface ThreadHandle {
  stopThread(): void;
}

/**
 * A part of Node behind its public modules; null if this Node does not give it away. What is hooked
 * there is not seen by the program: its own functions, their errors and stacks stay as they are.
 */
export function nodeBinding<Name extends keyof Bindings>(name: Name): Bindings[Name] | null {
  const host = process as NodeJS.Process & { binding?: (name: string) => unknown };
  const { noDeprecation } = host;
  // The program has not asked for it, so it is not to be warned.
  host.noDeprecation = true;
  try {
    return (host.binding?.(name) ?? null) as Bindings[Name] | null;
  } catch {
    return null;
  } finally {
    if (noDeprecation === undefined) Reflect.deleteProperty(host, 'noDeprecation');
    else host.noDeprecation = noDeprecation;
  }
}

/** Where Node has the numbers of hooks; undefined before it was looked for, null if it hides them. */
let hooks: HookCounts | null | undefined;

interface HookCounts {
  readonly counts: Uint32Array;
  /** The places of the kinds of hooks. */
  readonly places: readonly number[];
  /** Those of the number of all, and of whoever has Node check which callbacks end in which order. */
  readonly all: number;
  readonly checks: number;
}

/** The hooks of {@link hookCallbacks} among those, and their functions. */
let ownHooks = 0;
let ownFunctions = 0;

/** Finds what {@link hiddenFromHooks} needs, before the program can change what that is found by. */
export function findHooks(): void {
  if (hooks !== undefined) return;
  const found = nodeBinding('async_wrap');
  hooks = found && {
    counts: found.async_hook_fields,
    places: HOOK_KINDS.map(kind => found.constants[kind]),
    all: found.constants.kTotals,
    checks: found.constants.kCheck
  };
}

/**
 * Runs `work` with the program's hooks on asynchronous resources off: what it makes is none of the program's.
 * Where Node hides them, from release 24 on, they stay on.
 */
export function hiddenFromHooks<T>(work: () => T): T {
  findHooks();
  if (!hooks) return work();
  const { counts, places } = hooks;
  const before: number[] = [];
  // by differences: hooks of our own may end meanwhile; and by no method, which the program may have replaced
  for (let at = 0; at < places.length; at++) {
    before[at] = counts[places[at]];
    counts[places[at]] -= before[at];
  }
  try {
    return work();
  } finally {
    for (let at = 0; at < places.length; at++) counts[places[at]] += before[at];
    if (before[0] > ownHooks) followPromises();
  }
}

/**
 * Calls `act` before the program hooks asynchronous resources the first time, unless that can be hidden from: see
 * {@link hiddenFromHooks}. The returned function ends that.
 */
export function beforeHooks(act: () => void): () => void {
  findHooks();
  if (hooks !== null) return () => undefined;
  const prototype = Object.getPrototypeOf(createHook({})) as AsyncHook;
  const enable: () => AsyncHook = Reflect.get(prototype, 'enable');
  const apply = (target: typeof enable, self: unknown): AsyncHook => {
    act();
    return Reflect.apply(target, self, []);
  };
  const watched = new Proxy(enable, { apply });
  prototype.enable = watched;
  return () => {
    if (prototype.enable === watched) prototype.enable = enable;
  };
}

/** Before anybody replaces it. */
const enableHook: () => AsyncHook = Reflect.get(createHook({}), 'enable');

/** The flag by which the end of a callback that was cut off from outside ends no process. */
const NO_CHECKS = '--no-force-async-hooks-checks';

/**
 * Has Node call `hooks`, which have `init` and must not throw, for timers and all that calls back, but not for promises,
 * until the returned function is called. Undefined where it also follows promises, or would check how callbacks end that
 * it checked before for nobody.
 */
export function hookCallbacks(given: HookCallbacks): (() => void) | undefined {
  findHooks();
  const hook = createHook({ ...given, ...{ trackPromises: false } });
  if (hooks) return enableWithoutPromises(hook, hooks);
  if (process.execArgv.includes(NO_CHECKS) || !canLeavePromisesOut()) return undefined;
  Reflect.apply(enableHook, hook, []);
  return () => hook.disable();
}

/**
 * Node has V8 report promises by a function that it looks up when it enables a hook: there are none but own ones so far, or
 * else promises are followed already.
 */
function enableWithoutPromises(hook: AsyncHook, { counts, all, checks }: HookCounts): () => void {
  const { createHook: hookPromises } = promiseHooks;
  const checksBefore = counts[checks];
  const allBefore = counts[all];
  if (allBefore === ownFunctions) promiseHooks.createHook = () => () => undefined;
  try {
    Reflect.apply(enableHook, hook, []);
  } finally {
    promiseHooks.createHook = hookPromises;
  }
  ownHooks++;
  const functions = counts[all] - allBefore;
  ownFunctions += functions;
  const added = counts[checks] - checksBefore;
  counts[checks] -= added;
  let isActive = true;
  return () => {
    if (!isActive) return;
    isActive = false;
    counts[checks] += added;
    ownHooks--;
    ownFunctions -= functions;
    hook.disable();
  };
}

/** Tests whether Node can report callbacks without following promises. */
export function canLeavePromisesOut(): boolean {
  let isTold = false;
  const given: HookCallbacks & { readonly trackPromises: boolean } = {
    init: (_id, type) => {
      isTold ||= type === 'PROMISE';
    },
    trackPromises: false
  };
  const hook = createHook(given);
  Reflect.apply(enableHook, hook, []);
  void Promise.resolve();
  hook.disable();
  return !isTold;
}

/** Has Node look again for whether promises have hooks: it does when one is enabled. */
function followPromises(): void {
  intrinsics.aside(() =>
    createHook({ init: () => undefined })
      .enable()
      .disable()
  );
}

/** A signal that the system ignores unless somebody listens for it, and hardly anybody sends. */
const PROBED = 'SIGURG';

let signalClass: (new () => SignalHandle) | null = null;

/**
 * A handle that hears of signals and is no listener of `process`; null where there is none, such as in
 * worker threads. The first one is best made before the program begins: its hooks would see that.
 */
export function newSignalHandle(): SignalHandle | null {
  signalClass ??= findSignalClass();
  return signalClass === null ? null : new signalClass();
}

function stopInstead(this: SignalHandle): void {
  this.stop();
}

/** Has Node call `hooks` for promises too, and show their numbers with them. */
function hookAll(given: HookCallbacks): () => void {
  const hook = createHook(given).enable();
  return () => void hook.disable();
}

/** The class of what Node makes for the first listener of a signal. */
function findSignalClass(): (new () => SignalHandle) | null {
  let probe = null as SignalHandle | null;
  const init: HookCallbacks['init'] = (_id, type, _trigger, resource) => {
    if (type === 'SIGNALWRAP') probe = resource as SignalHandle;
  };
  const listener = (): void => undefined;
  const stopHooks = hookCallbacks({ init }) ?? hookAll({ init });
  process.on(PROBED, listener);
  // A handle that closes has the event loop turn once more, and what the program has left there would run.
  if (probe !== null) probe.close = stopInstead;
  process.off(PROBED, listener);
  stopHooks();
  return probe && (probe.constructor as new () => SignalHandle);
}

/** What is behind a worker thread; null once it has ended, or if this Node hides it. */
export function threadHandle(worker: object): ThreadHandle | null {
  const key = Object.getOwnPropertySymbols(worker).find(
    ({ description }) => description === 'kHandle'
  );
  return key === undefined ? null : (Reflect.get(worker, key) as ThreadHandle | null);
}

let isInspectable: boolean | null = null;

/**
 * Whether this thread can be inspected. A process that only runs others, as `node --test` and
 * `node --watch` do, cannot; if one of its threads tried, Node would abort. It is tried once.
 */
export function hasInspector(): boolean {
  isInspectable ??= canConnect();
  return isInspectable;
}

function canConnect(): boolean {
  const session = new Session();
  try {
    session.connect();
    inspectorSessions.end(session);
    return true;
  } catch {
    return false;
  }
}

/** The flags that this Node was started with, by its arguments and by the environment. */
export function flagsOfNode(): readonly string[] {
  return [...process.execArgv, ...(process.env['NODE_OPTIONS'] ?? '').split(/\s+/)];
}
