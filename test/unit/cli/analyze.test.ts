import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCommand } from '../../support/runCommand';

const MGE = join(__dirname, '../../golden/mge');
const PROFILING = join(MGE, 'profiling.json');

interface GoldenCase {
  readonly args: readonly string[];
  readonly stdout?: string;
  readonly upstream_crashes?: string;
}

const CASES = JSON.parse(
  readFileSync(join(MGE, 'analyzeOutputs.json'), 'utf8')
) as readonly GoldenCase[];

const PRINTED = CASES.filter(({ args, stdout }) => stdout !== undefined && args[0] !== '-h');

const analyze = (...args: readonly string[]) => runCommand('analyze', PROFILING, ...args);

describe('kernelscope analyze', () => {
  it.each(PRINTED)('prints what MegEngine prints for $args', async ({ args, stdout }) => {
    const result = await analyze(...args);
    expect(result.out).toBe(stdout);
    expect(result.err).toBe('');
    expect(result.code).toBe(0);
  });
});
