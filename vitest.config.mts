import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const source = (path: string): string => fileURLToPath(new URL(`src/${path}`, import.meta.url));

export default defineConfig({
  resolve: {
    alias: [
      { find: /^kernelscope$/, replacement: source('index.ts') },
      { find: /^kernelscope\/register$/, replacement: source('register.ts') },
      { find: /^kernelscope\/(\w+)$/, replacement: source('$1/index.ts') }
    ]
  },
  test: {
    include: ['test/unit/**/*.test.ts', 'test/architecture/*.test.ts'],
    pool: 'forks',
    maxWorkers: 2
  }
});
