import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { loadProfile } from 'kernelscope';
import { afterEach, expect, test } from 'vitest';
import { seededRandom } from '../support/random';
import { KernelClient } from './kernelClient';

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

/** A way in which a kernel ends, and after how many milliseconds of the cell. */
export interface KernelExit {
  readonly name: string;
  readonly code: string | null;
  readonly afterMs: number;
}

/** Each way once, as early as can be. */
export const EARLY_EXITS: readonly KernelExit[] = ENDS.map(([name, code]) => ({
  name,
  code,
  afterMs: 0
}));

/** So many, at random moments. */
export function randomExits(count: number): KernelExit[] {
  return Array.from({ length: count }, (_, number) => {
    const [name, code] = ENDS[number % ENDS.length];
    const random = seededRandom((SEED + number) * 2654435761);
    return { name, code, afterMs: Math.floor(LATEST_MS * random()) };
  });
}

/** Declares that a kernel that ends in these ways while it records leaves its profile. */
export function testExits(exits: readonly KernelExit[]): void {
  afterEach(async () => {
    await Promise.all(open.splice(0).map(async kernel => kernel.dispose()));
  });

  test.each(exits)(
    'a kernel that ends while it records leaves what it has recorded: $name after $afterMs ms',
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
}
