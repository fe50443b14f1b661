import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import type { TestProjectInlineConfiguration } from 'vitest/config';

const source = (path: string): string => fileURLToPath(new URL(`src/${path}`, import.meta.url));

const toSources = [
  { find: /^kernelscope$/, replacement: source('index.ts') },
  { find: /^kernelscope\/host$/, replacement: source('host.ts') },
  { find: /^kernelscope\/(\w+)$/, replacement: source('$1/index.ts') }
];

/** Tests of the sources themselves: nothing built, nothing started. */
const fast = (name: string, include: string): TestProjectInlineConfiguration => ({
  resolve: { alias: toSources },
  test: { name, include: [include], testTimeout: 30_000, hookTimeout: 60_000 }
});

/** Tests of what was built, with real processes: one file at a time, patient. */
const whole = (name: string): TestProjectInlineConfiguration => ({
  test: {
    name,
    include: [`test/${name}/**/*.test.ts`],
    fileParallelism: false,
    testTimeout: 180_000,
    hookTimeout: 180_000
  }
});

export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
    projects: [
      fast('unit', 'test/unit/**/*.test.ts'),
      fast('architecture', 'test/architecture/*.test.ts'),
      fast('oracles', 'test/oracles/**/*.test.ts'),
      fast('fuzz', 'test/fuzz/**/*.test.ts'),
      whole('native'),
      whole('bridge'),
      whole('truth'),
      whole('wheel'),
      whole('ui')
    ]
  }
});
