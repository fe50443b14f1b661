import { expect } from 'vitest';
import type { KernelClient } from './kernelClient';

/** Runs a cell that ends well; what it prints. */
export async function runCell(kernel: KernelClient, code: string): Promise<string> {
  const { id, reply } = await kernel.execute(code);
  expect(reply['status'], JSON.stringify(reply)).toBe('ok');
  return kernel.textOf(id);
}

/** What an expression is in the kernel. */
export async function evaluateCell<T>(kernel: KernelClient, expression: string): Promise<T> {
  return JSON.parse(await runCell(kernel, `console.log(JSON.stringify(${expression}));`)) as T;
}
