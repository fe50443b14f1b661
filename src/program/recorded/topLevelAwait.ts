import { intrinsics } from '../../base/intrinsics/intrinsics';
import { apply } from '../../base/intrinsics/ownFunctions';
import { basename, extname } from 'node:path';
import { types } from 'node:util';
import { wrapMethod } from '../../engine/members/launched/wrapMethod';
import { unseenCall } from '../../native/unseenCall';

/** Errors of `tsx` and Node for an `await` outside of functions in what is not a module. */
const MESSAGES = [
  /(?:(?<file>[^\n]*):(?<line>\d+):\d+: ERROR: )?Top-level await is currently not supported with the "cjs" output format/,
  /await is only valid in async functions and the top level bodies of modules/
];

/** Endings of files that may be no modules, with those of files that always are one; null where there are none. */
const MODULE_ENDINGS: Readonly<Record<string, string | null>> = {
  '.ts': '.mts',
  '.cts': '.mts',
  '.js': '.mjs',
  '.cjs': '.mjs',
  '.tsx': null,
  '.jsx': null
};

/** Endings of files that are never a module, whatever their `package.json` says. */
const NEVER_MODULES = ['.cts', '.cjs'];

/**
 * How a file can have an `await` outside of functions, where `error` is that it is not a module: that which the error
 * names, or else the program. Null for any other error.
 */
export function topLevelAwaitAdvice(error: unknown, program: string): string | null {
  const text = plainMessage(error);
  const found = MESSAGES.map(message => message.exec(text)).find(each => each !== null);
  if (found === undefined) return null;
  const { file = program, line } = found.groups ?? {};
  const ending = extname(file);
  const wanted = MODULE_ENDINGS[ending];
  if (wanted === undefined) return null;
  const ways = [
    ...(wanted === null ? [] : [`name it ${basename(file, ending)}${wanted}`]),
    ...(NEVER_MODULES.includes(ending) ? [] : ['set "type": "module" in its package.json'])
  ];
  const place = line === undefined ? '' : ` in line ${line}`;
  return (
    `${basename(file)} is not a module, so it cannot have an await outside of functions${place}: ` +
    ways.join(', or ')
  );
}

/** The message of an error, without running code of the program: `''` where it would take some to know it. */
function plainMessage(error: unknown): string {
  if (!types.isNativeError(error)) return '';
  const message: unknown = Reflect.getOwnPropertyDescriptor(error, 'message')?.value;
  return typeof message === 'string' ? message : '';
}

/**
 * Says so on stderr, and ends the program as that error would, without the stack of the compiler. An error that the
 * program hears of is left to it.
 */
export function adviseOfTopLevelAwait(write: (text: string) => void): void {
  const advise = (error: unknown): void => {
    const advice = intrinsics.aside(() => topLevelAwaitAdvice(error, process.argv[1] ?? ''));
    if (advice === null) return;
    write(advice);
    if (process.listenerCount('uncaughtException') === 0) process.exit(1);
  };
  // what Node calls for an error that nothing has caught; a listener would be one that the program finds
  wrapMethod(process, '_fatalException', original => {
    // stacks have it under the name of the property, which V8 does not find any more
    Object.defineProperty(original, 'name', { value: '_fatalException', configurable: true });
    return unseenCall({
      prepare(...args) {
        advise(args[0]);
        return [apply, undefined, original, this, args];
      }
    });
  });
}
