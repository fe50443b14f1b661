import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { useFolder } from '../folders';
import { buildFakeCuda } from './build';
import { repositoryRoot } from './root';

/** The script of the command `kernelscope`. */
export const KERNELSCOPE = path.join(repositoryRoot(), 'src', 'bin', 'kernelscope.cjs');

/** A folder for the tests of a file in which `program.cjs` uses `cuda`, `range` and whatever else it takes from the package. */
export function useGpuProgram(text: string): string {
  const folder = useFolder();
  const program = `const { cuda, range } = require(${JSON.stringify(repositoryRoot())} + '/src');`;
  writeFileSync(path.join(folder, 'program.cjs'), `${program}\n${text}`);
  return folder;
}

/** The environment in which the fake GPUs are found. */
export const fakeGpuEnv = (): NodeJS.ProcessEnv => ({
  ...process.env,
  KERNELSCOPE_CUDA_LIBRARIES: buildFakeCuda().folder
});

/** Runs `kernelscope` with `args` in `folder`, with the fake GPUs; its exit code and what it wrote to stderr. */
export function runKernelscope(
  folder: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {}
): { readonly code: number | null; readonly stderr: string } {
  const { status, stderr } = spawnSync(process.execPath, [KERNELSCOPE, ...args], {
    cwd: folder,
    env: { ...fakeGpuEnv(), ...env },
    encoding: 'utf8',
    timeout: 60_000
  });
  return { code: status, stderr };
}
