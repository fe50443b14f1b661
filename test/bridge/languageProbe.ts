import { expect } from 'vitest';
import type { KernelClient } from './kernelClient';

/** Expects completion and inspection of a variable `treasure` that has a number `gold`. */
export async function expectLanguageWorks(kernel: KernelClient): Promise<void> {
  const code = 'treasure.go';
  const completed = await kernel.request('complete_request', { code, cursor_pos: code.length });
  expect(completed['matches']).toEqual(['gold']);
  const content = { code: 'treasure', cursor_pos: 3, detail_level: 0 };
  const inspected = await kernel.request('inspect_request', content);
  expect(JSON.stringify(inspected['data'])).toContain('gold: number');
}
