const OwnPromise = Promise;

/** A method as a function of its object, unaffected when programs replace methods. */
function uncurried<Args extends readonly unknown[], Result>(
  owner: object,
  name: string
): (self: unknown, ...args: Args) => Result {
  return Function.prototype.call.bind(Reflect.get(owner, name) as () => unknown);
}

/** Functions of the language for paths within the program's code, unaffected when programs replace them. */
export const { isArray } = Array;
export const { imul, max, min } = Math;
export const { isFinite, isInteger, isSafeInteger } = Number;
export const toNumber: (value: bigint | number | string) => number = Number;
export const { apply, construct, get, getOwnPropertyDescriptor } = Reflect;

type OfText<Args extends readonly unknown[], Result> = (self: string, ...args: Args) => Result;

export const startsWith: OfText<[start: string], boolean> = uncurried(
  String.prototype,
  'startsWith'
);
export const endsWith: OfText<[end: string], boolean> = uncurried(String.prototype, 'endsWith');
export const includes: OfText<[part: string], boolean> = uncurried(String.prototype, 'includes');
export const indexOf: OfText<[part: string, from?: number], number> = uncurried(
  String.prototype,
  'indexOf'
);
export const lastIndexOf: OfText<[part: string], number> = uncurried(
  String.prototype,
  'lastIndexOf'
);
export const replaceAll: OfText<[part: string, by: string], string> = uncurried(
  String.prototype,
  'replaceAll'
);
export const slice: OfText<[start: number, end?: number], string> = uncurried(
  String.prototype,
  'slice'
);
export const toLowerCase: OfText<[], string> = uncurried(String.prototype, 'toLowerCase');
export const split: OfText<[separator: string], string[]> = uncurried(String.prototype, 'split');

/** `pattern.exec`; `test` would call that of the program. */
export const exec: (pattern: RegExp, text: string) => RegExpExecArray | null = uncurried(
  RegExp.prototype,
  'exec'
);

export const isPrototypeOf = uncurried<[value: unknown], boolean>(
  Object.prototype,
  'isPrototypeOf'
);

// hot
/**
 * True for promises of the language, those of subclasses included, whatever programs make of it; false for proxies that
 * throw when they are looked at.
 */
export function isPromise(value: unknown): value is Promise<unknown> {
  if (typeof value !== 'object' || value === null) return false;
  try {
    return isPrototypeOf(OwnPromise.prototype, value);
  } catch {
    return false;
  }
}

// hot
/** True for promises that are of no subclass: an `await` does not ask them for their method. */
export function isOwnPromise(value: unknown): value is Promise<unknown> {
  if (!isPromise(value)) return false;
  try {
    return value.constructor === OwnPromise;
  } catch {
    return false;
  }
}

// hot
/** `promise.then`, as the language has it. */
export const thenOf = uncurried<
  [settled: (value: unknown) => unknown, failed: (error: unknown) => unknown],
  Promise<unknown>
>(OwnPromise.prototype, 'then');
