import { runVisibly } from './command.mjs';
import { nodeProgram } from './paths.mjs';

/** The checks that read the source: each is one program that must end with exit code 0. */
export const sourceChecks = [
  { name: 'types', command: [...nodeProgram('typescript-native', 'bin', 'tsc'), '-b'] },
  {
    name: 'lint',
    command: [...nodeProgram('oxlint', 'bin', 'oxlint'), '--config', 'oxlint.config.mjs']
  },
  { name: 'format', command: [...nodeProgram('oxfmt', 'bin', 'oxfmt'), '--list-different'] },
  {
    name: 'stylelint',
    command: [...nodeProgram('stylelint', 'bin', 'stylelint.mjs'), 'style/**/*.css']
  },
  {
    name: 'arch',
    command: [
      ...nodeProgram('dependency-cruiser', 'bin', 'dependency-cruise.mjs'),
      ...[
        '--config',
        '.dependency-cruiser.cjs',
        'src',
        'kernel-bridge/src',
        'extension/src',
        'vscode/src'
      ]
    ]
  }
];

const visibly = ({ command }) => runVisibly(command);

/**
 * Runs one check by `run`, says how it went, and returns its counts (a check counts as one test) and seconds.
 */
export async function runCheck({ name, command }, run = visibly) {
  const startedMs = Date.now();
  const ok = (await run({ name, command })) === 0;
  console.log(`${ok ? '✓' : '✗'} ${name}`);
  const seconds = (Date.now() - startedMs) / 1000;
  return { name, passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0, seconds };
}
