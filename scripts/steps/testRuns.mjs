import { readdirSync } from 'node:fs';
import { at } from './paths.mjs';

/**
 * Tests of the kernel that run on a second release of Node as well: those whose outcome depends on how
 * Node and V8 follow asynchronous code, start threads and processes, compile, sample, interrupt and exit.
 * What magics, sessions, files and messages do does not depend on it.
 */
const OF_EACH_NODE = [
  ...['asyncCells', 'attach', 'attachedCells', 'callSites', 'cellMembers', 'cellTypes'],
  ...['environmentStart', 'interruptStress', 'kernelExits', 'killedRun', 'modernCells', 'recovery'],
  ...['requestCells', 'requests', 'runPatches', 'runProgram', 'runProgramSignals', 'stacks'],
  ...['timing', 'types', 'input/cellStdin', 'input/profiledPrompt', 'input/prompts'],
  ...[
    'conformance/bareState',
    'conformance/bindings',
    'conformance/forms',
    'conformance/interrupts'
  ],
  ...['conformance/language', 'conformance/patches', 'conformance/patchesUnderWay'],
  'interrupting/everyKind',
  'interrupting/leftBehind'
].map(name => `test/bridge/${name}.test.ts`);

/** All test runs, by name; the longest come first, so that the last ones end at about the same time. */
export const TEST_RUNS = [
  { name: 'ui', projects: ['ui'] },
  { name: 'bridge', projects: ['bridge'] },
  { name: 'wheel', projects: ['wheel'] },
  { name: 'bridge-node-24', projects: ['bridge'], more: OF_EACH_NODE, on: 'secondNode' },
  { name: 'wild', projects: ['wild'] },
  { name: 'wild-node-24', projects: ['wild'], on: 'secondNode' },
  { name: 'unit', projects: ['unit', 'unit-apart', 'architecture'], more: ['--maxWorkers=1'] },
  { name: 'spark', projects: ['spark'] },
  { name: 'oracles', projects: ['oracles'] },
  { name: 'fuzz', projects: ['fuzz'] },
  { name: 'fuzz-node-24', projects: ['fuzz'], on: 'secondNode', isInNode: true }
];

/** Runs that count samples and compare times: they follow the others, one by one. */
export const TIMED_RUNS = [
  { name: 'native', projects: ['native'] },
  { name: 'truth', projects: ['truth'] },
  { name: 'truth-node-24', projects: ['truth'], on: 'secondNode' }
];

/** The run of everything that reads the sources: types, lint, format, import rules. */
export const CHECKS = 'checks';

/**
 * The names after `--only`, each of a run or `checks`; all of them without it.
 *
 * @throws {RangeError} naming what is not one, and all there are
 */
export function wantedRuns(args) {
  const names = [...TEST_RUNS, ...TIMED_RUNS].map(({ name }) => name).concat(CHECKS);
  const at = args.indexOf('--only');
  if (at < 0) return new Set(names);
  const wanted = (args[at + 1] ?? '').split(',');
  const unknown = wanted.filter(name => !names.includes(name));
  if (unknown.length === 0) return new Set(wanted);
  throw new RangeError(`--only takes ${names.join(', ')}; got ${unknown.join(', ') || 'nothing'}`);
}

/** Files of {@link OF_EACH_NODE} that are not there. */
export function missingFiles() {
  const there = readdirSync(at('test', 'bridge'), { recursive: true });
  return OF_EACH_NODE.filter(file => !there.includes(file.slice('test/bridge/'.length)));
}
