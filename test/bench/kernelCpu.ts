import type { KernelClient } from '../bridge/kernelClient';

/** Runs a cell. @throws Error where it fails */
export async function runCell(
  kernel: KernelClient,
  source: string,
  cellId?: string
): Promise<string> {
  const id = kernel.submit(source, { cellId });
  const { reply } = await kernel.finish(id);
  if (reply['status'] !== 'ok') throw new Error(`The cell failed: ${String(reply['evalue'])}`);
  return kernel.textOf(id);
}

/** CPU time of all threads of the kernel so far, milliseconds, as a cell of it reads it. */
export async function kernelCpuMs(kernel: KernelClient): Promise<number> {
  const text = await runCell(
    kernel,
    '{ const { user, system } = process.cpuUsage(); console.log((user + system) / 1000); }'
  );
  return Number(text);
}
