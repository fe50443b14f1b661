import util from 'node:util';
import { intrinsics } from 'kernelscope/host';
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
  /** `code` is the exit code that the cell requested. */
  constructor(code: number) {
    super(`process.exit(${code}) ends the cell; the kernel goes on`);
  }
}

function isInterruptedScript(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return code === 'ERR_SCRIPT_EXECUTION_INTERRUPTED';
}

/** An interrupt comes from outside, so the place where the error was created means nothing. */
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

export interface ThrownTexts {
  readonly kind: 'interrupt' | 'error' | 'value';
  readonly name: string;
  readonly message: string;
  /** As Node prints it. */
  readonly text: string;
}

/** As they were before cells could replace them. */
const { inspect } = util;
const { isNativeError } = util.types;

function isError(thrown: unknown): thrown is Error {
  return isNativeError(thrown) || thrown instanceof Error;
}

/**
 * Reads the texts of anything that a cell threw, including hostile values (throwing getters, proxies):
 * this may run user code, so call it where that runs.
 */
export function readThrown(thrown: unknown): ThrownTexts {
  if (safely(() => thrown instanceof KeyboardInterrupt || isInterruptedScript(thrown), false)) {
    const { name, message } = new KeyboardInterrupt();
    return { kind: 'interrupt', name, message, text: '' };
  }
  const text = safely(
    () => intrinsics.inWords(() => inspect(thrown)),
    '<value that cannot be shown>'
  );
  if (safely(() => isError(thrown), false)) {
    const error = thrown as Error;
    const message = safely(() => String(error.message), '');
    return { kind: 'error', name: nameOf(error), message, text };
  }
  return { kind: 'value', name: typeof thrown, message: text, text };
}

/** The failure of a cell that threw what gave these texts. */
export function failureOf({ kind, name, message, text }: ThrownTexts): Failure {
  if (kind === 'interrupt') return describeInterrupt(new KeyboardInterrupt());
  const printed = kind === 'error' ? text : `Uncaught ${text}`;
  return { ename: name, evalue: message, traceback: printed.split('\n') };
}

/** Describes anything that was thrown. */
export function describeThrown(thrown: unknown): Failure {
  return failureOf(readThrown(thrown));
}

/** The origin of the source that diagnostics refer to. */
export interface DiagnosedFile {
  /** Name of the compiled file. */
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
