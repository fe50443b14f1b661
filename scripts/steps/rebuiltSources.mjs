import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';
import { runStep } from './command.mjs';
import { npmCommand, venvExecutable } from './paths.mjs';
import { StepError } from './stepError.mjs';

/** What is built, and lies in the source distribution. */
const BUILT = ['extension/labextension', 'kernel-bridge/dist'];

const CURE = 'put what is missing into the source distribution, in pyproject.toml';

/** Names of bundled files have a hash of their content, which can have the folder of the sources in it. */
const HASH = /-[A-Z0-9]{8}(?=\.js$)|\.[0-9a-f]{16,20}(?=\.js)/;

/** The names of the files in a wheel, sorted, without hashes of content. */
function filesOf(wheel) {
  const list = 'import sys, zipfile; print(*zipfile.ZipFile(sys.argv[1]).namelist(), sep="\\n")';
  const names = execFileSync(venvExecutable('python'), ['-c', list, wheel], { encoding: 'utf8' });
  return names
    .trim()
    .split('\n')
    .map(name => name.replace(HASH, '-*'))
    .sort();
}

/**
 * Builds the wheel of the source distribution with nothing that was built before, in an empty folder, and compares the
 * names of its files with those of `wheel`. What is built is built first: the licences in it are found by their names.
 *
 * @param {string} sources
 * @param {string} wheel
 * @throws {StepError} if it cannot be built, or has other files
 */
export async function rebuildSources(sources, wheel) {
  const folder = mkdtempSync(join(tmpdir(), 'kernelscope-sources-'));
  try {
    execFileSync('tar', ['-xzf', sources, '-C', folder]);
    const unpacked = join(folder, basename(sources, '.tar.gz'));
    for (const built of BUILT) rmSync(join(unpacked, built), { recursive: true });
    const commands = [
      [...npmCommand(), 'install', '--ignore-scripts', '--prefer-offline'],
      [...npmCommand(), 'run', 'build'],
      [venvExecutable('python'), '-m', 'build', '--wheel', '--no-isolation', '--outdir', folder]
    ];
    const PATH = [dirname(venvExecutable('python')), process.env.PATH].join(delimiter);
    for (const [at, command] of commands.entries()) {
      await runStep({
        name: `rebuilt-sources-${at + 1}`,
        title: `Building the source distribution anew, ${at + 1} of ${commands.length}`,
        command,
        cwd: unpacked,
        env: { PATH },
        cure: CURE
      });
    }
    const rebuilt = readdirSync(folder).find(name => name.endsWith('.whl')) ?? '';
    compare(filesOf(join(folder, rebuilt)), filesOf(wheel));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function compare(rebuilt, shipped) {
  const missing = shipped.filter(name => !rebuilt.includes(name));
  const more = rebuilt.filter(name => !shipped.includes(name));
  if (missing.length + more.length === 0 && rebuilt.length === shipped.length) return;
  const list = [...missing.map(name => `- ${name}`), ...more.map(name => `+ ${name}`)].join('\n');
  throw new StepError(
    `The wheel of the source distribution has ${rebuilt.length} files, the shipped one ${shipped.length}:\n${list}`,
    CURE
  );
}
