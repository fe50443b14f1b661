import { partitionPoint } from '../../../base/partitionPoint';
import { type Await, MAX_RESUMED, type Wait } from './waitLog';

/** The code of captured stacks, by rows of a profile's stacks; rows are equal where functions and lines are. */
export interface AwaitedCode {
  /** The innermost code on a captured stack, or -1 when none of it is shown. */
  rowOf(stack: number): number;
  /** Whether that code awaits itself, and nothing that it called, such as what `Promise.all` has its promises do. */
  isAwaiting(stack: number): boolean;
  /** The row of what called, or -1. */
  callerOf(row: number): number;
  /** The function of a row. */
  frameOf(row: number): number;
}

/**
 * The same awaits without those that await others: where one of which nothing is known went on first, the known one after
 * it may be that of a caller, which did not wait itself. Where all that was seen to wait below it is one place, that is
 * taken to be the unknown one, otherwise none is.
 */
export function innermostAwaits(
  waits: readonly Wait[],
  awaits: readonly (Await | null)[],
  code: Pick<AwaitedCode, 'rowOf' | 'callerOf'>
): (Await | null)[] {
  const below = new Map<number, Map<number, Await>>();
  const seen = new Set<number>();
  waits.forEach(({ isUnknownFirst }, at) => {
    const each = awaits[at];
    if (each === null || isUnknownFirst || seen.has(each.stack)) return;
    seen.add(each.stack);
    const row = code.rowOf(each.stack);
    for (let caller = code.callerOf(row); caller >= 0; caller = code.callerOf(caller)) {
      const known = below.get(caller) ?? new Map<number, Await>();
      below.set(caller, known.set(row, each));
    }
  });
  return awaits.map((each, at) => {
    if (each === null || !waits[at].isUnknownFirst) return each;
    const inner = below.get(code.rowOf(each.stack));
    if (inner === undefined) return each;
    const [one, ...others] = inner.values();
    return others.length > 0 ? null : { ...each, stack: one.stack, isForeseen: true };
  });
}

/**
 * The same awaits, with the time of those whose end changed nothing given to the one that was still waited for: of
 * functions that are awaited together, as by `Promise.all`, the last one to end. An await is such a one if
 *
 * - none that something was waited for in began after it,
 * - that of the next wait was pending as well, and called from the same function,
 * - and an `await` of that function, which was pending then, went on only later.
 */
export function decisiveAwaits(
  waits: readonly Wait[],
  awaits: readonly (Await | null)[],
  code: AwaitedCode
): (Await | null)[] {
  const functions = new AwaitingFunctions(code);
  const found = [...awaits];
  const hasLedOn = new Uint8Array(waits.length);
  /** By function, the earliest of the awaits in it that went on after a later wait. */
  const joins = new Map<number, number>();
  const isJoined = (wait: Wait, each: Await, next: Await): boolean => {
    if (next.number >= wait.begun) return false;
    const wentOn = new Set(wait.resumed.map(({ stack }) => functions.awaiting(stack)));
    const ofNext = functions.callers(next.stack);
    const goesOnLater = (caller: number): boolean =>
      !wentOn.has(caller) && (joins.get(caller) ?? Infinity) < wait.begun;
    const callers = functions.callers(each.stack);
    return callers.some(caller => ofNext.includes(caller) && goesOnLater(caller));
  };
  for (let at = waits.length - 1; at >= 0; at--) {
    const wait = waits[at];
    const [each, next] = [found[at], found[at + 1] ?? null];
    const mayBeLess = isAllKnown(wait) && hasLedOn[at] === 0;
    if (mayBeLess && each !== null && next !== null && isJoined(wait, each, next)) found[at] = next;
    const origin = originOf(waits, found[at]);
    if (origin >= 0) hasLedOn[origin] = 1;
    for (const { stack, number } of wait.resumed) {
      const awaiting = functions.awaiting(stack);
      joins.set(awaiting, Math.min(number, joins.get(awaiting) ?? Infinity));
    }
  }
  return found;
}

/** Whether all that went on after a wait is known, and all that began then. */
function isAllKnown({ hasOthers, hasLost, resumed }: Wait): boolean {
  return !hasOthers && !hasLost && resumed.length < MAX_RESUMED;
}

/** The wait after which an await began; -1 if it was before the first, or for none. */
function originOf(waits: readonly Wait[], each: Await | null): number {
  return each === null
    ? -1
    : partitionPoint(0, waits.length, at => waits[at].begun <= each.number) - 1;
}

/**
 * The functions on captured stacks. Whoever called them is no part of a function: what is on the stack below the first part
 * of an asynchronous function is not below those after its awaits.
 */
class AwaitingFunctions {
  readonly #ofStacks = new Map<number, readonly number[]>();

  constructor(private readonly code: AwaitedCode) {}

  /** The function that awaits, or -1 when it is not code. */
  awaiting(stack: number): number {
    return this.code.isAwaiting(stack) ? this.#of(stack)[0] : -1;
  }

  /** The functions that called it. */
  callers(stack: number): readonly number[] {
    return this.#of(stack).slice(1);
  }

  #of(stack: number): readonly number[] {
    const known = this.#ofStacks.get(stack);
    if (known !== undefined) return known;
    const { code } = this;
    const functions: number[] = [];
    for (let row = code.rowOf(stack); row >= 0; row = code.callerOf(row)) {
      functions.push(code.frameOf(row));
    }
    this.#ofStacks.set(stack, functions);
    return functions;
  }
}
