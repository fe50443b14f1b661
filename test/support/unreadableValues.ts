/** What whoever looks at the values of {@link unreadableValues} is told. */
export class LookedAtError extends Error {
  constructor() {
    super('it was looked at');
  }
}

const refuse = (): never => {
  throw new LookedAtError();
};

/** Names that a profiler may ask objects of a program for. */
const NAMES = [
  'constructor',
  'data',
  'dims',
  'dtype',
  'length',
  'map',
  'message',
  'name',
  'rows',
  'shape',
  'slice',
  'then',
  'toJSON',
  'toString',
  'type',
  'valueOf',
  Symbol.iterator,
  Symbol.toPrimitive,
  Symbol.toStringTag
] as const;

/** Gives an object getters that throw, for all names that it lets be defined. */
function closed<T extends object>(value: T): T {
  for (const name of NAMES) {
    Reflect.defineProperty(value, name, { get: refuse, enumerable: true, configurable: true });
  }
  return value;
}

function revoked(target: object): object {
  const { proxy, revoke } = Proxy.revocable(target, {});
  revoke();
  return proxy;
}

function refusing(target: object): object {
  const handler = { get: refuse, getPrototypeOf: refuse, getOwnPropertyDescriptor: refuse };
  return new Proxy(target, { ...handler, has: refuse, ownKeys: refuse, isExtensible: refuse });
}

class Refusing extends Array<number> {
  override map(): never {
    return refuse();
  }

  override slice(): never {
    return refuse();
  }
}

/** Values of programs that throw when they are looked at, by name: whoever only passes them on sees nothing of it. */
export function unreadableValues(): Readonly<Record<string, unknown>> {
  const elements = Object.defineProperty([0], 0, { get: refuse, enumerable: true });
  return {
    'an object with getters': closed({}),
    'an object of no class': Object.setPrototypeOf(closed({}), null),
    'a list with a getter': elements,
    'a list of no class': Object.setPrototypeOf([1, 2], null),
    'a list of a class of its own': Refusing.from([1, 2]),
    'a list of such objects': [closed({}), revoked({})],
    'a function': closed(() => 1),
    'an error': closed(new Error('of the program')),
    'an array of numbers': closed(new Uint8Array(3)),
    'a promise': closed(Promise.resolve(1)),
    'a promise of another class': Object.defineProperty(Promise.resolve(1), 'constructor', {
      get: refuse
    }),
    'a date': closed(new Date(Number.NaN)),
    'a proxy': refusing({}),
    'a proxy of a list': refusing([]),
    'a proxy of a promise': refusing(Promise.resolve(1)),
    'a revoked proxy': revoked({}),
    'a revoked proxy of a list': revoked([]),
    'a revoked proxy of a function': revoked(() => 1)
  };
}
