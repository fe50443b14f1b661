import { syncBuiltinESMExports } from 'node:module';
import workerThreads, {
  SHARE_ENV,
  Worker,
  type WorkerOptions,
  threadId
} from 'node:worker_threads';
import { intrinsics } from '../../../base/intrinsics/intrinsics';
import { isObject } from '../../../base/isObject';
import { knownTasks } from '../../../sources/process/knownTasks';
import { askTasks } from '../../../sources/process/toldTasks';
import { type PreparedCall, unseenCall } from '../../../native/unseenCall';
import { type ThreadHandle, threadHandle } from '../../../sources/process/nodeInternals';
import { claim, leaveNothing, threadClaim } from './memberFiles';
import type { MemberSite } from './memberPlace';
import { NODE_OPTIONS, withRequired } from './nodeOptions';
import { wrapMethod } from './wrapMethod';
import { saveThenStop } from './saveThreads';

/** Least heap of a thread that the profiler fits in, MiB; smaller ones are left alone. */
const LEAST_HEAP_MB = 96;

/** Why such a thread is missing. */
export const SMALL_HEAP = `was not recorded: its heap limit is below ${LEAST_HEAP_MB} MiB`;

/** What a proxy is told of a construction. */
type ConstructArgs = readonly [target: unknown, args: readonly unknown[], newTarget: unknown];

/**
 * Makes worker threads of this thread record themselves, even those with their own flags or
 * environment, and save their recordings before they are terminated.
 */
export function hookWorkers(site: MemberSite): void {
  let isHooked = false;
  let noteStarted: (() => void) | null = null;
  const prepareNow = ([target, args, newTarget]: ConstructArgs): PreparedCall => {
    const [file, options, ...rest] = args;
    const hasOwnRoom = hasRoom(options);
    noteStarted = hasOwnRoom ? knownTasks.noteStart() : null;
    const given = [file, hasOwnRoom ? asMember(options, site) : options, ...rest];
    const call: PreparedCall = [Reflect.construct, Reflect, target, given, newTarget];
    return hasOwnRoom ? call : [leftAlone, undefined, call, site];
  };
  const finishNow = (worker: Worker, note: () => void): void => {
    note();
    const handle = isHooked ? null : threadHandle(worker);
    if (handle !== null) terminatesSaved(handle, site);
    isHooked ||= handle !== null;
    startedThreads.add(worker, true);
  };
  const construct = unseenCall({
    prepare: (...given) => intrinsics.aside(() => prepareNow(given as unknown as ConstructArgs)),
    finish: made => {
      const note = noteStarted;
      if (note !== null) intrinsics.aside(() => finishNow(made as Worker, note));
      return made;
    }
  }) as never;
  const hooked = new Proxy(Worker, { construct });
  Object.defineProperty(Worker.prototype, 'constructor', { value: hooked });
  workerThreads.Worker = hooked;
  knownTasks.seeWorkers();
  askTasks();
  syncBuiltinESMExports();
}

/** Has all threads of this one save before they are terminated: once, where Node does that. */
function terminatesSaved(handle: ThreadHandle, site: MemberSite): void {
  wrapMethod(
    Object.getPrototypeOf(handle) as object,
    'stopThread',
    original =>
      function (this: unknown, ...args) {
        const stop = (): void => void Reflect.apply(original, this, args);
        const { folder } = site;
        const { threadId: terminated } = this as { readonly threadId?: number };
        if (folder === null || terminated === undefined) stop();
        else intrinsics.aside(() => saveThenStop(folder, terminated, stop));
      }
  );
}

function hasRoom(options: unknown): boolean {
  if (!isObject(options)) return true;
  const { resourceLimits } = options as WorkerOptions;
  return (resourceLimits?.maxOldGenerationSizeMb ?? LEAST_HEAP_MB) >= LEAST_HEAP_MB;
}

/** Starts a thread that does not know the place; says that it is not recorded. */
function leftAlone([construct, , ...args]: PreparedCall, site: MemberSite): Worker {
  const make = (): unknown => Reflect.apply(construct as () => unknown, Reflect, args);
  const worker = site.hiding(() => knownTasks.starting(make)) as Worker;
  startedThreads.add(worker, false);
  const { folder } = site;
  const thread = threadClaim(worker.threadId, threadId);
  if (folder !== null && claim(folder, thread)) leaveNothing(folder, thread, SMALL_HEAP);
  return worker;
}

/**
 * The options of a worker thread that make it load the module; a thread without its own flags loads it
 * anyway.
 */
function asMember(options: unknown, { threadFile }: MemberSite): unknown {
  if (!isObject(options)) return options;
  const { execArgv, env } = options as WorkerOptions;
  if (Array.isArray(execArgv)) {
    return withOwn(options, 'execArgv', ['--require', threadFile, ...execArgv]);
  }
  if (typeof env !== 'object' || (env as unknown) === SHARE_ENV) return options;
  const own = env as NodeJS.ProcessEnv;
  const flags = withRequired(own[NODE_OPTIONS], threadFile);
  return withOwn(options, 'env', { ...own, [NODE_OPTIONS]: flags });
}

/** Other options, which have what `options` have and inherit, and `value` besides. */
function withOwn(options: object, name: keyof WorkerOptions, value: unknown): object {
  const own = Object.getOwnPropertyDescriptors(options);
  const given = { value, enumerable: true, configurable: true, writable: true };
  return Object.create(Object.getPrototypeOf(options) as object | null, {
    ...own,
    [name]: given
  }) as object;
}

/** A worker thread that runs. */
interface RunningThread {
  /** Node's number of it. */
  readonly threadId: number;
  /** Whether it can be asked to record. */
  readonly standsBy: boolean;
}

/** The worker threads that this thread has started, as long as somebody holds them. */
class StartedThreads {
  #threads: { readonly worker: WeakRef<Worker>; readonly standsBy: boolean }[] = [];

  add(worker: Worker, standsBy: boolean): void {
    this.#threads = this.#threads.filter(each => numberOf(each.worker) > 0);
    this.#threads.push({ worker: new WeakRef(worker), standsBy });
  }

  /** Those that run now. */
  running(): readonly RunningThread[] {
    return this.#threads
      .map(({ worker, standsBy }) => ({ threadId: numberOf(worker), standsBy }))
      .filter(({ threadId }) => threadId > 0);
  }
}

/** Node's number of a thread; -1 when it has ended. */
function numberOf(worker: WeakRef<Worker>): number {
  return worker.deref()?.threadId ?? -1;
}

export const startedThreads = new StartedThreads();
