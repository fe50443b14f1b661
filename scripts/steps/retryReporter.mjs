import { writeFileSync } from 'node:fs';

/** A reporter of Vitest that writes the names of tests that passed on a later try into `KERNELSCOPE_RETRIES`. */
export default class RetryReporter {
  #retried = [];

  onTestCaseResult(test) {
    const { retryCount = 0 } = test.diagnostic() ?? {};
    if (retryCount > 0 && test.result().state === 'passed') this.#retried.push(test.fullName);
  }

  onTestRunEnd() {
    writeFileSync(process.env.KERNELSCOPE_RETRIES, JSON.stringify(this.#retried));
  }
}
