const sum = (results, key) => results.reduce((total, result) => total + result[key], 0);

function line({ name, passed, failed, skipped }) {
  const skips = skipped > 0 ? `, ${skipped} skipped` : '';
  return `  ${failed > 0 ? '✗' : '✓'} ${name}: ${passed} passed, ${failed} failed${skips}`;
}

/**
 * Prints one line for each runner and, last, `N passed, N failed` over all of them; returns the
 * exit code: 1 when anything failed.
 *
 * @param {{ name: string, passed: number, failed: number, skipped: number }[]} results
 * @param {(line: string) => void} print
 */
export function reportTotals(results, print = console.log) {
  print('');
  results.forEach(result => print(line(result)));
  const failed = sum(results, 'failed');
  print(`${sum(results, 'passed')} passed, ${failed} failed`);
  return failed > 0 ? 1 : 0;
}
