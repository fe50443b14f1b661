import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PROGRESS_MIME_TYPE, type RecordingProgress } from '../../src/model/output/progress';
import { validateProgress } from '../../src/model/validate/validateProgress';
import { sampleOf } from '../support/tiers';
import type { JupyterMessage } from './jupyterMessage';
import { isProgress, KernelClient } from './kernelClient';
import { isProfile, PROFILE_MIME, profileOf } from './probe';

/** A loop that keeps the main thread busy for so long, with 20 slices in every millisecond or so. */
const loopFor = (ms: number): string => `import { range } from "kernelscope";
const spinUntil = performance.now() + ${ms};
while (performance.now() < spinUntil) range("step", () => { for (let i = 0; i < 1e5; i++); });`;

/** Long enough to tell its progress, at the end of its first second, on a busy machine too. */
const LOOP = loopFor(2000);

/** One that would tell it soon after. */
const PAST_THE_FIRST = loopFor(1300);

/** Runs one cell by nbclient, as if that sent ids of cells, and prints the types of the outputs. */
const NBCLIENT = `
import json, sys, nbformat
from nbclient import NotebookClient

notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(sys.argv[1])])
client = NotebookClient(notebook, kernel_name="kernelscope", timeout=120)
with client.setup_kernel():
    message = client.kc.session.msg
    client.kc.session.msg = lambda kind, content=None, **more: message(
        kind, content, **{**more, "metadata": {"cellId": "some"}}
    )
    client.execute_cell(notebook.cells[0], 0)
print(json.dumps([
    [output.output_type, sorted(output.get("data", {}))] for output in notebook.cells[0].outputs
]))
`;

describe('the progress of a recording', () => {
  let kernel: KernelClient;

  beforeAll(async () => {
    kernel = await KernelClient.start();
  });
  afterAll(() => kernel.dispose());

  const messagesOf = (id: string): JupyterMessage[] =>
    kernel.published.filter(({ parent }) => parent.msg_id === id);
  const updatesOf = (id: string): JupyterMessage[] => messagesOf(id).filter(isProgress);
  const statesOf = (id: string): RecordingProgress[] =>
    updatesOf(id).map(({ content }) =>
      validateProgress((content['data'] as Record<string, unknown>)[PROGRESS_MIME_TYPE])
    );
  const recordingsOf = (id: string): RecordingProgress[] =>
    statesOf(id).filter(({ phase }) => phase === 'recording');
  const displayIdsOf = (id: string): unknown[] =>
    messagesOf(id)
      .filter(({ header }) => header.msg_type === 'display_data')
      .map(({ content }) => (content['transient'] as Record<string, unknown>)['display_id']);

  it('grows during a loop that leaves no turn to anybody, and ends after the profile', async () => {
    const cell = await kernel.execute(`%%profile before\n${loopFor(3000)}`, { cellId: 'loop' });
    profileOf(cell);
    const states = recordingsOf(cell.id);
    expect(states.length).toBeGreaterThanOrEqual(2);
    expect(states.length).toBeLessThanOrEqual(7);
    for (const { name, cellId, rssBytes } of states) {
      expect({ name, cellId }).toEqual({ name: 'before', cellId: 'loop' });
      expect(rssBytes).toBeGreaterThan(10e6);
    }
    const times = states.map(({ elapsedMs }) => elapsedMs);
    expect(times[0]).toBeGreaterThan(990);
    times.slice(1).forEach((time, index) => expect(time - times[index]).toBeGreaterThan(490));
    const slices = states.map(one => one.slices);
    expect(slices[0]).toBeGreaterThan(0);
    expect(slices.at(-1)).toBeGreaterThan(slices[0]);
    const messages = messagesOf(cell.id);
    const shown = messages.findIndex(({ header }) => header.msg_type === 'display_data');
    const ended = messages.findIndex(message => message === updatesOf(cell.id).at(-1));
    expect(statesOf(cell.id).at(-1)?.phase).toBe('ended');
    expect(shown).toBeGreaterThan(0);
    expect(ended).toBeGreaterThan(shown);
    // what was never displayed is kept by no notebook
    expect(displayIdsOf(cell.id)).toHaveLength(1);
    const ids = updatesOf(cell.id).map(({ content }) => content['transient']);
    expect(new Set(ids.map(id => JSON.stringify(id))).size).toBe(1);
    expect(displayIdsOf(cell.id)).not.toContain((ids[0] as { display_id: string }).display_id);
  });

  it('keeps the text of the cell in order, before the profile', { tags: 'night' }, async () => {
    const loop = `for (let i = 0; i < 5; i++) {
  console.log(i);
  await new Promise(resolve => setTimeout(resolve, 400));
}`;
    const cell = await kernel.execute(`%%profile\n${loop}`, { cellId: 'text' });
    expect(updatesOf(cell.id).length).toBeGreaterThan(0);
    expect(cell.outputs).toHaveLength(2);
    expect(cell.outputs[0]).toMatchObject({ type: 'stream', text: '0\n1\n2\n3\n4\n' });
    expect(isProfile(cell.outputs[1])).toBe(true);
  });

  it(
    'ends with a cell that is interrupted, and with one that throws',
    { tags: 'night' },
    async () => {
      const id = kernel.submit('%%profile\nwhile (true);', { cellId: 'endless' });
      await kernel.waitUntil(() => updatesOf(id).length > 0, 'progress');
      await kernel.control('interrupt_request');
      const interrupted = await kernel.finish(id);
      expect(interrupted.reply['ename']).toBe('KeyboardInterrupt');
      const failing = `${LOOP}\nthrow new Error("no");`;
      const failed = await kernel.execute(`%%profile\n${failing}`, { cellId: 'failing' });
      for (const cell of [interrupted, failed]) {
        profileOf(cell);
        expect(statesOf(cell.id).at(-1)?.phase).toBe('ended');
      }
      const before = kernel.published.length;
      await sleep(1500);
      expect(kernel.published.slice(before).filter(isProgress)).toEqual([]);
    }
  );

  const QUIET = [
    ['a short cell', '%%profile\n1 + 1', { cellId: 'short' }],
    ['a quiet cell', `%%profile --quiet\n${PAST_THE_FIRST}`, { cellId: 'quiet' }],
    ['a cell that is not recorded', PAST_THE_FIRST, { cellId: 'bare' }],
    ['code outside of a notebook', `%%profile\n${PAST_THE_FIRST}`, {}]
  ] as const;

  it.each(sampleOf(QUIET, 2))('is not there for %s', async (_, code, options) => {
    const cell = await kernel.execute(code, options);
    expect(cell.reply['status']).toBe('ok');
    expect(updatesOf(cell.id)).toEqual([]);
  });

  it(
    'leaves a notebook that nbclient executes with its text and one profile',
    { tags: 'night' },
    () => {
      const code = `%%profile\nconsole.log("first");\n${LOOP}\nconsole.log("last");`;
      const python = fileURLToPath(new URL('../../.venv/bin/python', import.meta.url));
      const printed = execFileSync(python, ['-c', NBCLIENT, code], { encoding: 'utf8' });
      const outputs = JSON.parse(printed) as [type: string, mimeTypes: string[]][];
      expect(outputs.map(([type]) => type)).toEqual(['stream', 'stream', 'display_data']);
      expect(outputs[2][1]).toContain(PROFILE_MIME);
    }
  );
});
