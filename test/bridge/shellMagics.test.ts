import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isRunning } from '../support/isRunning';
import { KernelClient } from './kernelClient';
import { runCell } from './runCell';

let kernel: KernelClient;

beforeAll(async () => {
  kernel = await KernelClient.lend();
});

afterAll(() => kernel.dispose());

const place = (name: string): string => path.join(kernel.process.folder, name);

describe('%sh and %%sh', () => {
  test('run in the folder of the notebook, with both outputs, before the code below', async () => {
    const { id, reply } = await kernel.execute(
      '%sh echo "ü $(basename "$PWD")" && echo bad >&2\nconsole.log("below");'
    );
    expect(reply['status']).toBe('ok');
    expect(kernel.textOf(id)).toBe(`ü ${path.basename(kernel.process.folder)}\nbelow\n`);
    expect(kernel.textOf(id, 'stderr')).toBe('bad\n');
  });

  test('take a whole cell as a script, whose code is not TypeScript', async () => {
    expect(await runCell(kernel, '%%sh\nfor word in a b; do\n  echo "$word"\ndone')).toBe('a\nb\n');
    expect(await runCell(kernel, '%%sh\n')).toBe('');
  });

  test('fail the cell with the exit code, and run nothing below', async () => {
    const { id, reply } = await kernel.execute('%sh echo before; exit 3\nconsole.log("below");');
    expect(reply).toMatchObject({
      status: 'error',
      ename: 'CommandError',
      evalue: 'The command ended with exit code 3'
    });
    expect(kernel.textOf(id)).toBe('before\n');
  });

  test('have no input to wait for', async () => {
    expect(await runCell(kernel, '%sh cat')).toBe('');
  });

  test('end with all that they have started when they are interrupted', async () => {
    const id = kernel.submit('%sh sleep 60 & echo $! > pid; echo started; wait');
    await kernel.waitUntil(() => kernel.textOf(id).includes('started'), 'the command');
    await kernel.control('interrupt_request');
    const { reply } = await kernel.finish(id);
    expect(reply).toMatchObject({ status: 'error', ename: 'KeyboardInterrupt' });
    const pid = Number(readFileSync(place('pid'), 'utf8'));
    for (let tries = 0; isRunning(pid) && tries < 100; tries++) await delay(50);
    expect(isRunning(pid)).toBe(false);
    expect(await runCell(kernel, '%sh echo after')).toBe('after\n');
  });

  test('need a command', async () => {
    const { reply } = await kernel.execute('%sh');
    expect(reply['evalue']).toContain('Write what to run: %sh COMMAND.');
  });
});

describe('%npm', () => {
  test('installs a package that later cells import', async () => {
    mkdirSync(place('local-package'));
    const manifest = { name: 'local-package', version: '1.0.0', main: 'index.js' };
    writeFileSync(place('local-package/package.json'), JSON.stringify(manifest));
    writeFileSync(place('local-package/index.js'), 'exports.answer = 42;');
    writeFileSync(place('package.json'), '{ "private": true }');
    await runCell(kernel, '%npm install --offline --no-audit --no-fund ./local-package');
    expect(existsSync(place('node_modules/local-package'))).toBe(true);
    const code = "const { answer } = require('local-package');\nanswer";
    expect(await runCell(kernel, code)).toBe('42\n');
  });
});
