import { startKernel } from './startKernel';

const connectionFile = process.argv[2];
if (connectionFile === undefined) {
  process.stderr.write('usage: node kernel.cjs CONNECTION_FILE\n');
  process.exitCode = 2;
} else {
  startKernel(connectionFile).catch((error: unknown) => {
    process.stderr.write(`kernelscope: the kernel did not start: ${String(error)}\n`);
    process.exitCode = 1;
  });
}
