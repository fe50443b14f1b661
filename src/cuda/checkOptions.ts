import { isRecord } from '../base/isObject';
import { unknownOptionText } from '../base/snakeCase';
import { shown } from '../base/errors';
import { CudaArgumentError } from './cudaErrors';

/**
 * Refuses options that are not one object of no class, and those that `call` has not, of which the
 * error names the nearest one and all `names`.
 *
 * @throws CudaArgumentError
 */
export function checkOptions(call: string, options: unknown, names: readonly string[]): void {
  if (options === undefined) return;
  if (!isPlain(options)) {
    throw new CudaArgumentError(
      `${call} takes its options as an object, such as { ${names[0]} }, not ${kindText(options)}.`
    );
  }
  for (const key of Object.keys(options)) {
    if (!names.includes(key)) throw new CudaArgumentError(unknownOptionText(call, key, names));
  }
}

/** A given value, for an error: the value if it is simple, the class of an object. */
export function kindText(value: unknown): string {
  if (!isRecord(value)) return shown(value);
  const name = classOf(value);
  return name === 'Object' ? shown(value) : `a ${name}`;
}

function isPlain(value: unknown): value is object {
  if (!isRecord(value)) return false;
  return classOf(value) === 'Object';
}

/** By its name, since an object of another context has another class of that name. */
function classOf(value: object): string {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === Object.prototype || prototype === null) return 'Object';
  const { constructor } = value;
  return typeof constructor === 'function' ? constructor.name : 'Object';
}
