/** Work divided into steps, so that the caller can do something else between them. */
export type Steps<Result> = Generator<null, Result, unknown>;

/** Runs all steps without a pause. */
export function runSteps<Result>(steps: Steps<Result>): Result {
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}
