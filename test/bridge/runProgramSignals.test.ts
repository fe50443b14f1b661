import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { loadProfile } from 'kernelscope';
import { beforeAll, describe, expect, test } from 'vitest';
import { sampleOf } from '../support/tiers';
import { useFolder } from '../support/folders';

const COMMAND = fileURLToPath(new URL('../../src/bin/kernelscope.cjs', import.meta.url));

const COUNTING = `
let heard = 0;
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => { heard++; setTimeout(() => { console.log('heard ' + heard); process.exit(3); }, 900); });
}
console.log('ready');
setInterval(() => undefined, 1000);`;

const folder = useFolder();

beforeAll(() => {
  writeFileSync(path.join(folder, 'counting.js'), COUNTING);
});

/** Runs the command line in a process group of its own; `send` is called when the program is ready. */
function run(
  words: readonly string[],
  send: (pid: number) => void
): Promise<readonly [ended: number | NodeJS.Signals | null, out: string]> {
  return new Promise(resolve => {
    const child = spawn(process.execPath, [COMMAND, 'run', '-q', ...words], {
      cwd: folder,
      detached: true,
      stdio: ['ignore', 'pipe', 'inherit']
    });
    let out = '';
    child.stdout.on('data', (bytes: Buffer) => {
      out += bytes.toString();
      if (out === 'ready\n' && child.pid !== undefined) send(child.pid);
    });
    child.on('close', (code, signal) => resolve([code ?? signal, out]));
  });
}

describe.skipIf(process.platform === 'win32')('a program that listens for signals', () => {
  test.each(sampleOf(['SIGINT', 'SIGTERM'] as const, 2))(
    'hears %s once, of its group or not',
    async signal => {
      const heardOnce = [3, 'ready\nheard 1\n'];
      expect(await run(['counting.js'], pid => process.kill(-pid, signal))).toEqual(heardOnce);
      expect(await run(['counting.js'], pid => process.kill(pid, signal))).toEqual(heardOnce);
    }
  );
});

describe.skipIf(process.platform === 'win32')('a program that ends itself by a signal', () => {
  test.each(sampleOf(['SIGKILL', 'SIGTERM'] as const, 2))(
    'has all of its profile: %s',
    async signal => {
      const text = `performance.mark('late');\nprocess.kill(process.pid, '${signal}');`;
      writeFileSync(path.join(folder, 'ends.js'), text);
      const [status] = await run(['-o', 'ends.kscope', 'ends.js'], () => undefined);
      expect(status).toBe(128 + constants.signals[signal]);
      const { meta, strings } = loadProfile(path.join(folder, 'ends.kscope')).data;
      expect(meta.status).toBe('interrupted');
      expect(strings).toContain('late');
    }
  );
});

describe.skipIf(process.platform === 'win32')('a program in TypeScript with a thread', () => {
  test('ends by a signal, with its profile', { tags: 'night' }, async () => {
    writeFileSync(
      path.join(folder, 'idle.js'),
      `require('node:worker_threads').parentPort.on('message', () => undefined);`
    );
    writeFileSync(
      path.join(folder, 'waits.mts'),
      `import { Worker } from 'node:worker_threads';
      new Worker('./idle.js').on('online', () => setTimeout(() => console.log('ready'), 1000));`
    );
    const words = ['-o', 'waits.kscope', 'waits.mts'];
    expect(await run(words, pid => process.kill(pid, 'SIGTERM'))).toEqual([143, 'ready\n']);
    expect(loadProfile(path.join(folder, 'waits.kscope')).data.meta.status).toBe('interrupted');
  });
});

/** Ends its child for good. The child has much to save. */
const ENDING = `
const { fork } = require('node:child_process');
if (process.argv[2] === 'child') {
  for (let mark = 0; mark < 300000; mark++) performance.mark('mark ' + mark % 100);
  process.send('done');
  setInterval(() => undefined, 1000);
} else {
  const child = fork(__filename, ['child']);
  child.on('message', () => child.kill('SIGKILL'));
}`;

/** The child that saves its recording, in a folder of temporary files; null if none does. */
function savingChild(temporary: string): number | null {
  const [run] = readdirSync(temporary).filter(name => name.startsWith('kernelscope-run-'));
  if (run === undefined) return null;
  const [saving] = readdirSync(path.join(temporary, run), { recursive: true })
    .map(name => /process-(\d+)\.saving$/.exec(String(name)))
    .filter(found => found !== null);
  return saving === undefined ? null : Number(saving[1]);
}

describe.skipIf(process.platform === 'win32')('a child that its parent ends for good', () => {
  test('saves its recording, even where the machine pauses it meanwhile', async () => {
    const temporary = path.join(folder, 'temporary');
    mkdirSync(temporary);
    writeFileSync(path.join(folder, 'ending.js'), ENDING);
    const child = spawn(process.execPath, [COMMAND, 'run', '-q', '-o', 'e.kscope', 'ending.js'], {
      cwd: folder,
      env: { ...process.env, TMPDIR: temporary },
      stdio: 'inherit'
    });
    const closed = once(child, 'close');
    let pid: number | null = null;
    while (pid === null && child.exitCode === null) {
      pid = savingChild(temporary);
      await sleep(2);
    }
    process.kill(pid!, 'SIGSTOP');
    await sleep(4000);
    process.kill(pid!, 'SIGCONT');
    expect(await closed).toEqual([0, null]);
    const { sources } = loadProfile(path.join(folder, 'e.kscope')).data;
    expect(sources.filter(source => JSON.stringify(source).includes('killed'))).toEqual([]);
  });
});

describe('a program that runs several times', () => {
  test.each(sampleOf([false, true], 2))(
    'has the same input each time, which ends: %s',
    async ends => {
      writeFileSync(
        path.join(folder, 'reads.js'),
        `let all = '';
      process.stdin.on('data', text => {
        all += text;
        if (!all.endsWith('end\\n')) return;
        require('node:fs').appendFileSync('read-${ends}', all);
        process.exit();
      });`
      );
      const words = ['run', '-q', '--no-cpu', '--warmup', '1', '--repeat', '2', 'reads.js'];
      const child = spawn(process.execPath, [COMMAND, ...words], { cwd: folder });
      child.stdin.write('one\n');
      child.stdin.write('end\n');
      if (ends) child.stdin.end();
      const code = await new Promise(resolve => child.on('close', resolve));
      expect(code).toBe(0);
      const read = readFileSync(path.join(folder, `read-${ends}`), 'utf8');
      expect(read).toBe('one\nend\n'.repeat(3));
      child.stdin.destroy();
    }
  );
});
