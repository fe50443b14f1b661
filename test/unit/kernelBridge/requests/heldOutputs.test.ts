import { expect, test } from 'vitest';
import { createDisplay } from '../../../../kernel-bridge/src/requests/display';
import { HeldOutputs } from '../../../../kernel-bridge/src/requests/heldOutputs';
import { createOutputContext } from '../../../../kernel-bridge/src/requests/outputContext';
import type { Draft, Message } from '../../../../kernel-bridge/src/protocol/wire';

const sleep = (delayMs: number): Promise<void> =>
  new Promise(resolve => {
    setTimeout(resolve, delayMs);
  });

/** What is published by a cell whose first part is held, and then shown or dropped. */
async function published(version: string, fate: 'show' | 'drop'): Promise<string[]> {
  const timers = { setTimeout, setInterval, setImmediate };
  const context = createOutputContext(version);
  const texts: string[] = [];
  const display = createDisplay(context, ({ content }: Draft) =>
    texts.push((content as { text: string }).text)
  );
  const write = (text: string): void => display.write('stdout', text);
  await context.run({ request: {} as Message, isSilent: false }, async () => {
    const held = new HeldOutputs();
    await context.hold(held, async () => {
      write('first');
      setTimeout(() => write('late'), 5);
      await Promise.resolve();
      write('second');
    });
    write('between');
    if (fate === 'show') display.release(held);
    else held.drop();
    write('after');
    await sleep(20);
  });
  Object.assign(globalThis, timers);
  return texts;
}

test.each(['20.20.2', '24.1.0'])(
  'held outputs are shown in their order, and later ones at once, on Node %s',
  async version => {
    const texts = await published(version, 'show');
    expect(texts).toEqual(['between', 'firstsecond', 'after', 'late']);
  }
);

test.each(['20.20.2', '24.1.0'])(
  'held outputs are dropped with all that comes later, on Node %s',
  async version => {
    expect(await published(version, 'drop')).toEqual(['between', 'after']);
  }
);
