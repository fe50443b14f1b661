import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sampleOf } from '../../support/tiers';
import type { JupyterMessage } from '../jupyterMessage';
import { KernelClient } from '../kernelClient';

let kernel: KernelClient;
/** Questions that were asked by earlier tests. */
let asked = 0;

beforeAll(async () => {
  kernel = await KernelClient.start();
});

afterAll(() => kernel.dispose());

const submit = (code: string): string => kernel.submit(code, { allow_stdin: true });

async function nextQuestion(): Promise<JupyterMessage> {
  asked += 1;
  return kernel.question(asked);
}

async function answerNext(value: string): Promise<void> {
  kernel.answer(value, await nextQuestion());
}

async function textOf(id: string): Promise<string> {
  const { reply } = await kernel.finish(id);
  expect(reply['status'], JSON.stringify(reply)).toBe('ok');
  return kernel.textOf(id);
}

const IMPORTS =
  'import { createInterface } from "node:readline/promises";\n' +
  'import { stdin as input, stdout as output } from "node:process";\n';

describe('process.stdin', () => {
  test('gives readline the answers to its questions, one at a time', async () => {
    const id = submit(
      `${IMPORTS}const lines = createInterface({ input, output });\n` +
        'const first = await lines.question("First? ");\n' +
        'const second = await lines.question("Second? ");\n' +
        'lines.close();\nawait new Promise(r => setTimeout(r, 50));\nconsole.log([first, second]);'
    );
    await answerNext('one');
    await answerNext('two');
    expect(await textOf(id)).toBe("First? Second? [ 'one', 'two' ]\n");
    expect(kernel.questions).toHaveLength(asked);
  });

  test('can be read in each cell that imported it earlier', async () => {
    const id = submit(
      'const again = createInterface({ input, output });\n' +
        'console.log((await again.question("Again? ")).toUpperCase());'
    );
    await answerNext('yes');
    expect(await textOf(id)).toBe('Again? YES\n');
  });

  test('ends with the cell, and what was left open asks nothing in the next one', async () => {
    const id = submit('await new Promise(r => setTimeout(r, 50)); 1');
    await textOf(id);
    expect(kernel.questions).toHaveLength(asked);
  });

  test('is a stream of lines, up to the end of the input', async () => {
    const id = submit(
      'let all = ""; for await (const chunk of process.stdin) all += chunk; console.log([all]);'
    );
    await answerNext('a');
    await answerNext('');
    await answerNext('\x04');
    expect(await textOf(id)).toBe("[ 'a\\n\\n' ]\n");
  });

  test('is not asked for by those who do not read it', async () => {
    const id = submit('[process.stdin.fd, process.stdin.isTTY]');
    expect(await textOf(id)).toBe('[ 0, undefined ]\n');
    expect(kernel.questions).toHaveLength(asked);
  });

  test('lets timers run while it waits, and a prompt ask after it', async () => {
    const id = submit(
      'process.stdin.once("data", line => console.log("line", String(line)));\n' +
        'await new Promise(r => setTimeout(r, 30));\nconsole.log("timer");\n' +
        'console.log("prompt", prompt("Second?")); process.stdin.pause();\n' +
        'await new Promise(r => setTimeout(r, 30));'
    );
    const first = await nextQuestion();
    await kernel.waitUntil(() => kernel.textOf(id).includes('timer'), 'the timer');
    kernel.answer('1', first);
    const second = await nextQuestion();
    expect(second.content['prompt']).toBe('Second? ');
    kernel.answer('2', second);
    expect(await textOf(id)).toContain('prompt 2\n');
    expect(kernel.textOf(id)).toContain('line 1\n');
  });

  test('is broken by an interrupt', async () => {
    const id = submit(
      'await once.call(null); async function once() { for await (const _ of process.stdin); }'
    );
    await nextQuestion();
    await kernel.control('interrupt_request');
    const { reply } = await kernel.finish(id);
    expect(reply).toMatchObject({ status: 'error', ename: 'KeyboardInterrupt' });
  });

  test('ends a cell that reads it where the front end does not allow it', async () => {
    const { reply } = await kernel.execute(
      'const open = createInterface({ input, output }); await open.question("Name? ");'
    );
    expect(reply).toMatchObject({ status: 'error', ename: 'StdinNotImplementedError' });
    expect(reply['evalue']).toMatch(/^process\.stdin needs input/);
    expect(kernel.questions).toHaveLength(asked);
  });
});

describe('a kernel that is shut down', () => {
  const CELLS = [
    ['prompt', 'globalThis.prompt("Never?")'],
    ['prompt after an await', 'await null; globalThis.prompt("Never?")'],
    ['process.stdin', 'for await (const _ of process.stdin);']
  ] as const;

  test.each(sampleOf(CELLS, 2))('while %s waits ends in order', async (_what, code) => {
    const client = await KernelClient.start();
    try {
      client.submit(`console.log("before");\n${code}`, { allow_stdin: true });
      await client.question();
      const exit = once(client.process.child, 'exit');
      await client.control('shutdown_request', { restart: false });
      expect(await exit).toEqual([0, null]);
    } finally {
      await client.dispose();
    }
  });

  test('by SIGTERM while prompt waits ends', async () => {
    const client = await KernelClient.start();
    try {
      client.submit('await null; globalThis.prompt("Never?")', { allow_stdin: true });
      await client.question();
      const exit = once(client.process.child, 'exit');
      client.process.child.kill('SIGTERM');
      expect(await exit).toEqual([null, 'SIGTERM']);
    } finally {
      await client.dispose();
    }
  });
});
