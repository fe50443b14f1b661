import { realpathSync } from 'node:fs';
import { Module } from 'node:module';
import { promiseHooks } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { intrinsics } from '../../../base/intrinsics/intrinsics';
import { exec, isArray } from '../../../base/intrinsics/ownFunctions';
import { FrameKind, type SampleTable } from '../../../model/profile/profile';
import type { StartUpRun } from '../../../facts/startUp';
import type { ContributionContext } from '../../../record/build/contribution';
import { monotonicClock } from '../../../base/clock';
import { HOOK_CALLERS } from './callFrames';
import { replaceMethod } from '../../process/replaceMethod';
import { filePath } from '../scripts/frameClassifier';
import { classifyScript } from '../../../model/profile/scriptKind';
import { isOwnScript } from '../scripts/sourceMapper';

/** Frames in which the caller of Node's own code is looked for, besides those of the hook itself. */
const FRAMES = 8;

/**
 * Promises that are looked at: by then a program has begun, or does not by itself. A tool of a package may have much of
 * its own to do, but what runs tests in a process has loaded the first file after a few hundred.
 */
const MAX_PROMISES = { programs: 10_000, others: 2000 } as const;

/** The file of Node that runs ECMAScript modules. */
const MODULE_JOB = 'node:internal/modules/esm/module_job';

/** The function in it that runs a module with all that it imports. */
const RUN = 'run';

/** The moments that an {@link EntryWatch} has seen, clock values. */
export interface EntryMoments {
  /** The program's file was about to be compiled, if it is a CommonJS module. */
  readonly commonJsNs: bigint | null;
  /** Node began to run ECMAScript modules, the last that was seen. */
  readonly moduleNs: bigint | null;
  /** When the program's own code was first seen; it may have run for a while by then. */
  readonly ownCodeNs: bigint | null;
}

/**
 * Watches a program start. A CommonJS module is noted in Node's cache before it runs. When Node runs an ECMAScript
 * module, V8 makes a promise, whose stack tells. Ends by itself as soon as code of the program is seen.
 */
export class EntryWatch {
  #commonJsNs: bigint | null = null;
  #ownCodeNs: bigint | null = null;
  #moduleNs: bigint | null = null;
  #promises = 0;
  #stopHooks: (() => void) | null = null;
  #restoreCache: (() => void) | null = null;
  #onOwnCode: (() => void) | null = null;

  /**
   * `program` is the file that Node was launched with. Of a tool of a package, or a thread or process that a program has
   * started, start-up `isPart` like any other.
   */
  constructor(
    private readonly program: string,
    private readonly isPart: boolean
  ) {}

  /** The moments seen so far; null where start-up is a part like any other. */
  get moments(): EntryMoments | null {
    if (this.isPart) return null;
    const commonJsNs = this.#commonJsNs;
    const moduleNs = this.#moduleNs;
    const ownCodeNs = this.#ownCodeNs;
    return { commonJsNs, moduleNs, ownCodeNs };
  }

  /** Begins to watch. Call before anything of the program is loaded. */
  begin(): void {
    const newError = stackReader();
    if (!this.isPart) this.#watchCache();
    this.#stopHooks = promiseHooks.createHook({
      init: (_promise, parent) => {
        if (parent === undefined) this.#look(newError());
      }
    }) as () => void;
  }

  /** Calls `listener` when the program's own code is first seen, before other hooks for the promise that it makes. */
  whenOwnCodeBegins(listener: () => void): void {
    this.#onOwnCode = listener;
  }

  /** Ends watching; again does nothing. */
  end(): void {
    const stopHooks = this.#stopHooks;
    const restoreCache = this.#restoreCache;
    this.#stopHooks = null;
    this.#restoreCache = null;
    if (stopHooks) intrinsics.aside(stopHooks);
    restoreCache?.();
  }

  #watchCache(): void {
    const noting = new Proxy(moduleCache(), {
      set: (target, file, module) => {
        intrinsics.retried(() => this.#note(file));
        return Reflect.set(target, file, module);
      }
    });
    this.#restoreCache = replaceMethod(Module, '_cache', noting);
  }

  #note(file: string | symbol): void {
    if (typeof file !== 'string' || !isOwn(file)) return;
    const now = monotonicClock();
    if (isSame(file, this.program)) this.#commonJsNs = now;
    this.#sawOwnCode(now);
  }

  // hot
  #look(sites: readonly NodeJS.CallSite[]): void {
    if (++this.#promises > MAX_PROMISES[this.isPart ? 'others' : 'programs']) return this.end();
    const own = sites[0]?.getFileName();
    let first = 0;
    while (first < sites.length && isHook(sites[first], own)) first++;
    for (let at = first; at < sites.length; at++) {
      const script = sites[at].getFileName() ?? '';
      if (at === first && script === MODULE_JOB && sites[at].getFunctionName() === RUN) {
        this.#moduleNs = monotonicClock();
        return;
      }
      if (!isOwn(script) || isPrepared(sites[at + 1])) continue;
      this.#sawOwnCode(monotonicClock());
      return;
    }
  }

  #sawOwnCode(now: bigint): void {
    this.#ownCodeNs ??= now;
    this.end();
    this.#onOwnCode?.();
    this.#onOwnCode = null;
  }
}

/**
 * The time until the code of the program itself began, for the samples of its main thread; null if that is unknown, or
 * the program is not one of the user's files.
 */
export function startUpRun(
  moments: EntryMoments,
  context: Pick<ContributionContext, 'originNs' | 'endNs' | 'stacks'> & { readonly pid: number },
  samples: SampleTable
): StartUpRun | null {
  const begunNs = entryTime(moments, context.originNs, firstOwnSample(context, samples));
  if (begunNs === null) return null;
  const lengthNs = Number(context.endNs - context.originNs);
  const untilNs = Math.min(Math.max(0, begunNs), lengthNs);
  return { pid: context.pid, fromNs: 0, untilNs };
}

/**
 * When a program's own code began, nanoseconds from the origin: when it was first seen, or sampled. One that never was
 * did little, after Node last began to run modules. Null if nothing is known.
 */
export function entryTime(
  { commonJsNs, moduleNs, ownCodeNs }: EntryMoments,
  originNs: bigint,
  sampledNs: number | null
): number | null {
  const timeOf = (clockNs: bigint | null): number =>
    clockNs === null ? Infinity : Number(clockNs - originNs);
  if (commonJsNs !== null) return timeOf(commonJsNs);
  const seenNs = Math.min(timeOf(ownCodeNs), sampledNs ?? Infinity);
  const begunNs = seenNs < Infinity ? seenNs : timeOf(moduleNs);
  return begunNs < Infinity ? begunNs : null;
}

/** When the user's code is first on the stack; null if it never is. */
function firstOwnSample(
  { stacks }: Pick<ContributionContext, 'stacks'>,
  { stack, time }: SampleTable
): number | null {
  const row = stack.findIndex(each => each >= 0 && stacks.innermost(each, FrameKind.user) !== null);
  return row < 0 ? null : time[row];
}

/** Whether a frame is one of the hook of this file, or of Node's that calls it. */
function isHook(site: NodeJS.CallSite, own: string | null | undefined): boolean {
  const script = site.getFileName();
  if (script === own) return true;
  for (let at = 0; at < HOOK_CALLERS.length; at++) if (HOOK_CALLERS[at] === script) return true;
  return false;
}

/** Whether the caller of a frame only prepares the frame's module to run, rather than running it. */
function isPrepared(caller: NodeJS.CallSite | undefined): boolean {
  const isOfJob = caller?.getFileName() === MODULE_JOB;
  return isOfJob && exec(/instantiate/i, caller.getFunctionName() ?? '') !== null;
}

/** A program, or a thread or process of it, that is recorded from its beginning. */
export interface StartedProgram {
  /** The file that Node was launched with. */
  readonly file: string;
  /** Whether it is a thread or process that the recorded program has started. */
  readonly isMember: boolean;
}

/** A watch over what was started; undefined where that is nothing. */
export function watchEntry(program: StartedProgram | null): EntryWatch | undefined {
  if (program === null) return undefined;
  return new EntryWatch(program.file, program.isMember || !isOwn(program.file));
}

function isOwn(script: string): boolean {
  return (
    filePath(script) !== null && classifyScript(script) === FrameKind.user && !isOwnScript(script)
  );
}

function isSame(file: string, program: string): boolean {
  try {
    return file === program || realpathSync(program) === file;
  } catch {
    return false;
  }
}

function moduleCache(): object {
  return Reflect.get(Module, '_cache') as object;
}

/** Reads stacks by the `Error` of a realm of its own, so that no setting of the program is changed, or matters. */
function stackReader(): () => readonly NodeJS.CallSite[] {
  const OwnError = runInNewContext('Error') as ErrorConstructor;
  OwnError.stackTraceLimit = FRAMES;
  OwnError.prepareStackTrace = (_error, sites) => sites;
  return () => {
    const sites: unknown = new OwnError().stack;
    return isArray(sites) ? (sites as NodeJS.CallSite[]) : [];
  };
}
