import { spawnSync } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type FinishedProfile, loadProfile } from 'kernelscope';
import { describe, expect, test, vi } from 'vitest';
import { nodeVersions } from '../support/nodeVersions';
import { useFolder } from '../support/folders';
import { sampleOf } from '../support/tiers';

const COMMAND = fileURLToPath(new URL('../../src/bin/kernelscope.cjs', import.meta.url));

/** The number that Node gives to the next thread: 1 where none has started before. */
const NEXT_THREAD = `
const { Worker } = require('node:worker_threads');
const nextThread = () => {
  const worker = new Worker('', { eval: true });
  return worker.threadId;
};
const compute = ms => {
  for (const until = performance.now() + ms; performance.now() < until;) Math.sqrt(2);
};`;

/** A program that ends sooner needs no threads, nanoseconds. */
const SHORT_NS = 400e6;

const folder = useFolder();

interface Run {
  readonly output: string;
  readonly profile: FinishedProfile['data'];
}

function run(node: string, program: string): Run {
  const number = readdirSync(folder).length;
  const file = path.join(folder, `${number}.kscope`);
  writeFileSync(path.join(folder, `${number}.cjs`), program);
  const args = [COMMAND, 'run', '-q', '-o', file, `${number}.cjs`];
  const { stdout, stderr } = spawnSync(node, args, { cwd: folder, encoding: 'utf8' });
  expect(stderr).toBe('');
  return { output: stdout.trim(), profile: loadProfile(file).data };
}

/** How many values of the memory of the process another thread has taken: the main thread takes each 50 ms at most. */
function memoryValues({ counters }: Run['profile']): number {
  const own = counters.find(({ name }) => name.endsWith('/external'))?.time.length ?? 0;
  return (counters.find(({ name }) => name.endsWith('/rss'))?.time.length ?? 0) - own;
}

describe.skipIf(process.platform !== 'linux').each(nodeVersions())(
  'the threads beside a recorded program, on $title',
  ({ executable }) => {
    test('are not there where it is short', async () => {
      const program = `${NEXT_THREAD} console.log(nextThread()); process.exit();`;
      // on a busy machine it is not short each time
      const short = await vi.waitUntil(
        () => {
          const each = run(executable, program);
          return each.profile.meta.durationNs < SHORT_NS && each;
        },
        { timeout: 100_000 }
      );
      expect(short.output).toBe('1');
      expect(memoryValues(short.profile)).toBeGreaterThan(0);
      const memory = short.profile.sources.find(({ source }) => source === 'memory');
      expect(memory?.status).toBe('ok');
    });

    const ACTS = [
      ['computes', 'compute(1500); console.log(nextThread());'],
      ['waits', 'setTimeout(() => console.log(nextThread()), 1500);'],
      [
        'sleeps',
        `Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1500); console.log(nextThread());`
      ]
    ];

    test.each(sampleOf(ACTS, 3))('start meanwhile where it %s for longer', (_, act) => {
      const { output, profile } = run(executable, NEXT_THREAD + act);
      // that which keeps the file up to date was the first: memory is sampled by none of JavaScript
      expect(output).toBe('2');
      expect(memoryValues(profile)).toBeGreaterThan(3);
    });

    test('start before it waits for a child process', () => {
      const { output } = run(
        executable,
        `${NEXT_THREAD} require('node:child_process').spawnSync(process.execPath, ['-v']);
        console.log(nextThread());`
      );
      expect(output).toBe('2');
    });

    test('are not seen by its hooks on asynchronous resources', () => {
      const { output } = run(
        executable,
        `const seen = new Set();
        const { enable } = Object.getPrototypeOf(require('node:async_hooks').createHook({}));
        require('node:async_hooks').createHook({ init: (id, type) => void seen.add(type) }).enable();
        setTimeout(() => console.log(enable.name, [...seen].sort().join()), 1500);`
      );
      expect(output).toBe('enable Timeout');
    });

    test('do not keep it running', () => {
      const begun = process.hrtime.bigint();
      run(executable, `${NEXT_THREAD} compute(1000);`);
      expect(process.hrtime.bigint() - begun).toBeLessThan(60_000_000_000n);
    });
  }
);
