import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ContinuousStats } from '../../src/engine/continuous/continuousProfiling';
import { type PprofStack, readPprof } from '../support/pprofSchema';
import { parseLabelSet, PyroscopeReceiver } from '../support/pyroscopeReceiver';
import { KernelClient } from './kernelClient';

const PROGRAM = fileURLToPath(new URL('continuousPushProgram.mjs', import.meta.url));

type Behaviour = 'ends' | 'goes on' | 'stops' | 'exits' | 'throws';

let receiver: PyroscopeReceiver;

beforeEach(async () => {
  receiver = await PyroscopeReceiver.start();
});

afterEach(() => receiver.stop());

/** Runs the program with the package that was built, and what came of it. */
async function run(behaviour: Behaviour, { push = receiver.url, protocol = 'pyroscope' } = {}) {
  const child = spawn(process.execPath, [PROGRAM, push, behaviour, protocol]);
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (part: Buffer) => (stdout += part.toString()));
  child.stderr.on('data', (part: Buffer) => (stderr += part.toString()));
  const start = performance.now();
  const [code] = (await once(child, 'close')) as [number];
  return { code, stdout, stderr, ms: performance.now() - start };
}

/** The seconds that a program with this behaviour takes where the server answers at once. */
async function usualMs(behaviour: Behaviour): Promise<number> {
  return (await run(behaviour)).ms;
}

const stacksOf = (): PprofStack[] => receiver.pushes.flatMap(({ body }) => readPprof(body).stacks);

const isBusy = ({ places }: PprofStack): boolean => places.some(place => place.startsWith('busy '));

describe('a program that profiles itself', () => {
  test('pushes its last window when it ends by itself', async () => {
    const { code, stderr } = await run('ends');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(receiver.pushes.length).toBeGreaterThan(0);
    expect(stacksOf().some(isBusy)).toBe(true);
  });

  test('pushes its last window over OTLP as well', { tags: 'night' }, async () => {
    const { code, stderr } = await run('ends', { protocol: 'otlp' });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const [{ path, body }] = receiver.pushes;
    expect(path).toBe('/v1development/profiles');
    expect(gunzipSync(body).toString('latin1')).toContain('busy');
  });

  test('pushes windows while it goes on', async () => {
    const { code, stderr } = await run('goes on');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(receiver.pushes.length).toBeGreaterThan(2);
    const pids = receiver.pushes.map(({ query }) => parseLabelSet(query['name'])['pid']);
    expect(new Set(pids).size).toBe(1);
  });

  test('waits at the top level until everything is pushed', async () => {
    const { code, stdout, stderr } = await run('stops');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const stats = JSON.parse(stdout) as ContinuousStats;
    expect(stats).toMatchObject({ dropped: 0, failed: 0, waiting: 0, lastError: null });
    expect(stats.pushed).toBe(receiver.pushes.length);
  });

  test.each([
    ['exits', 3],
    ['throws', 1]
  ] as const)('%s as it would alone', async (behaviour, expected) => {
    const { code, stderr } = await run(behaviour);
    expect(code).toBe(expected);
    if (behaviour === 'throws') expect(stderr).toContain('Error: of the program');
  });

  test('ends a second later at most where the server never answers', async () => {
    const usual = await usualMs('ends');
    receiver.answer = () => undefined;
    const { code, stderr, ms } = await run('ends');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(ms - usual).toBeLessThan(3000);
  });

  test('ends by itself where there is no server', async () => {
    const { url } = receiver;
    await receiver.stop();
    const { code, stderr } = await run('ends', { push: url });
    receiver = await PyroscopeReceiver.start();
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });
});

describe('a notebook', () => {
  test('pushes samples of its cells with names, lines and cells, beside a profiled cell', async () => {
    const kernel = await KernelClient.start({ JPY_SESSION_NAME: 'work/training.ipynb' });
    try {
      await kernel.execute(
        `import { profile } from 'kernelscope';\n` +
          `const running = profile.continuous({ push: '${receiver.url}', name: 'notebook', cpuHz: 200 });`
      );
      await kernel.execute(
        `interface Work { ms: number }\n\n` +
          `function inCell({ ms }: Work): number {\n` +
          `  let sum = 0;\n` +
          `  for (const end = Date.now() + ms; Date.now() < end; ) sum += Math.sqrt(sum + 1);\n` +
          `  return sum;\n}\n` +
          `inCell({ ms: 400 });`
      );
      await kernel.execute('%%profile\ninCell({ ms: 300 });');
      const { reply } = await kernel.execute('await running.stop();');
      expect(reply['status'], JSON.stringify(reply)).toBe('ok');
    } finally {
      await kernel.dispose();
    }
    const [{ query }] = receiver.pushes;
    expect(parseLabelSet(query['name'])['notebook']).toBe('training');
    const stacks = stacksOf().filter(({ places }) => places[0].startsWith('inCell '));
    expect(new Set(stacks.map(({ places }) => places[0]))).toEqual(new Set(['inCell Cell [2]:3']));
    expect(new Set(stacks.map(({ labels }) => labels['cell']))).toEqual(new Set(['2', '3']));
    expect(new Set(receiver.pushes.map(push => push.query['sampleRate'])).size).toBe(2);
  });
});
