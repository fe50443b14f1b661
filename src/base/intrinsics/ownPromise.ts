const OwnPromise = Promise;

/** A method as a function of its object, unaffected when programs replace methods. */
function uncurried<Args extends readonly unknown[], Result>(
  owner: object,
  name: string
): (self: unknown, ...args: Args) => Result {
  return Function.prototype.call.bind(Reflect.get(owner, name) as () => unknown);
}

const isPrototypeOf = uncurried<[value: unknown], boolean>(Object.prototype, 'isPrototypeOf');

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
