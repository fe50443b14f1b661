import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { descendantsOf, Disturbance } from '../../../scripts/steps/disturbance.mjs';

/** Starts another process, which counts on its output until it is ended. */
const PARENT = `
const { spawn } = require('node:child_process');
const count = "let n = 0; setInterval(() => console.log(++n), 20)";
spawn(process.execPath, ['-e', count], { stdio: 'inherit' });
setInterval(() => undefined, 1000);`;

describe.skipIf(process.platform !== 'linux')('a disturbance', () => {
  it('stops processes below a process, and all of them go on afterwards', async () => {
    const parent = spawn(process.execPath, ['-e', PARENT]);
    let lines = 0;
    parent.stdout.on('data', () => lines++);
    await once(parent.stdout, 'data');
    const root = parent.pid ?? 0;
    const [child] = descendantsOf(root);
    expect(descendantsOf(process.pid)).toEqual(expect.arrayContaining([root, child]));
    const disturbance = new Disturbance({ root, busy: 1, random: () => 0.5 });
    while (disturbance.stops < 2) await sleep(20);
    await disturbance.dispose();
    const before = lines;
    while (lines < before + 5) await sleep(20);
    process.kill(child);
    parent.kill();
    await once(parent, 'close');
  });
});
