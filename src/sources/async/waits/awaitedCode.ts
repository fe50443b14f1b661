import { partitionPoint } from '../../../base/partitionPoint';
import { type Operation, Repeats } from './operations';
import { type Await, MAX_RESUMED, type Wait } from './waitLog';

/** The code of captured stacks as rows of a profile's stacks. Equal functions and lines have equal rows. */
export interface AwaitedCode {
  /** The row of the innermost shown code on a captured stack, or -1 if none of it is shown. */
  rowOf(stack: number): number;
  /** Whether that code contains the `await` itself, rather than a function that it called, such as `Promise.all`. */
  isAwaiting(stack: number): boolean;
  /** The row of the caller, or -1. */
  callerOf(row: number): number;
  /** The function of a row. */
  frameOf(row: number): number;
}

/**
 * Drops awaits that only awaited other async functions. If an unknown await resumed first, the known one after it may
 * belong to a caller that did not wait itself. If every wait seen below that caller has the same place, the unknown
 * await is assumed to be there; otherwise the wait has none.
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
  /** For each function, the earliest of its awaits that resumed after a later wait. */
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

/**
 * The operation that each of `waits` was spent in, or null if the wait belongs to an await or no operation is known. It
 * is an operation if no await resumed after the wait, and the await that the wait would belong to started before the
 * operation, or the operation is over and what was waited for later began in its callback: else that await would have
 * taken as long without it. A repeating timer does not count if another operation that was pending by then called back
 * later.
 */
export function operationsOf(
  waits: readonly Wait[],
  awaits: readonly (Await | null)[],
  hasPlace: (each: Await | Operation) => boolean
): (Operation | null)[] {
  let next: Operation | null = null;
  const found = waits.map((): Operation | null => null);
  const leading = leadingWaits(waits, awaits);
  for (let at = waits.length - 1; at >= 0; at--) {
    const { operation, begun, resumed, hasOthers } = waits[at];
    const isPart = operation === null || operation.repeats === Repeats.atIntervals;
    if (!isPart && hasPlace(operation)) next = operation;
    const lasting = isPart ? (begunBefore(next, begun) ?? operation) : operation;
    if (lasting === null || !hasPlace(lasting)) continue;
    const each = awaits[at];
    // the last wait may have ended only because the recording did
    const hasGoneOn = hasOthers || resumed.some(hasPlace) || at === waits.length - 1;
    if (each === null || (!hasGoneOn && !isPart && isWithin(lasting, each, leading.has(at)))) {
      found[at] = lasting;
    }
  }
  return found;
}

/** The waits after which something began that ended a later one, or of which that is not known. */
function leadingWaits(
  waits: readonly Wait[],
  awaits: readonly (Await | null)[]
): ReadonlySet<number> {
  const ended = waits.flatMap(({ operation, resumed }, at) => [operation, awaits[at], ...resumed]);
  const unknown = waits.flatMap(({ hasLost }, at) => (hasLost ? [at] : []));
  return new Set([...ended.map(each => originOf(waits, each)), ...unknown]);
}

function begunBefore(operation: Operation | null, begun: number): Operation | null {
  return operation !== null && operation.number < begun ? operation : null;
}

/** For each of `waits`, at the code of its row, whether the operation that ended it also ended the one before there. */
export function areEndedAlike(
  waits: readonly Pick<Wait, 'operation'>[],
  rows: readonly number[]
): readonly boolean[] {
  const last = new Map<number, number>();
  return waits.map(({ operation }, at) => {
    if (operation === null || rows[at] < 0) return false;
    const isSame = last.get(rows[at]) === operation.number && operation.stack >= 0;
    last.set(rows[at], operation.number);
    return isSame;
  });
}

/** Whether an operation that ended was part of something that was still awaited, or `mayLead` to what was. */
function isWithin({ number, repeats }: Operation, awaited: Await, mayLead: boolean): boolean {
  return repeats === Repeats.never ? mayLead : number > awaited.number;
}

/** Whether everything that resumed or started after a wait is known. */
function isAllKnown({ hasOthers, hasLost, resumed }: Wait): boolean {
  return !hasOthers && !hasLost && resumed.length < MAX_RESUMED;
}

/** The wait after which an await or an operation began; -1 if it was before the first, or for none. */
function originOf(waits: readonly Wait[], each: Pick<Await, 'number'> | null): number {
  return each === null
    ? -1
    : partitionPoint(0, waits.length, at => waits[at].begun <= each.number) - 1;
}

/**
 * The functions on captured stacks, without their callers: after its first `await`, an asynchronous function is not
 * called by the code that called its first part.
 */
class AwaitingFunctions {
  readonly #ofStacks = new Map<number, readonly number[]>();

  constructor(private readonly code: AwaitedCode) {}

  /** The function that awaits, or -1 if that is not code. */
  awaiting(stack: number): number {
    return this.code.isAwaiting(stack) ? this.#of(stack)[0] : -1;
  }

  /** The functions that called that one. */
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
