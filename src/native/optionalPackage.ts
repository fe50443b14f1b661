import { createRequire } from 'node:module';
import { join } from 'node:path';
import { codeOf, firstLineOf, KernelscopeError, messageOf } from '../base/errors';

/** An optional package cannot be loaded; the message says what to do. */
export class PackageUnavailableError extends KernelscopeError {}

/** The places where an optional package is looked for. */
export interface PackagePlaces {
  /** The folder of the user; default the current one. */
  readonly folder?: string;
  /** A file of this package, beside which it is looked for first; default this file. */
  readonly beside?: string;
  /** The module within the package, such as `server/index.js`; default its main one. */
  readonly part?: string;
}

/**
 * Loads an optional package: from beside this one or from the folder of the user.
 *
 * @throws PackageUnavailableError
 */
export function loadOptionalPackage(
  name: string,
  { folder = process.cwd(), beside = __filename, part }: PackagePlaces = {}
): unknown {
  const wanted = { name, module: part === undefined ? name : `${name}/${part}`, folder };
  for (const place of [beside, join(folder, 'package.json')]) {
    const found = loadFrom(place, wanted);
    if (found !== null) return found;
  }
  throw unavailable(name, 'is not installed', folder);
}

interface WantedModule {
  readonly name: string;
  readonly module: string;
  readonly folder: string;
}

/** The module as resolved from the file `place`; null if there is none. */
function loadFrom(place: string, { name, module, folder }: WantedModule): unknown {
  try {
    return createRequire(place)(module) as unknown;
  } catch (error) {
    if (isMissing(module, error)) return null;
    throw unavailable(name, `cannot be loaded: ${firstLineOf(error)}`, folder, error);
  }
}

function unavailable(
  name: string,
  reason: string,
  folder: string,
  cause?: unknown
): PackageUnavailableError {
  const text = `The package ${name} ${reason}. Run npm install ${name} in ${folder}.`;
  return new PackageUnavailableError(text, { cause });
}

/** True if the module itself is missing, rather than one of its dependencies. */
function isMissing(module: string, error: unknown): boolean {
  return codeOf(error) === 'MODULE_NOT_FOUND' && messageOf(error).includes(`'${module}'`);
}
