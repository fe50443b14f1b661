import type { LoadedCode } from './loadedCode';
import { startKernel } from './startKernel';

/** Runs the kernel of a connection file. `code` is that of the kernel itself. */
export function main(connectionFile: string, code: LoadedCode): void {
  startKernel(connectionFile, code).catch((error: unknown) => {
    process.stderr.write(`kernelscope: the kernel did not start: ${String(error)}\n`);
    process.exitCode = 1;
  });
}
