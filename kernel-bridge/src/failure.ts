import { inspect } from 'node:util';
import type { Diagnostic } from './tslab';

/** An error as Jupyter carries it: name, message and the lines to show. */
export interface Failure {
  readonly ename: string;
  readonly evalue: string;
  readonly traceback: readonly string[];
}

/** Thrown into a cell that the user interrupted. */
export class KeyboardInterrupt extends Error {
  override readonly name = 'KeyboardInterrupt';
  constructor() {
    super('interrupted');
  }
}

/** Thrown in place of leaving the process when a cell calls `process.exit`. */
export class ProcessExit extends Error {
  override readonly name = 'ProcessExit';
  /** `code` is the exit code that the cell asked for. */
  constructor(code: number) {
    super(`process.exit(${code}) ends the cell; the kernel goes on`);
  }
}

function isInterruptedScript(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return code === 'ERR_SCRIPT_EXECUTION_INTERRUPTED';
}

/** An interrupt comes from outside: the place where it was made says nothing. */
function describeInterrupt({ name, message }: KeyboardInterrupt): Failure {
  return { ename: name, evalue: message, traceback: [`${name}: ${message}`] };
}

function safely<T>(read: () => T, otherwise: T): T {
  try {
    return read();
  } catch {
    return otherwise;
  }
}

function nameOf(error: Error): string {
  return safely(() => String(error.name), '') || 'Error';
}

/** Describes anything that a cell threw, hostile values (throwing getters, proxies) included. */
export function describeThrown(thrown: unknown): Failure {
  if (safely(() => thrown instanceof KeyboardInterrupt || isInterruptedScript(thrown), false)) {
    return describeInterrupt(new KeyboardInterrupt());
  }
  const text = safely(() => inspect(thrown), '<value that cannot be shown>');
  if (safely(() => thrown instanceof Error, false)) {
    const error = thrown as Error;
    const evalue = safely(() => String(error.message), '');
    return { ename: nameOf(error), evalue, traceback: text.split('\n') };
  }
  return { ename: typeof thrown, evalue: text, traceback: `Uncaught ${text}`.split('\n') };
}

/** Where the source that diagnostics speak of came from. */
export interface DiagnosedFile {
  /** Name of what was compiled. */
  readonly file: string;
  /** Lines that the kernel put before the user's, 0 unless given. */
  readonly shift?: number;
}

/** Diagnostics of the TypeScript compiler, positions from 1; those of imported files name these. */
export function describeDiagnostics(
  diagnostics: readonly Diagnostic[],
  { file, shift = 0 }: DiagnosedFile
): Failure {
  const traceback = diagnostics.map(({ fileName, start, code, messageText }) => {
    const line = start.line + 1 - (fileName === undefined ? shift : 0);
    const place = `${fileName ?? file}:${line}:${start.character + 1}`;
    return `${place} - error TS${code}: ${messageText}`;
  });
  return { ename: 'TypeScriptError', evalue: traceback[0] ?? '', traceback };
}
