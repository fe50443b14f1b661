/**
 * @typedef {object} TestRun
 * @property {string} name as `--only` and reports call it
 * @property {string[]} projects of `vitest.config.mts`
 * @property {string[]} [tools] names of what it needs besides the set-up; see `testTools.mjs`
 * @property {string[]} [nightlyTools] what it needs besides those at night
 * @property {boolean} [isNightly] whether `npm run test:all` alone has it
 * @property {boolean} [isAlone] whether it runs by itself: what it measures is as exact as it can be
 * @property {'22' | '24'} [release] the release of Node of its kernels and programs, if not the one at hand
 * @property {boolean} [isInNode] whether the tests themselves run in that Node
 * @property {string[]} [more] arguments of Vitest
 */

/**
 * How a run, or a check, ended.
 *
 * @typedef {object} TestResult
 * @property {string} name
 * @property {number} passed
 * @property {number} failed
 * @property {number} skipped
 * @property {number} seconds
 * @property {{ testResults: object[] }} [report] Vitest's
 * @property {string[]} [retried] names of tests that passed on a later try
 */

/**
 * All runs of tests. The longest come first, so that the last ones end at about the same time.
 *
 * @type {readonly TestRun[]}
 */
export const TEST_RUNS = [
  { name: 'bridge', projects: ['bridge'], nightlyTools: ['testRunners'] },
  { name: 'unit', projects: ['unit', 'architecture'], more: ['--maxWorkers=1'] },
  {
    name: 'unit-apart',
    projects: ['unit-recording', 'unit-apart'],
    more: ['--maxWorkers=1']
  },
  { name: 'ui', projects: ['ui'], tools: ['chromium'] },
  { name: 'truth', projects: ['truth'] },
  { name: 'wheel', projects: ['wheel'], nightlyTools: ['packaging'] },
  { name: 'wild', projects: ['wild'] },
  { name: 'native', projects: ['native'] },
  { name: 'oracles', projects: ['oracles'], tools: ['pprof', 'moto'] },
  { name: 'fuzz', projects: ['fuzz'] },
  {
    name: 'bridge-node-24',
    projects: ['bridge'],
    tools: ['testRunners'],
    release: '24',
    isNightly: true
  },
  { name: 'wild-node-22', projects: ['wild'], release: '22', isNightly: true },
  { name: 'wild-node-24', projects: ['wild'], release: '24', isNightly: true },
  { name: 'fuzz-node-24', projects: ['fuzz'], release: '24', isInNode: true, isNightly: true },
  { name: 'spark', projects: ['spark'], tools: ['spark'], isNightly: true },
  { name: 'vscode', projects: ['vscode'], tools: ['chromium', 'vscode'], isNightly: true },
  {
    name: 'vscode-oldest',
    projects: ['vscode'],
    tools: ['chromium', 'oldestVscode'],
    isNightly: true
  },
  { name: 'truth-node-24', projects: ['truth'], release: '24', isAlone: true, isNightly: true }
];

/** The run of everything that reads the sources: types, lint, format, import rules. */
export const CHECKS = 'checks';

/**
 * The names of the runs that a command asks for: those after `--only`, else those of every change, and with
 * `--all` those of the night as well.
 *
 * @param {string[]} args of `scripts/test.mjs`
 * @throws {RangeError} naming what is neither a run nor `checks`, and all there are
 */
export function wantedRuns(args) {
  const names = TEST_RUNS.map(({ name }) => name).concat(CHECKS);
  const at = args.indexOf('--only');
  if (at < 0) {
    const isAll = args.includes('--all');
    const left = TEST_RUNS.filter(({ isNightly = false }) => isNightly && !isAll);
    return new Set(names.filter(each => !left.some(({ name }) => name === each)));
  }
  const wanted = (args[at + 1] ?? '').split(',');
  const unknown = wanted.filter(name => !names.includes(name));
  if (unknown.length === 0) return new Set(wanted);
  throw new RangeError(`--only takes ${names.join(', ')}; got ${unknown.join(', ') || 'nothing'}`);
}
