import { expect, it } from 'vitest';
import { sizeOf } from '../support/tiers';
import { useLab } from './useLab';

const LINES = sizeOf(100_000, 300_000);

/** Messages about one cell, as a client of the server receives them. */
interface Received {
  readonly stdout: string;
  readonly stderr: string;
  readonly displays: number;
  readonly results: number;
}

const used = useLab();

/** Runs in the page: starts a kernel, runs a cell and gathers what arrives until it is idle. */
async function received(code: string): Promise<Received> {
  const query = location.search;
  const kernels = location.pathname.replace(/me$/, 'kernels');
  const created = await fetch(`${kernels}${query}`, {
    method: 'POST',
    body: JSON.stringify({ name: 'kernelscope' })
  });
  const { id } = (await created.json()) as { readonly id: string };
  const socket = new WebSocket(
    `${location.origin.replace('http', 'ws')}${kernels}/${id}/channels${query}`
  );
  await new Promise(resolve => socket.addEventListener('open', resolve));
  const header = { msg_id: 'cell', msg_type: 'execute_request', session: 's', username: 'u' };
  const dated = { ...header, date: new Date().toISOString(), version: '5.3' };
  const content = { code, silent: false, store_history: true, user_expressions: {} };
  const streams = { stdout: '', stderr: '' };
  let [displays, results] = [0, 0];
  const idle = new Promise<void>(resolve => {
    socket.addEventListener('message', event => {
      const message = JSON.parse(String(event.data)) as {
        readonly header: { readonly msg_type: string };
        readonly parent_header: { readonly msg_id?: string };
        readonly content: Readonly<Record<string, string>>;
      };
      if (message.parent_header.msg_id !== 'cell') return;
      const { text = '', name, execution_state: state } = message.content;
      if (message.header.msg_type === 'stream') streams[name as 'stdout' | 'stderr'] += text;
      if (message.header.msg_type === 'display_data') displays += 1;
      if (message.header.msg_type === 'execute_result') results += 1;
      if (state === 'idle') resolve();
    });
  });
  const rest = { parent_header: {}, metadata: {}, channel: 'shell', buffers: [] };
  socket.send(JSON.stringify({ header: dated, content, ...rest }));
  await idle;
  return { ...streams, displays, results };
}

it(
  `a cell of ${LINES} lines loses nothing on its way through the server`,
  { tags: 'night' },
  async () => {
    const page = await used.browser.newPage({ bypassCSP: true });
    await page.goto(used.server.address('api/me'));
    const code = `%%profile\nfor (let i = 0; i < ${LINES}; i++) console.log("line", i);\n"end"`;
    const { stdout, stderr, ...others } = await page.evaluate(received, code);
    expect(stderr).toBe('');
    const lines = stdout.trimEnd().split('\n');
    expect(lines).toHaveLength(LINES);
    expect(lines.at(-1)).toBe(`line ${LINES - 1}`);
    expect(others).toEqual({ displays: 1, results: 1 });
  }
);
