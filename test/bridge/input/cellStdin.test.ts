import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { sampleOf } from '../../support/tiers';
import { KernelClient } from '../kernelClient';
import { Questions } from './questions';

const user = Questions.use();

const IMPORTS =
  'import { createInterface } from "node:readline/promises";\n' +
  'import { stdin as input, stdout as output } from "node:process";\n';

describe('process.stdin', () => {
  test('gives readline the answers to its questions, one at a time', async () => {
    const id = user.submit(
      `${IMPORTS}const lines = createInterface({ input, output });\n` +
        'const first = await lines.question("First? ");\n' +
        'const second = await lines.question("Second? ");\n' +
        'lines.close();\nawait new Promise(r => setTimeout(r, 50));\nconsole.log([first, second]);'
    );
    await user.answer('one');
    await user.answer('two');
    expect(await user.textOf(id)).toBe("First? Second? [ 'one', 'two' ]\n");
    user.expectNoMore();
  });

  test('can be read in each cell that imported it earlier', async () => {
    const id = user.submit(
      'const again = createInterface({ input, output });\n' +
        'console.log((await again.question("Again? ")).toUpperCase());'
    );
    await user.answer('yes');
    expect(await user.textOf(id)).toBe('Again? YES\n');
  });

  test('ends with the cell, and what was left open asks nothing in the next one', async () => {
    const id = user.submit('await new Promise(r => setTimeout(r, 50)); 1');
    await user.textOf(id);
    user.expectNoMore();
  });

  test('is a stream of lines, up to the end of the input', async () => {
    const id = user.submit(
      'let all = ""; for await (const chunk of process.stdin) all += chunk; console.log([all]);'
    );
    await user.answer('a');
    await user.answer('');
    await user.answer('\x04');
    expect(await user.textOf(id)).toBe("[ 'a\\n\\n' ]\n");
  });

  test('is not asked for by those who do not read it', async () => {
    const id = user.submit('[process.stdin.fd, process.stdin.isTTY]');
    expect(await user.textOf(id)).toBe('[ 0, undefined ]\n');
    user.expectNoMore();
  });

  test('lets timers run while it waits, and a prompt ask after it', async () => {
    const id = user.submit(
      'process.stdin.once("data", line => console.log("line", String(line)));\n' +
        'await new Promise(r => setTimeout(r, 30));\nconsole.log("timer");\n' +
        'console.log("prompt", prompt("Second?")); process.stdin.pause();\n' +
        'await new Promise(r => setTimeout(r, 30));'
    );
    const first = await user.next();
    await user.kernel.waitUntil(() => user.kernel.textOf(id).includes('timer'), 'the timer');
    user.kernel.answer('1', first);
    const second = await user.next();
    expect(second.content['prompt']).toBe('Second? ');
    user.kernel.answer('2', second);
    expect(await user.textOf(id)).toContain('prompt 2\n');
    expect(user.kernel.textOf(id)).toContain('line 1\n');
  });

  test('is broken by an interrupt', async () => {
    const id = user.submit(
      'await once.call(null); async function once() { for await (const _ of process.stdin); }'
    );
    await user.next();
    await user.kernel.control('interrupt_request');
    const { reply } = await user.kernel.finish(id);
    expect(reply).toMatchObject({ status: 'error', ename: 'KeyboardInterrupt' });
  });

  test('ends a cell that reads it where the front end does not allow it', async () => {
    const { reply } = await user.kernel.execute(
      'const open = createInterface({ input, output }); await open.question("Name? ");'
    );
    expect(reply).toMatchObject({ status: 'error', ename: 'StdinNotImplementedError' });
    expect(reply['evalue']).toMatch(/^process\.stdin needs input/);
    user.expectNoMore();
  });
});

describe('a kernel that is shut down', () => {
  const CELLS = [
    ['prompt', 'globalThis.prompt("Never?")'],
    ['prompt after an await', 'await null; globalThis.prompt("Never?")'],
    ['process.stdin', 'for await (const _ of process.stdin);']
  ] as const;

  test.each(sampleOf(CELLS, 3))('while %s waits ends in order', async (_what, code) => {
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

  test('by SIGTERM while prompt waits ends', { tags: 'night' }, async () => {
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
