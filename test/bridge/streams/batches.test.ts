import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { KernelClient } from '../kernelClient';
import { sampleOf, sizeOf } from '../../support/tiers';

let kernel: KernelClient;

beforeAll(async () => {
  kernel = await KernelClient.start();
});

afterAll(() => kernel.dispose());

function messagesOf(id: string, type = 'stream'): number {
  return kernel.published.filter(
    ({ header, parent }) => parent.msg_id === id && header.msg_type === type
  ).length;
}

const numbers = (count: number): string => [...Array(count).keys()].map(i => `${i}\n`).join('');

describe('a loop that prints', () => {
  test.each(sampleOf(['', '%%profile\n', '%%profile --repeat 3\n'], 2))(
    'sends its 20,000 lines whole in few messages, in a cell that begins with "%s"',
    async magic => {
      const cell = `${magic}for (let i = 0; i < 20000; i++) console.log(i);`;
      const { id } = await kernel.execute(cell);
      expect(kernel.textOf(id)).toBe(numbers(20_000));
      expect(messagesOf(id)).toBeLessThan(400);
    }
  );

  test('keeps the order of streams, displays, values and errors', async () => {
    const { id } = await kernel.execute(
      'import { display } from "tslab";\nconst log: number[] = [];\n' +
        'for (let i = 0; i < 300; i++) {\n  console.log(i);\n' +
        '  if (i % 3 === 0) console.error(`e${i}`);\n' +
        '  if (i % 50 === 0) display.text(`d${i}`);\n}\nthrow new Error("end");'
    );
    const expected: string[] = [];
    for (let i = 0; i < 300; i += 1) {
      expected.push(`stdout ${i}\n`);
      if (i % 3 === 0) expected.push(`stderr e${i}\n`);
      if (i % 50 === 0) expected.push(`d${i}`);
    }
    const found = kernel.outputsOf(id).flatMap(output => {
      if (output.type === 'error') return ['error'];
      if (output.type !== 'stream') return [String(output.data['text/plain'])];
      const lines = output.text.match(/.*\n/g) ?? [];
      return lines.map(line => `${output.name} ${line}`);
    });
    expect(found).toEqual([...expected, 'error']);
  });

  test('shows a line that was printed before a long computation, while it goes on', async () => {
    const id = kernel.submit(
      'console.log("one"); console.log("two"); let x = 0; for (;;) { x = Math.sqrt(x + 1); }'
    );
    await kernel.waitUntil(() => kernel.textOf(id) === 'one\ntwo\n', 'the lines');
    await kernel.control('interrupt_request');
    expect((await kernel.finish(id)).reply['ename']).toBe('KeyboardInterrupt');
  });

  test('is seen while it goes on, without a pause of the event loop', async () => {
    const id = kernel.submit(
      'for (let i = 0; ; i++) { const end = Date.now() + 20; while (Date.now() < end); console.log(i); }'
    );
    await kernel.waitUntil(() => messagesOf(id) >= 5, 'five messages');
    await kernel.control('interrupt_request');
    await kernel.finish(id);
    expect(numbers(10_000).startsWith(kernel.textOf(id))).toBe(true);
  });

  test('that is interrupted loses nothing', async () => {
    const id = kernel.submit(
      'for (let i = 0; ; i++) { console.log(i); state = i; }\nvar state = 0;'
    );
    await kernel.waitUntil(() => kernel.textOf(id) !== '', 'output');
    await kernel.control('interrupt_request');
    await kernel.finish(id);
    const text = kernel.textOf(id);
    const lines = text.trimEnd().split('\n').length;
    expect(text).toBe(numbers(lines));
    const after = await kernel.execute('state');
    expect(lines).toBeGreaterThanOrEqual(Number(kernel.textOf(after.id)) + 1);
  });
});

test('bytes in any encoding become the text that they stand for', async () => {
  const { id } = await kernel.execute(
    'process.stdout.write("e282", "hex"); process.stdout.write("rAo=", "base64");\n' +
      'process.stdout.write(Buffer.from("€").subarray(0, 2));\n' +
      'setTimeout(() => process.stdout.write(Buffer.from("€").subarray(2)), 20);\n' +
      'await new Promise(r => setTimeout(r, 60));'
  );
  expect(kernel.textOf(id)).toBe('€\n€');
});

/** Bytes of each line of a long output. */
const LINE = sizeOf(10_000, 100);

test(
  'what is beyond ten megabytes is in a file that the output names',
  { tags: 'night' },
  async () => {
    const { id, reply } = await kernel.execute(
      `const line = "x".repeat(${LINE - 1});\n` +
        `for (let i = 0; i < ${12e6 / LINE}; i++) console.log(line);\n` +
        'process.memoryUsage().rss < 2e9'
    );
    expect(reply['status']).toBe('ok');
    const shown = kernel.textOf(id);
    expect(shown).toHaveLength(10_000_000 + 'true\n'.length);
    expect(shown.endsWith('true\n')).toBe(true);
    const notes = kernel
      .outputsOf(id)
      .flatMap(output => ('transient' in output ? [String(output.data['text/plain'])] : []));
    const [, name = ''] = /(notebook\.kscope\/output-\w+\.txt)/.exec(notes[0] ?? '') ?? [];
    const rest = readFileSync(path.join(kernel.process.folder, name), 'utf8');
    expect(rest.length).toBe(2_000_000);
    expect(rest.endsWith('x\n')).toBe(true);
    expect(notes.at(-1)).toContain('2.0 MB');
  }
);

describe('a process that ends', () => {
  const ENDS: readonly (readonly [string, string])[] = [
    ['by abort', 'process.abort();'],
    ['by a signal to itself', 'process.kill(process.pid, "SIGKILL");'],
    ['by the real exit', 'Reflect.get(process, "reallyExit")(3);']
  ];

  test.each(sampleOf(ENDS, 3))('%s has published what was written', async (_what, end) => {
    const dying = await KernelClient.start();
    try {
      const id = dying.submit(`for (let i = 0; i < 5000; i++) console.log(i);\n${end}`);
      const { child } = dying.process;
      await dying.waitUntil(() => (child.exitCode ?? child.signalCode) !== null, 'the end');
      await dying.waitUntil(() => dying.textOf(id) === numbers(5000), 'all lines');
    } finally {
      await dying.dispose();
    }
  });

  test(
    'by SIGTERM between two steps of a cell has published what was written before',
    { tags: 'night' },
    async () => {
      const dying = await KernelClient.start();
      try {
        const id = dying.submit(
          'import { appendFileSync } from "fs";\nfor (let i = 0; ; i++) {\n' +
            '  appendFileSync("written", `${i}\\n`); console.log(i);\n' +
            '  await new Promise(r => setTimeout(r, 2));\n}'
        );
        await dying.waitUntil(() => dying.textOf(id).includes('\n20\n'), 'output');
        const { child, folder } = dying.process;
        const written = readFileSync(path.join(folder, 'written'), 'utf8');
        child.kill('SIGTERM');
        await dying.waitUntil(() => (child.exitCode ?? child.signalCode) !== null, 'the end');
        await dying.waitUntil(() => dying.textOf(id).startsWith(written), 'all lines');
      } finally {
        await dying.dispose();
      }
    }
  );

  test('at a shutdown has published what was written', async () => {
    const dying = await KernelClient.start();
    try {
      const id = dying.submit(
        'for (let i = 0; i < 5000; i++) console.log(i);\nawait new Promise(() => {});'
      );
      await dying.waitUntil(() => dying.textOf(id).length > 0, 'output');
      await dying.control('shutdown_request', { restart: false });
      await dying.waitUntil(() => dying.textOf(id) === numbers(5000), 'all lines');
    } finally {
      await dying.dispose();
    }
  });
});
