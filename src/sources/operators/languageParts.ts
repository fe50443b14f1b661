/** Objects of the language that contain functions and are not constructors, by their tags. */
const NAMESPACES: readonly string[] = ['Math', 'JSON', 'Reflect', 'Atomics', 'Intl', 'WebAssembly'];

/** Constructors of the language, which are on the global object of every realm. */
const CONSTRUCTORS: ReadonlySet<string> = new Set([
  ...['Object', 'Function', 'Boolean', 'Symbol', 'Number', 'BigInt', 'String', 'RegExp', 'Date'],
  ...['Error', 'AggregateError', 'EvalError', 'RangeError', 'ReferenceError', 'SyntaxError'],
  ...['TypeError', 'URIError', 'SuppressedError', 'Promise', 'Proxy', 'Iterator', 'Array'],
  ...['Map', 'Set', 'WeakMap', 'WeakSet', 'WeakRef', 'FinalizationRegistry'],
  ...['ArrayBuffer', 'SharedArrayBuffer', 'DataView', 'TypedArray'],
  ...['Int8Array', 'Uint8Array', 'Uint8ClampedArray', 'Int16Array', 'Uint16Array', 'Int32Array'],
  ...['Uint32Array', 'BigInt64Array', 'BigUint64Array'],
  ...['Float16Array', 'Float32Array', 'Float64Array'],
  ...['GeneratorFunction', 'AsyncFunction', 'AsyncGeneratorFunction'],
  ...['DisposableStack', 'AsyncDisposableStack']
]);

/**
 * The name of `value` in the language itself, such as `Math`, `Map` or `Map.prototype`; null for
 * anything else, including Node's own classes and modules. It works for any realm: the cells of a
 * notebook may have their own. Runs no getter.
 */
export function languagePart(value: object): string | null {
  if (ownValue(value, 'globalThis') === value) return 'globalThis';
  const tag = ownValue(value, Symbol.toStringTag);
  if (typeof tag === 'string' && typeof value !== 'function') {
    if (NAMESPACES.includes(tag)) return tag;
  }
  if (isConstructor(value)) return value.name;
  const constructor = ownValue(value, 'constructor');
  if (!isConstructor(constructor) || ownValue(constructor, 'prototype') !== value) return null;
  return `${constructor.name}.prototype`;
}

/** Of several functions with such a name the language's is the one that V8 shows no source of. */
function isConstructor(value: unknown): value is { readonly name: string } {
  if (typeof value !== 'function') return false;
  const name = ownValue(value, 'name');
  if (typeof name !== 'string' || !CONSTRUCTORS.has(name)) return false;
  return Function.prototype.toString.call(value).endsWith('{ [native code] }');
}

function ownValue(object: object, key: PropertyKey): unknown {
  return Object.getOwnPropertyDescriptor(object, key)?.value;
}
