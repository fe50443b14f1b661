import { syncBuiltinESMExports } from 'node:module';
import type { WorkerOptions } from 'node:worker_threads';
import workerThreads, { SHARE_ENV, threadId, Worker } from 'node:worker_threads';
import { knownTasks } from '../../sources/knownTasks';
import { withVariables } from './hookLaunches';
import { claim, leaveNothing, threadClaim } from './memberFiles';
import type { MemberPlace } from './memberPlace';
import { shareWithThreads } from './memberPlace';
import { wrapMethod } from './wrapMethod';
import { saveThreads } from './saveThreads';

/** Least heap of a thread that the profiler fits in, MiB; smaller ones are left alone. */
const LEAST_HEAP_MB = 96;

const SMALL_HEAP = `was not recorded: its heap may have less than ${LEAST_HEAP_MB} MiB`;

type Place = Omit<MemberPlace, 'threadId'>;

/**
 * Has worker threads of this thread record themselves, also those that are given flags or an
 * environment of their own, and save what they have recorded before they are terminated.
 */
export function hookWorkers(place: Place): void {
  const construct = (target: typeof Worker, args: unknown[], newTarget: unknown): object => {
    const [file, options, ...rest] = args;
    const make = (given: unknown) =>
      knownTasks.starting(
        () =>
          Reflect.construct(target, [file, given, ...rest], newTarget as typeof Worker) as Worker
      );
    return hasRoom(options)
      ? make(asMember(options, place))
      : leftAlone(() => make(options), place);
  };
  const hooked = new Proxy(Worker, { construct });
  Object.defineProperty(Worker.prototype, 'constructor', { value: hooked });
  workerThreads.Worker = hooked;
  wrapMethod(
    Worker.prototype,
    'terminate',
    original =>
      function (this: unknown, ...args) {
        saveBefore(place.folder, (this as Worker).threadId);
        return Reflect.apply(original, this, args);
      }
  );
  knownTasks.seeWorkers();
  syncBuiltinESMExports();
}

function saveBefore(folder: string, terminated: number): void {
  if (terminated <= 0 || terminated === threadId) return;
  try {
    saveThreads(folder, terminated, true);
  } catch {
    // Its recording is missing then, and the profile says so.
  }
}

function hasRoom(options: unknown): boolean {
  if (typeof options !== 'object' || options === null) return true;
  const { resourceLimits } = options as WorkerOptions;
  return (resourceLimits?.maxOldGenerationSizeMb ?? LEAST_HEAP_MB) >= LEAST_HEAP_MB;
}

/** Starts a thread that does not know the place; says that it is not recorded. */
function leftAlone(make: () => Worker, place: Place): Worker {
  shareWithThreads(null);
  try {
    const worker = make();
    const thread = threadClaim(worker.threadId, threadId);
    if (claim(place.folder, thread)) leaveNothing(place.folder, thread, SMALL_HEAP);
    return worker;
  } finally {
    shareWithThreads(place);
  }
}

/** The options of a worker thread, such that it loads the module: without flags of its own it does. */
function asMember(options: unknown, place: Place): unknown {
  if (typeof options !== 'object' || options === null) return options;
  const { execArgv, env } = options as WorkerOptions;
  if (Array.isArray(execArgv)) {
    return { ...options, execArgv: ['--require', place.registerFile, ...execArgv] };
  }
  if (typeof env !== 'object' || (env as unknown) === SHARE_ENV) return options;
  return { ...options, env: withVariables(env, place) };
}
