import { describe, expect, test } from 'vitest';
import {
  type OutputOwner,
  createOutputContext
} from '../../../../kernel-bridge/src/requests/outputContext';
import type { Message } from '../../../../kernel-bridge/src/protocol/wire';

function owner(name: string): OutputOwner {
  return { request: { metadata: { name } } as unknown as Message, isSilent: false };
}

const sleep = (delayMs: number): Promise<void> =>
  new Promise(resolve => {
    setTimeout(resolve, delayMs);
  });

describe.each(['20.20.2', '24.1.0'])('the output context on Node %s', version => {
  test('gives timer callbacks to the cell that set them, and all else to the latest', async () => {
    const timers = { setTimeout, setInterval, setImmediate };
    const context = createOutputContext(version);
    const name = (): unknown => context.current?.request.metadata['name'];
    const seen: unknown[] = [];
    expect(context.current).toBeNull();
    await context.run(owner('first'), async () => {
      seen.push(name());
      setTimeout(() => seen.push(name()), 5);
    });
    await context.run(owner('second'), async () => {
      await sleep(20);
      seen.push(name());
    });
    seen.push(name());
    Object.assign(globalThis, timers);
    expect(seen).toEqual(['first', 'first', 'second', 'second']);
  });
});
