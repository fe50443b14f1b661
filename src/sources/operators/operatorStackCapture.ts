import { runInNewContext } from 'node:vm';
import { intrinsics } from '../../base/intrinsics/intrinsics';
import { toNumber } from '../../base/intrinsics/ownFunctions';
import { OwnMap } from '../../base/intrinsics/ownMap';
import { TripleRows } from '../../model/build/tripleRows';
import { FrameKind } from '../../model/profile/profile';
import { classifyScript } from '../../model/profile/scriptKind';
import type { Recorder } from '../../record/recorder';
import { NO_STACK } from '../../record/slices/sliceStackLog';
import { isOwnScript } from '../v8/scripts/sourceMapper';

const { isArray } = Array;

/** Frames taken of a stack at most, the innermost ones. */
const MAX_FRAMES = 64;

/** Distinct places in scripts, and distinct stacks, kept at most in a recording. */
const MAX_SITES = 1 << 16;
const MAX_STACKS = 1 << 19;

/** No capture costs more, nanoseconds: where one took longer, the thread did not run meanwhile. */
const MAX_COST_NS = 100_000;

/** A place in a script that a function was at; lines and columns are one-based, 0 unknown. */
export interface StackSite {
  /** The script as V8 names it; '' for V8's own machine code and text that was evaluated. */
  readonly script: string;
  /** True for V8's own machine code. */
  readonly isNative: boolean;
  /** The function's name, or ''. */
  readonly name: string;
  readonly line: number;
  readonly column: number;
  /** The line on which the function begins. */
  readonly functionLine: number;
  readonly functionColumn: number;
}

/** A stack that was captured: a place, and the number of the stack that led to it, or -1. */
export interface CapturedStack {
  readonly caller: number;
  readonly site: StackSite;
}

/** Stacks that were captured, by their numbers: plain data. */
export interface CapturedColumns {
  readonly callers: Int32Array;
  /** The place of each in `sites`. */
  readonly places: Int32Array;
  readonly sites: readonly StackSite[];
}

/** A stack of columns by its number. */
export function stackIn(
  { callers, places, sites }: CapturedColumns,
  number: number
): CapturedStack {
  return { caller: callers[number], site: sites[places[number]] };
}

/**
 * Captures the stack of running code, each distinct one once, by numbers: callers have smaller ones. V8
 * reads the depth and the format of stacks from the `Error` of the calling realm; this class has its
 * own realm, so that no setting of the recorded program is changed, or matters.
 */
export class OperatorStackCapture {
  readonly #ownError: ErrorConstructor;
  /** By script, position in it and name: functions created at one position may have different names. */
  readonly #siteNumbers = new OwnMap<string, OwnMap<number, OwnMap<string, number>>>();
  readonly #nativeNumbers = new OwnMap<string, number>();
  #sites: StackSite[] = [];
  /** Number of the caller plus one, and site, of each stack. */
  #stacks = new TripleRows();
  /** Whether the user's code is on each stack, as far as that was asked. */
  readonly #areOfUser = new OwnMap<number, boolean>();
  #generation = -1;
  #successes = 0;
  #failures = 0;
  #spent = 0;

  /** `maxFrames` are taken of a stack at most, the innermost ones. */
  constructor(
    private readonly recorder: Pick<Recorder, 'generation' | 'now'>,
    private readonly maxFrames: number = MAX_FRAMES
  ) {
    this.#ownError = ownError(maxFrames);
  }

  /** Stacks that were taken, of all recordings so far. */
  get taken(): number {
    return this.#successes;
  }

  /** Stacks that could not be taken or did not fit, of all recordings so far. */
  get failed(): number {
    return this.#failures;
  }

  /** The cost of capturing, nanoseconds. */
  get spentNs(): number {
    return this.#spent;
  }

  /** The scripts of the stacks of the recording under way. */
  get scripts(): readonly string[] {
    const scripts: string[] = [];
    this.#siteNumbers.forEach((_, script) => scripts.push(script));
    return scripts;
  }

  // hot
  /**
   * The number of the stack of the code that calls, with the frames of the profiler; -1 when it cannot
   * be taken, for one because the stack is used up. Never throws. Numbers count for one recording.
   */
  capture(): number {
    return this.#take(false);
  }

  // hot
  /**
   * The same for those who await the code that calls, directly and up the chain, without what is on the stack itself; -1
   * too where nobody is known to. A frame is at the `await`.
   */
  captureAwaits(): number {
    return this.#take(true);
  }

  stack(number: number): CapturedStack {
    return { caller: this.#stacks.at(number, 0), site: this.#sites[this.#stacks.at(number, 1)] };
  }

  // hot
  /** Whether any of the user's code is on a stack. */
  isOfUser(number: number): boolean {
    if (number < 0) return false;
    const known = this.#areOfUser.get(number);
    if (known !== undefined) return known;
    const { caller, site } = this.stack(number);
    const found = isOfUser(site) || this.isOfUser(caller);
    this.#areOfUser.set(number, found);
    return found;
  }

  /** All stacks of the recording under way. */
  toColumns(): CapturedColumns {
    const { length } = this.#stacks;
    const callers = this.#stacks.column(0, new Int32Array(length));
    const places = this.#stacks.column(1, new Int32Array(length));
    return { callers, places, sites: [...this.#sites] };
  }

  // hot
  #take(isOfAwaits: boolean): number {
    try {
      const start = this.recorder.now();
      if (this.#generation !== this.recorder.generation) intrinsics.aside(() => this.#restart());
      const sites = readStack(this.#ownError);
      const isCut = isOfAwaits && sites.length >= this.maxFrames;
      const number = isCut ? NO_STACK : this.#numberOf(sites, isOfAwaits ? firstAwait(sites) : 0);
      const took = toNumber(this.recorder.now() - start);
      this.#spent += took < MAX_COST_NS ? took : MAX_COST_NS;
      return number;
    } catch {
      this.#failures++;
      return NO_STACK;
    }
  }

  /** The number of the frames from `innermost` on. */
  #numberOf(sites: readonly NodeJS.CallSite[], innermost: number): number {
    let stack = NO_STACK;
    for (let frame = sites.length - 1; frame >= innermost; frame--) {
      const site = this.#siteOf(sites[frame]);
      if (site < 0 || this.#stacks.length >= MAX_STACKS) {
        this.#failures++;
        return NO_STACK;
      }
      stack = this.#stacks.row(stack, site, 0);
    }
    this.#successes++;
    return stack;
  }

  #siteOf(site: NodeJS.CallSite): number {
    const script = site.getFileName() ?? site.getScriptNameOrSourceURL() ?? '';
    if (script === '') return this.#siteWithoutScript(site);
    const numbers = this.#numbersAt(script, site.getPosition());
    const name = site.getFunctionName() ?? '';
    const known = numbers.get(name);
    if (known !== undefined) return known;
    const added = this.#add(describe(site, script));
    if (added >= 0) numbers.set(name, added);
    return added;
  }

  /** The numbers of the functions at a place in a script, by name. */
  #numbersAt(script: string, position: number): OwnMap<string, number> {
    let places = this.#siteNumbers.get(script);
    if (places === undefined) {
      places = new OwnMap<number, OwnMap<string, number>>();
      this.#siteNumbers.set(script, places);
    }
    let numbers = places.get(position);
    if (numbers === undefined) {
      numbers = new OwnMap<string, number>();
      places.set(position, numbers);
    }
    return numbers;
  }

  #siteWithoutScript(site: NodeJS.CallSite): number {
    const key = `${site.isEval()} ${site.getLineNumber() ?? ''} ${site.getFunctionName() ?? ''}`;
    const known = this.#nativeNumbers.get(key);
    if (known !== undefined) return known;
    const added = this.#add(describe(site, ''));
    if (added >= 0) this.#nativeNumbers.set(key, added);
    return added;
  }

  #add(site: StackSite): number {
    const { length } = this.#sites;
    if (length >= MAX_SITES) return -1;
    // by no method: the program may have replaced it
    this.#sites[length] = site;
    return length;
  }

  #restart(): void {
    this.#generation = this.recorder.generation;
    this.#siteNumbers.clear();
    this.#nativeNumbers.clear();
    this.#sites = [];
    this.#stacks = new TripleRows();
    this.#areOfUser.clear();
  }
}

/** Whether a place is in the user's code. */
export function isOfUser({ script, isNative }: StackSite): boolean {
  return !isNative && classifyScript(script) === FrameKind.user && !isOwnScript(script);
}

function ownError(maxFrames: number): ErrorConstructor {
  const error = runInNewContext('Error') as ErrorConstructor;
  error.stackTraceLimit = maxFrames;
  error.prepareStackTrace = (_error, sites) => sites;
  return error;
}

// hot
function readStack(OwnError: ErrorConstructor): readonly NodeJS.CallSite[] {
  const sites: unknown = new OwnError().stack;
  if (!isArray(sites)) throw new TypeError('V8 gave no call sites');
  return sites as NodeJS.CallSite[];
}

/** The frame of the function that awaits the outermost one; their number where none is known. */
function firstAwait(sites: readonly NodeJS.CallSite[]): number {
  let frame = 0;
  while (frame < sites.length && !sites[frame].isAsync()) frame++;
  return frame;
}

function describe(site: NodeJS.CallSite, script: string): StackSite {
  const line = site.getLineNumber() ?? 0;
  return {
    script,
    isNative: script === '' && line === 0,
    name: site.getFunctionName() ?? '',
    line,
    column: site.getColumnNumber() ?? 0,
    functionLine: site.getEnclosingLineNumber() ?? 0,
    functionColumn: site.getEnclosingColumnNumber() ?? 0
  };
}
