import { existsSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { KernelClient } from '../kernelClient';
import { evaluateCell, runCell } from '../runCell';
import { ServerRates } from '../serverRates';

let kernel: KernelClient;
let rates: ServerRates;

beforeAll(async () => {
  kernel = await KernelClient.start();
  rates = new ServerRates(kernel.process.connection);
  await kernel.execute('import { profile } from "kernelscope";');
});

afterAll(async () => {
  rates?.dispose();
  await kernel?.dispose();
});

const lines = (count: number): string =>
  [...Array(count).keys()].map(i => `line number ${i}\n`).join('');

describe('the rates up to which the server of Jupyter passes messages on', () => {
  test.each(['', '%%profile\n', '%%profile --repeat 2\n'])(
    'hold for a cell of 200,000 lines that begins with "%s", which loses nothing',
    async magic => {
      const code = 'for (let i = 0; i < 200000; i++) console.log("line number", i);\n6 * 7';
      const { id, reply } = await kernel.execute(magic + code);
      expect(reply['status']).toBe('ok');
      expect(rates.dropped).toBe(0);
      expect(rates.highest.bytesPerS).toBeGreaterThan(600_000);
      expect(kernel.textOf(id)).toBe(`${lines(200_000)}42\n`);
      const displays = kernel.outputsOf(id).filter(({ type }) => type === 'display_data');
      expect(displays).toHaveLength(magic === '' ? 0 : 1);
    }
  );

  test('hold for 5,000 displays', async () => {
    const { id } = await kernel.execute(
      'import { display } from "tslab";\nfor (let i = 0; i < 5000; i++) display.text(`${i}`);'
    );
    expect(rates.dropped).toBe(0);
    const texts = kernel
      .outputsOf(id)
      .flatMap(output => ('data' in output ? [Number(output.data['text/plain'])] : []));
    expect(texts).toEqual([...Array(5000).keys()]);
  });

  test('hold for text that a message holds at six times its length', async () => {
    const { id } = await kernel.execute('console.log("\\x01".repeat(600_000));');
    expect(rates.dropped).toBe(0);
    expect(kernel.textOf(id)).toBe(`${'\x01'.repeat(600_000)}\n`);
  });
});

describe('a cell whose output still waits', () => {
  const print = (count: number): string =>
    `for (let i = 0; i < ${count}; i++) console.log("line number", i);`;

  /** Six megabytes, which take no time to write, and at least five seconds to pass on at a megabyte per second. */
  const printMuch = 'for (let i = 0; i < 1200; i++) console.log("x".repeat(5000));';

  test('is answered after its output, with the time at which its code ended', async () => {
    const id = kernel.submit(`${printMuch}\nDate.now()`);
    const { header } = await kernel.replyTo(id);
    const answeredAt = Date.now();
    await kernel.finish(id);
    const text = kernel.textOf(id).trimEnd();
    const endedAt = Number(text.slice(text.lastIndexOf('\n') + 1));
    const waitedMs = answeredAt - endedAt;
    expect(waitedMs).toBeGreaterThan(3000);
    expect(Date.parse(header.date) - endedAt).toBeLessThan(waitedMs / 2);
  });

  test('takes no longer by its profile', async () => {
    const before = Date.now();
    await runCell(kernel, `%%profile\n${printMuch}`);
    const answeredMs = Date.now() - before;
    expect(answeredMs).toBeGreaterThan(3000);
    const ns = await evaluateCell<number>(kernel, 'profile.last!.data.meta.durationNs');
    expect(ns / 1e6).toBeLessThan(answeredMs / 2);
  });

  test('leaves interrupts and the cells after it as they are', async () => {
    // the file is written when the kernel has had time to see that the code has ended
    const id = kernel.submit(
      `import { writeFileSync } from "fs";\n${print(300_000)}\n` +
        'void setTimeout(() => writeFileSync("ended", ""), 100);'
    );
    const ended = path.join(kernel.process.folder, 'ended');
    await kernel.waitUntil(() => existsSync(ended), 'the end of the code');
    const after = kernel.submit('"after"');
    expect((await kernel.control('interrupt_request')).content['status']).toBe('ok');
    expect((await kernel.finish(id)).reply).toMatchObject({ status: 'ok' });
    expect(kernel.textOf(id)).toBe(lines(300_000));
    await kernel.finish(after);
    expect(kernel.textOf(after)).toBe('after\n');
    expect(kernel.textOf(id, 'stderr')).toBe('');
  });

  test('is interrupted while it writes, and shows all that it wrote', async () => {
    const id = kernel.submit('for (let i = 0; ; i++) console.log("line number", i);');
    await kernel.waitUntil(() => kernel.textOf(id).length > 1_000_000, 'much text');
    await kernel.control('interrupt_request');
    expect((await kernel.finish(id)).reply['ename']).toBe('KeyboardInterrupt');
    expect(rates.dropped).toBe(0);
    const text = kernel.textOf(id);
    expect(text).toBe(lines(600_000).slice(0, text.length));
  });
});
