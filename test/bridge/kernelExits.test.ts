import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { loadProfile } from 'kernelscope';
import { afterEach, describe, expect, test } from 'vitest';
import { seededRandom } from '../support/random';
import { KernelClient } from './kernelClient';

const require = createRequire(import.meta.url);

/** How many kernels end while they record. */
const EXITS = Number(process.env['KERNELSCOPE_EXITS'] ?? 10);
const SEED = Number(process.env['KERNELSCOPE_SEED'] ?? 1);
const LATEST_MS = 60;

/** What ends a kernel: in a cell, or from outside where it is null. */
const ENDS: readonly (readonly [name: string, code: string | null])[] = [
  ['process.reallyExit', '(process as any).reallyExit(3)'],
  ['SIGTERM', 'process.kill(process.pid, "SIGTERM")'],
  ['SIGHUP', 'process.kill(process.pid, "SIGHUP")'],
  [
    'an exit from a callback that throws',
    'setImmediate(() => { try { throw new Error("thrown"); } finally { (process as any).reallyExit(1); } })'
  ],
  ['shutdown_request', null]
];

const open: KernelClient[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map(async kernel => kernel.dispose()));
});

function cell(code: string | null, afterMs: number): string {
  const end = code === null ? '' : `setTimeout(() => { ${code}; }, ${afterMs});`;
  return (
    '%%profile lost\nimport { range } from "kernelscope";\n' +
    `range("kept", () => 1);\n${end}\nconsole.log("recording");\n` +
    'for (;;) { range("later", () => 1); await new Promise(done => setTimeout(done, 1)); }'
  );
}

function namesIn(file: string): string[] {
  const { slices, labels, strings } = loadProfile(file).data;
  return Array.from(slices.label, label => strings[labels.name[label]]);
}

const exits = Array.from({ length: EXITS }, (_, number) => {
  const [name, code] = ENDS[number % ENDS.length];
  const random = seededRandom((SEED + number) * 2654435761);
  const afterMs = number < ENDS.length ? 0 : Math.floor(LATEST_MS * random());
  return { number, name, code, afterMs };
});

describe('a kernel that ends while it records', () => {
  test.each(exits)(
    'leaves what it has recorded: $name after $afterMs ms ($number)',
    async ({ code, afterMs }) => {
      const kernel = await KernelClient.start();
      open.push(kernel);
      const ended = once(kernel.process.child, 'exit');
      kernel.submit(cell(code, afterMs));
      if (code === null) {
        const isRecording = (): boolean =>
          kernel.published.some(({ content }) => String(content['text']).includes('recording'));
        await kernel.waitUntil(isRecording, 'the cell to record');
        await sleep(afterMs);
        await kernel.control('shutdown_request', { restart: false });
      }
      await ended;
      const folder = path.join(kernel.process.folder, '.kernelscope');
      expect(kernel.process.stderr()).not.toContain('lost');
      expect(existsSync(folder)).toBe(true);
      const files = readdirSync(folder).map(name => path.join(folder, name));
      expect(files).toHaveLength(1);
      expect(namesIn(files[0])).toContain('kept');
    },
    120_000
  );
});

describe('a kernel whose cell cleans up by signal-exit', () => {
  test.each(['SIGTERM', 'SIGHUP'] as const)(
    'ends by %s, after the cleanup',
    async signal => {
      const kernel = await KernelClient.start();
      open.push(kernel);
      const place = JSON.stringify(require.resolve('signal-exit'));
      await kernel.execute(
        `import { writeFileSync } from 'node:fs';
        const { onExit } = require(${place});
        onExit((code: number | null, signal: string | null) => writeFileSync('cleaned', String(signal)));
        process.listenerCount('${signal}')`
      );
      const ended = once(kernel.process.child, 'exit');
      kernel.process.child.kill(signal);
      await ended;
      expect(readFileSync(path.join(kernel.process.folder, 'cleaned'), 'utf8')).toBe(signal);
    },
    120_000
  );
});
