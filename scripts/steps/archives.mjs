import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { runStep } from './command.mjs';
import { CHECKS_PYTHON, checksExecutable } from './packagingTools.mjs';
import { at, nodeProgram, npmCommand, root, venvExecutable } from './paths.mjs';
import { writeNpmBill } from './sbom.mjs';

const endingIn = (folder, ending) =>
  join(folder, readdirSync(folder).find(name => name.endsWith(ending)) ?? `no ${ending}`);

/** Packs the npm package into `folder`, with the bill of materials of its bundles beside it. Returns its path. */
export function packNpm(folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const [npm, ...first] = npmCommand();
  const args = [...first, 'pack', at('src'), '--pack-destination', folder];
  execFileSync(npm, args, { cwd: root, stdio: 'pipe' });
  writeNpmBill(join(folder, 'kernelscope.cdx.json'));
  return endingIn(folder, '.tgz');
}

/**
 * Makes the source distribution in `folder`.
 *
 * @param {string} folder
 * @returns {Promise<string>} its path
 */
export async function packSources(folder) {
  await runStep({
    name: 'sdist',
    title: 'Building the source distribution',
    command: [
      ...[venvExecutable('python'), '-m', 'build', '--sdist', '--no-isolation'],
      ...['--outdir', folder]
    ],
    cure: 'mend the error above'
  });
  return endingIn(folder, '.tar.gz');
}

/**
 * The checks of the npm package: each is one program that must end with exit code 0.
 *
 * @param {string} archive
 */
export const npmChecks = archive => [
  {
    name: 'publint',
    command: [...nodeProgram('publint', 'src', 'cli.js'), archive, '--strict']
  },
  {
    name: 'attw',
    command: [
      ...nodeProgram('@arethetypeswrong', 'cli', 'dist', 'index.js'),
      ...[archive, '--no-emoji', '--no-color']
    ]
  }
];

/**
 * The same of the wheel and the source distribution.
 *
 * @param {string} wheel
 * @param {string} sources
 */
export const pythonChecks = (wheel, sources) => [
  {
    name: 'twine check',
    command: [CHECKS_PYTHON, '-m', 'twine', 'check', '--strict', wheel, sources]
  },
  {
    name: 'check-wheel-contents',
    command: [
      ...[checksExecutable('check-wheel-contents'), '--config', at('pyproject.toml')],
      wheel
    ]
  }
];
