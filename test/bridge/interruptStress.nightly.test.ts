import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { KernelClient } from './kernelClient';

test('busy loops after an await are interrupted one after the other', async () => {
  const kernel = await KernelClient.start();
  try {
    for (let round = 0; round < 20; round++) {
      const says = `round ${round}.`;
      const id = kernel.submit(
        `%%profile\nawait new Promise(r => setTimeout(r, 5));\nconsole.log("${says}");\nfor (;;) {}`
      );
      const isBusy = (): boolean =>
        kernel.published.some(({ content }) => String(content['text']).includes(says));
      await kernel.waitUntil(isBusy, says);
      await sleep(5 * (round % 10));
      await kernel.control('interrupt_request');
      expect((await kernel.finish(id)).reply).toMatchObject({ ename: 'KeyboardInterrupt' });
    }
    expect((await kernel.execute('6 * 7')).reply['status']).toBe('ok');
  } finally {
    await kernel.dispose();
  }
});
