import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { useFolder } from '../support/folders';

const root = fileURLToPath(new URL('../../', import.meta.url));

const folder = useFolder();

beforeAll(() => {
  writeFileSync(
    path.join(folder, 'program.cjs'),
    `const { instrument } = require(${JSON.stringify(path.join(root, 'src', 'lib', 'index.js'))});
    const matrix = { multiply: (a, b) => a * b };
    instrument(matrix, { name: 'Matrix' });
    console.log(matrix.multiply(6, 7));`
  );
});

/** Runs the program with an environment variable, and no change to it. */
function runWith(options: string): Promise<{ stdout: string; stderr: string }> {
  const env = { ...process.env, KERNELSCOPE_OPTIONS: options };
  const args = ['--require', path.join(root, 'src', 'lib', 'register.js'), 'program.cjs'];
  return promisify(execFile)(process.execPath, args, { cwd: folder, env });
}

describe('test_env_enable_profiler.py::test_cpu_profiler', () => {
  test('a program is profiled with no change to it, and its files are there when it has ended', async () => {
    const { stdout, stderr } = await runWith('{"start":true,"data_simplification":false}');
    expect([stdout, stderr]).toEqual(['42\n', '']);
    const data = path.join(folder, 'data');
    const [cycle, ...others] = readdirSync(data);
    expect(others).toEqual([]);
    const framework = path.join(data, cycle, 'FRAMEWORK');
    for (const name of [
      'op_detail_info_0.csv',
      'op_type_info_0.csv',
      'op_execute_timestamp_0.txt'
    ]) {
      expect(readFileSync(path.join(framework, `cpu_${name}`), 'utf8')).toContain(
        'Matrix.multiply'
      );
    }
  });

  test.each([
    ['{"start":false}', ''],
    ['{"start":true,"profilerLevl":1}', 'Profiler has no option profilerLevl'],
    ['{"start":true', 'is not JSON'],
    ['{"start":"yes"}', '"yes"']
  ])('with %s the program runs on unprofiled', async (options, warning) => {
    rmSync(path.join(folder, 'data'), { recursive: true, force: true });
    const { stdout, stderr } = await runWith(options);
    expect(stdout).toBe('42\n');
    expect(stderr).toContain(warning);
    expect(stderr === '').toBe(warning === '');
    expect(existsSync(path.join(folder, 'data'))).toBe(false);
  });
});
