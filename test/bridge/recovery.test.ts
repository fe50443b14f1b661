import { once } from 'node:events';
import { cpSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { type Execution, KernelClient } from './kernelClient';

const open: KernelClient[] = [];

async function start(): Promise<KernelClient> {
  const kernel = await KernelClient.start();
  open.push(kernel);
  return kernel;
}

afterEach(async () => {
  await Promise.all(open.splice(0).map(async kernel => kernel.dispose()));
});

function textOf({ outputs }: Execution): string {
  return outputs.map(output => ('data' in output ? String(output.data['text/plain']) : '')).join();
}

test('a kernel that ends while it records leaves the profile for the next one', async () => {
  const first = await start();
  first.submit(
    '%%profile lost\nimport { range } from "kernelscope";\n' +
      'range("kept", () => 1);\nconsole.log("recording");\nawait new Promise(() => undefined);'
  );
  const isRecording = (): boolean =>
    first.published.some(({ content }) => String(content['text']).includes('recording'));
  await first.waitUntil(isRecording, 'the cell to record');
  const exited = once(first.process.child, 'exit');
  await first.control('shutdown_request', { restart: false });
  expect([await exited, first.process.stderr()]).toEqual([[0, null], '']);
  const left = path.join(first.process.folder, '.kernelscope');
  expect(readdirSync(left)).toHaveLength(1);

  const second = await start();
  cpSync(left, path.join(second.process.folder, '.kernelscope'), { recursive: true });
  expect(textOf(await second.execute('%profile list'))).toMatch(/^lost .* recovered$/m);
  expect(textOf(await second.execute('%profile show lost'))).toMatch(/kept +1 /);
});

test('a kernel that is killed leaves nothing broken behind', { tags: 'night' }, async () => {
  const first = await start();
  first.submit('%%profile gone\nfor (;;) {}');
  await first.waitUntil(
    () => first.published.some(({ content }) => content['execution_state'] === 'busy'),
    'the cell to run'
  );
  first.process.child.kill('SIGKILL');
  await once(first.process.child, 'exit');
  const second = await start();
  const { reply } = await second.execute('%%profile\n1 + 1');
  expect(reply['status']).toBe('ok');
});
