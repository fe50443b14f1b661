import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: fileURLToPath(new URL('../..', import.meta.url)),
    include: ['test/bridge/**/*.test.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 40_000,
    hookTimeout: 40_000
  }
});
