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
/** True for promises of the language, those of subclasses included, whatever programs make of it. */
export function isPromise(value: unknown): value is Promise<unknown> {
  return typeof value === 'object' && value !== null && isPrototypeOf(OwnPromise.prototype, value);
}

// hot
/** `promise.then`, as the language has it. */
export const thenOf = uncurried<
  [settled: (value: unknown) => unknown, failed: (error: unknown) => unknown],
  Promise<unknown>
>(OwnPromise.prototype, 'then');
