/**
 * Base of every error that Kernelscope raises on purpose. `message` says what happened, where, and
 * what to do next; `name` is the class name, which becomes `ename` in a Jupyter error reply.
 */
export class KernelscopeError extends Error {
  constructor(message: string, options?: { readonly cause?: unknown }) {
    super(message);
    this.name = new.target.name;
    if (options?.cause !== undefined) this.cause = options.cause;
  }

  /** The error or value that led to this one, when there was one. */
  override readonly cause?: unknown;
}

/** The message of whatever was thrown, be it an Error or not. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
