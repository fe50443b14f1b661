import { executionAsyncId, executionAsyncResource } from 'node:async_hooks';
import { Session } from 'node:inspector';
import { clearImmediate as clear, setImmediate as set } from 'node:timers';
import { intrinsics } from 'kernelscope/host';
import { KeyboardInterrupt } from '../tslab/failure';
import { OwnTurns } from './ownTurn';
import { STOP_FUNCTION } from './interrupt';

/** How user code is distinguished from kernel code. */
export interface StopOptions {
  /** True while an interrupt waits for its effect. */
  readonly isPending: () => boolean;
  /** True while the cell that an interrupt ended has not been answered, and nothing runs for it. */
  readonly isUnanswered: () => boolean;
  /** True for a file of the kernel itself. */
  readonly isKernelFile: (file: string) => boolean;
  /** Called right before user code is ended. */
  readonly ending: () => void;
}

/** The number of frames examined: Node's own may be above those of a cell. */
const MAX_FRAMES = 200;
/** After so many looks that found the kernel at work for the user, it is stopped all the same. */
const MAX_PUT_OFF = 100;

/** As they were before cells could replace them. */
const { apply } = Reflect;
const post: (method: string) => void = Reflect.get(Session.prototype, 'post');
const captureStackTrace = Error.captureStackTrace.bind(Error);

type Prepare = (error: Error, sites: readonly NodeJS.CallSite[]) => unknown;

/** The object that V8 asks for the format of a stack. */
const stacks = Error as unknown as { prepareStackTrace?: Prepare; stackTraceLimit: number };

/** The call sites above `below`, whatever the user has set for stacks. */
function callSites(below: () => void): readonly NodeJS.CallSite[] {
  const { prepareStackTrace, stackTraceLimit } = stacks;
  const holder: { stack?: unknown } = {};
  try {
    stacks.prepareStackTrace = (_error, sites) => sites;
    stacks.stackTraceLimit = MAX_FRAMES;
    captureStackTrace(holder, below);
    return holder.stack as readonly NodeJS.CallSite[];
  } finally {
    Object.assign(stacks, { prepareStackTrace, stackTraceLimit });
  }
}

/** True below Node's function that runs ticks and then microtasks, and where the stack is too deep to see. */
function mayBeTick(sites: readonly NodeJS.CallSite[]): boolean {
  const isDeep = sites.length >= MAX_FRAMES - 1;
  return isDeep || sites.some(site => site.getFunctionName() === 'processTicksAndRejections');
}

/** The file of a frame's code; null for built-in functions. */
function fileOf(site: NodeJS.CallSite): string | null {
  const file = site.getFileName() ?? null;
  if (file === null || file === '') {
    return site.isEval() ? 'eval' : null;
  }
  return file.startsWith('node:') ? null : file;
}

interface NodeProcess {
  readonly _fatalException?: (this: unknown, error: unknown, fromPromise: boolean) => boolean;
}

/**
 * Empties Node's record of whose code is running, as Node itself does after an error that somebody
 * handled: a termination does not, and where asynchronous hooks are in use Node then aborts. False
 * where that is impossible.
 */
function clearAsyncIds(): boolean {
  if (executionAsyncId() === 0) {
    return true;
  }
  const { _fatalException: handle } = process as NodeProcess;
  if (handle === undefined || process.hasUncaughtExceptionCaptureCallback()) {
    return false;
  }
  process.setUncaughtExceptionCaptureCallback(() => undefined);
  try {
    handle.call(process, new KeyboardInterrupt(), false);
    return true;
  } finally {
    process.setUncaughtExceptionCaptureCallback(null);
  }
}

/**
 * Ends user code on its own thread; the helper thread calls it in the middle of that code through the
 * inspector. Looking and ending are one step, with nothing of the program in between.
 */
export class MainThreadStop {
  readonly #options: StopOptions;
  #session: Session | null = null;
  readonly #turns = new OwnTurns();
  #putOff = 0;
  #leavesTicks = false;
  #awaitsTurn = false;

  constructor(options: StopOptions) {
    this.#options = options;
  }

  /** Makes it callable, as a global that programs do not see when they list globals. */
  install(): void {
    const stop = (): void => this.#stop(stop);
    Object.defineProperty(globalThis, STOP_FUNCTION, { value: stop });
  }

  /**
   * Releases the resources of the last stop, and calls `act` when nothing of the ended code continues:
   * immediately if it has left no ticks.
   */
  settle(act: () => void): void {
    this.#session?.disconnect();
    this.#session = null;
    this.#putOff = 0;
    if (!this.#leavesTicks) return act();
    this.#leavesTicks = false;
    afterLeftTicks(act);
  }

  /** The end is the last that is called here: what came after it would end in the place of the cell. */
  #stop(own: () => void): void {
    // it may be amid the removal of what the cell has changed
    const session = intrinsics.begin(() => this.#sessionToEnd(own));
    if (session !== null) apply(post, session, ['Runtime.terminateExecution']);
  }

  /** Null if nothing should be ended. */
  #sessionToEnd(own: () => void): Session | null {
    if (!this.#isWanted()) return null;
    const [, ...sites] = callSites(own);
    const immediate = runningImmediate();
    if (!this.#isInUserCode(sites) || !clearAsyncIds()) {
      return null;
    }
    if (immediate !== null) prepareToEnd(immediate);
    this.#leavesTicks ||= mayBeTick(sites);
    this.#options.ending();
    return this.#connected();
  }

  /**
   * Callbacks that an ended cell has left behind may run on, unless they keep the event loop from
   * turning from one look to the next.
   */
  #isWanted(): boolean {
    if (this.#options.isPending()) return true;
    if (!this.#options.isUnanswered()) return false;
    if (this.#awaitsTurn) return true;
    this.#awaitsTurn = true;
    this.#turns.call(() => {
      this.#awaitsTurn = false;
    });
    return false;
  }

  #connected(): Session {
    if (this.#session === null) {
      this.#session = new Session();
      this.#session.connect();
    }
    return this.#session;
  }

  /** Code of the kernel that was called by a cell is let finish, within reason. */
  #isInUserCode(sites: readonly NodeJS.CallSite[]): boolean {
    const areUser = sites.flatMap(site => {
      const file = fileOf(site);
      return file === null ? [] : [!this.#options.isKernelFile(file)];
    });
    if (!areUser.includes(true)) {
      return false;
    }
    this.#putOff = areUser[0] === true ? MAX_PUT_OFF : this.#putOff + 1;
    return this.#putOff >= MAX_PUT_OFF;
  }
}

/** The flag that Node checks before it queues a tick. */
const host = process as unknown as { _exiting: boolean };
const nextTick = process.nextTick.bind(process);

/**
 * Calls `act` as soon as no tick of a program is waiting any more. V8 drops all waiting microtasks when
 * it ends one; Node keeps the ticks, and one that keeps adding the next leaves no time for anything
 * else. The waiting ticks run once more, and none is added meanwhile.
 */
function afterLeftTicks(act: () => void): void {
  nextTick(() => {
    host._exiting = false;
    intrinsics.begin(act);
  });
  host._exiting = true;
}

/** As they were before cells could replace them. */
const clearImmediate = clear;
const setImmediate = set;

/** The fields by which Node links an immediate to others and records its state. */
interface LinkedImmediate {
  _destroyed: boolean;
  _onImmediate: ((...args: unknown[]) => unknown) | null;
  readonly _argv?: readonly unknown[] | null;
  _idleNext: LinkedImmediate | null;
  _idlePrev: LinkedImmediate | null;
}

const nothing = (): void => undefined;

/** The immediate whose callback is running; null if none is. */
function runningImmediate(): LinkedImmediate | null {
  const resource = executionAsyncResource() as Partial<LinkedImmediate>;
  const isRunning =
    resource._destroyed === true && '_onImmediate' in resource && '_idlePrev' in resource;
  return isRunning ? (resource as LinkedImmediate) : null;
}

/**
 * Prepares Node for a termination of the callback of `ended`. Node advances its list of immediates
 * in a `finally`, which a termination skips. The first immediate of a list would take all others with
 * it; after any other one, Node would fail at it again and again, and run no immediate any more.
 */
function prepareToEnd(ended: LinkedImmediate): void {
  if (ended._idlePrev === null) requeueAfter(ended);
  else passAgain(ended);
}

function requeueAfter(ended: LinkedImmediate): void {
  const waiting: LinkedImmediate[] = [];
  for (let next = ended._idleNext; next !== null; next = next._idleNext) waiting.push(next);
  for (const one of waiting) {
    const { _onImmediate: callback, _argv: args } = one;
    clearImmediate(one as unknown as NodeJS.Immediate);
    if (callback !== null) setImmediate(() => apply(callback, one, args ?? []));
  }
}

/** Node begins with `ended` the next time: it then does nothing, and is counted as one more immediate. */
function passAgain(ended: LinkedImmediate): void {
  ended._destroyed = false;
  ended._onImmediate = nothing;
  const [before, counted, after] = [
    setImmediate(nothing),
    setImmediate(nothing),
    setImmediate(nothing)
  ];
  counted.unref();
  link(before, after);
}

/** Takes out what is between two immediates of a list. */
function link(before: NodeJS.Immediate, after: NodeJS.Immediate): void {
  const [first, second] = [before, after] as unknown as [LinkedImmediate, LinkedImmediate];
  first._idleNext = second;
  second._idlePrev = first;
}
