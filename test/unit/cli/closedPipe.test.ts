import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const BIN = fileURLToPath(new URL('../../../src/bin/kernelscope.cjs', import.meta.url));

test('a reader that wants no more, as `head` does, ends a command without an error', async () => {
  const command = spawn(process.execPath, [BIN, '--help'], { stdio: ['ignore', 'pipe', 'pipe'] });
  // long before Node has started
  command.stdout.destroy();
  let err = '';
  command.stderr.on('data', chunk => (err += String(chunk)));
  const [code] = (await once(command, 'close')) as [number | null];
  expect([code, err]).toEqual([0, '']);
});
