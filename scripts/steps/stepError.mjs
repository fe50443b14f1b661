/** A failure that a person can mend: what happened in one line, and the cure in the same line. */
export class StepError extends Error {
  constructor(what, cure) {
    super(`${what} — ${cure}`);
    this.name = 'StepError';
  }
}

/** Runs a script's main function; a `StepError` becomes one line on stderr and exit code 1. */
export async function runMain(main) {
  try {
    process.exitCode = (await main()) ?? 0;
  } catch (error) {
    if (!(error instanceof StepError)) throw error;
    console.error(`✗ ${error.message}`);
    process.exitCode = 1;
  }
}
