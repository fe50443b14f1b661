import { basename, extname } from 'node:path';

/** Errors of `tsx` and Node for an `await` outside of functions in what is not a module. */
const MESSAGES = [
  /Top-level await is currently not supported with the "cjs" output format/,
  /await is only valid in async functions and the top level bodies of modules/
];

/** Endings of files whose `package.json` decides whether they are modules, and what always is one. */
const MODULE_ENDINGS: Readonly<Record<string, string>> = { '.ts': '.mts', '.js': '.mjs' };

/**
 * How `file` can have an `await` outside of functions, where `error` is that it is not a module; null for
 * any other error.
 */
export function topLevelAwaitAdvice(error: unknown, file: string): string | null {
  const ending = extname(file);
  const wanted = MODULE_ENDINGS[ending];
  if (wanted === undefined || !(error instanceof Error)) return null;
  if (!MESSAGES.some(message => message.test(error.message))) return null;
  const renamed = `${basename(file, ending)}${wanted}`;
  return (
    `${basename(file)} is not a module, so it cannot have an await outside of functions: ` +
    `name it ${renamed}, or set "type": "module" in its package.json`
  );
}

/** Says so on stderr before the program ends by such an error. */
export function adviseOfTopLevelAwait(write: (text: string) => void): void {
  process.once('uncaughtExceptionMonitor', error => {
    const advice = topLevelAwaitAdvice(error, process.argv[1] ?? '');
    if (advice !== null) write(advice);
  });
}
