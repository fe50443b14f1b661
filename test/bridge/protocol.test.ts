import { statSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { KernelClient } from './kernelClient';
import { KERNEL_FOLDER } from './kernelProcess';
import { isNight, sizeOf } from '../support/tiers';

let kernel: KernelClient;

beforeAll(async () => {
  kernel = await KernelClient.start();
});

afterAll(() => kernel.dispose());

function typesFor(id: string): string[] {
  return kernel.published
    .filter(({ parent }) => parent.msg_id === id)
    .map(({ header, content }) =>
      header.msg_type === 'status' ? (content['execution_state'] as string) : header.msg_type
    );
}

test('the helper thread, which each kernel starts, has the code that it uses alone', () => {
  const helper = path.join(KERNEL_FOLDER, 'dist', 'workers', 'helperThread.cjs');
  expect(statSync(helper).size).toBeLessThan(100_000);
});

describe('execute_request', () => {
  test('is announced, echoed, answered and closed in that order', async () => {
    const { id, reply } = await kernel.execute('console.log(1)');
    expect(typesFor(id)).toEqual(['busy', 'execute_input', 'stream', 'idle']);
    expect(reply).toMatchObject({ status: 'ok', payload: [], user_expressions: {} });
  });

  test('counts stored cells only', async () => {
    const count = async (options = {}): Promise<number> =>
      (await kernel.execute('1', options)).reply['execution_count'] as number;
    const first = await count();
    await count({ store_history: false });
    expect(await count()).toBe(first + 1);
  });

  test('silent publishes nothing but its status', async () => {
    const { id } = await kernel.execute('console.log("hidden"); 42', { silent: true });
    expect(typesFor(id)).toEqual(['busy', 'idle']);
  });

  test('evaluates the expressions that come with it', async () => {
    const user_expressions = { good: '6 * 7', bad: 'nothing.here' };
    const { reply, outputs } = await kernel.execute('', { user_expressions });
    expect(reply['user_expressions']).toMatchObject({
      good: { status: 'ok', data: { 'text/plain': '42' } },
      bad: { status: 'error', ename: 'TypeScriptError' }
    });
    expect(outputs).toEqual([]);
  });

  test.each(['', '   \n\n', '// only a comment'])('of %j does nothing', async code => {
    const { reply, outputs } = await kernel.execute(code);
    expect(reply['status']).toBe('ok');
    expect(outputs).toEqual([]);
  });
});

describe('other requests', () => {
  test('kernel_info_request names the kernel, TypeScript and its version', async () => {
    expect(await kernel.request('kernel_info_request', {})).toMatchObject({
      status: 'ok',
      implementation: 'kernelscope',
      language_info: { name: 'typescript', version: '5.9.3', file_extension: '.ts' }
    });
  });

  test('history_request lists what was run', async () => {
    await kernel.execute('const remembered = 1;');
    const content = { hist_access_type: 'tail', n: 1, output: false, raw: true };
    const reply = await kernel.request('history_request', content);
    expect(reply['history']).toEqual([[0, expect.any(Number), 'const remembered = 1;']]);
    const search = { hist_access_type: 'search', pattern: '*remem*', n: 10 };
    expect((await kernel.request('history_request', search))['history']).toHaveLength(1);
  });

  test('comm_info_request has its own reply type', async () => {
    const id = kernel.send('comm_info_request', { target_name: 'jupyter.widget' });
    const reply = await kernel.replyTo(id);
    expect(reply.header.msg_type).toBe('comm_info_reply');
    expect(reply.content).toEqual({ status: 'ok', comms: {} });
  });

  test('a comm that nobody serves is closed, and its buffers break nothing', async () => {
    const content = { comm_id: 'c1', target_name: 'nobody', data: {} };
    const id = kernel.send('comm_open', content, { buffers: [Buffer.from([0, 1, 255])] });
    await kernel.waitUntil(() => typesFor(id).includes('idle'), 'the comm');
    expect(typesFor(id)).toEqual(['busy', 'comm_close', 'idle']);
  });

  test('an unknown request is refused, an unknown message ignored', async () => {
    expect(await kernel.request('mystery_request', {})).toMatchObject({
      status: 'error',
      ename: 'UnknownRequest'
    });
    const id = kernel.send('mystery_news', {});
    await kernel.waitUntil(() => typesFor(id).includes('idle'), 'the news');
    expect((await kernel.execute('"fine"')).reply['status']).toBe('ok');
  });

  test('completion is answered while a cell waits', async () => {
    const id = kernel.submit('console.log("waits");\nawait new Promise(() => undefined);');
    await kernel.waitUntil(() => kernel.textOf(id) === 'waits\n', 'the start of the cell');
    const reply = await kernel.request('complete_request', { code: 'Mat', cursor_pos: 3 });
    expect(reply['matches']).toContain('Math');
    expect(
      kernel.published.some(m => m.parent.msg_id === id && m.content['execution_state'] === 'idle')
    ).toBe(false);
    await kernel.control('interrupt_request');
    await kernel.finish(id);
  });
});

describe('a kernel ends', () => {
  const exitOf = async (own: KernelClient): Promise<number | string | null> => {
    await own.waitUntil(() => own.process.ended(), 'the exit');
    const { exitCode, signalCode } = own.process.child;
    return signalCode ?? exitCode;
  };

  test('when asked on the control channel, in order, whatever it is still sending', async () => {
    const endOne = async (): Promise<void> => {
      const own = await KernelClient.start();
      await own.execute('for (let i = 0; i < 300; i++) console.log("x".repeat(1000));');
      const { content } = await own.control('shutdown_request', { restart: true });
      expect(content).toEqual({ status: 'ok', restart: true });
      expect(await exitOf(own), own.process.stderr()).toBe(0);
      await own.dispose();
    };
    // one in twelve crashed when its helper thread ended before its last messages had left
    for (let i = 0; i < sizeOf(1, 4); i++) {
      await Promise.all(Array.from({ length: sizeOf(1, 3) }, endOne));
    }
  });

  test('when asked on the shell channel', { tags: 'night' }, async () => {
    const own = await KernelClient.start();
    await own.request('shutdown_request', { restart: false });
    expect(await exitOf(own), own.process.stderr()).toBe(0);
    await own.dispose();
  });

  test('even when a cell keeps it busy', { tags: 'night' }, async () => {
    const own = await KernelClient.start();
    const id = own.submit('console.log("busy"); for (;;) {}');
    await own.waitUntil(() => own.textOf(id) === 'busy\n', 'the start of the cell');
    await own.control('shutdown_request', { restart: false });
    expect(await exitOf(own)).toBe('SIGKILL');
    await own.dispose();
  });

  test.runIf(isNight)('by kill -9, and another one starts in its place', async () => {
    const own = await KernelClient.start();
    own.submit('for (;;) {}');
    own.process.child.kill('SIGKILL');
    await exitOf(own);
    await own.dispose();
    const next = await KernelClient.start();
    expect((await next.execute('"again"')).reply['status']).toBe('ok');
    await next.dispose();
  });
});
