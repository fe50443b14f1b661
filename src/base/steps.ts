/** Work cut into steps, so that whoever runs it can do something else between them. */
export type Steps<Result> = Generator<null, Result, unknown>;

/** Runs all steps at once. */
export function runSteps<Result>(steps: Steps<Result>): Result {
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}
