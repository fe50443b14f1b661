import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadProfile } from '../../../src/engine/results/loadProfile';
import { useFolder } from '../../support/folders';
import { bundleDumpWorker } from '../../support/bundleFile';
import { bundleProgram } from '../../support/rankProcesses';
import { linesOf, treesIn } from '../../support/treeProfilers';
import { sampleOf } from '../../support/tiers';

const folder = useFolder();
let program: string;

beforeAll(() => {
  program = bundleProgram('environmentProgram.ts', folder);
  bundleDumpWorker(folder);
});

/** Runs the program with options in its environment. */
function run(options: string | undefined, ...args: readonly string[]) {
  const { KERNELSCOPE_OPTIONS: _outer, ...outer } = process.env;
  const env = { ...outer, ...(options !== undefined && { KERNELSCOPE_OPTIONS: options }) };
  const { stdout, stderr, status } = spawnSync(process.execPath, [program, ...args], {
    env,
    cwd: folder,
    encoding: 'utf8'
  });
  return { stdout, stderr, status };
}

const DONE = { stdout: 'done', status: 0 };

describe('MindSpore’s test_env_enable_profiler', () => {
  it('test_cpu_profiler: profiles a program with no change to it', () => {
    const outputPath = path.join(folder, 'env');
    const options = { start: true, outputPath, dataSimplification: false };
    expect(run(JSON.stringify(options), 'work')).toEqual({ ...DONE, stderr: '' });
    const [tree, ...others] = treesIn(outputPath);
    expect(others).toEqual([]);
    for (const name of ['cpu_op_detail_info_0.csv', 'cpu_op_type_info_0.csv']) {
      expect(linesOf(tree, 'FRAMEWORK', name).join()).toMatch(/square/);
    }
    expect(existsSync(path.join(tree, 'FRAMEWORK', 'cpu_op_execute_timestamp_0.txt'))).toBe(true);
    expect(loadProfile(path.join(tree, 'profile.kscope')).find('work')?.count).toBe(3);
  });

  it('takes MindSpore’s names of options, and simplifies its data unless told otherwise', () => {
    const outputPath = path.join(folder, 'snake');
    const options = { start: true, output_path: outputPath, profiler_level: 'Level1' };
    expect(run(JSON.stringify(options), 'work')).toEqual({ ...DONE, stderr: '' });
    const [tree] = treesIn(outputPath);
    expect(existsSync(path.join(tree, 'KSCOPE_OUTPUT', 'operator_details.csv'))).toBe(true);
    expect(existsSync(path.join(tree, 'FRAMEWORK'))).toBe(false);
  });

  it('gives programs that it starts trees of their own, and threads none', () => {
    const outputPath = path.join(folder, 'family');
    const { stdout, stderr } = run(JSON.stringify({ start: true, outputPath }), 'family');
    expect([stdout, stderr]).toEqual(['donedonedone', '']);
    const pids = treesIn(outputPath).map(
      tree => loadProfile(`${tree}/profile.kscope`).data.meta.pid
    );
    expect(new Set(pids).size).toBe(2);
    expect(pids).toHaveLength(2);
  });

  const WRONG = [
    ['{"start":', /KERNELSCOPE_OPTIONS: \{"start": is not JSON: /],
    ['[true]', /KERNELSCOPE_OPTIONS: give a JSON object such as \{"start":true\}, not \[true\]/],
    ['{"start":"yes"}', /KERNELSCOPE_OPTIONS: start must be true or false, got "yes"/],
    ['{"start":true,"outptPath":"x"}', /has no option outptPath. Did you mean outputPath\?/],
    ['{"start":true,"profilerLevel":"Level9"}', /Invalid value for profilerLevel: 'Level9'/]
  ] as const;

  it.each(sampleOf(WRONG, 2))(
    'runs a program on, unprofiled, with a warning of %s',
    (options, warning) => {
      const { stderr, ...outcome } = run(options, 'work');
      expect(outcome).toEqual(DONE);
      expect(stderr).toMatch(/KernelscopeWarning/);
      expect(stderr).toMatch(warning);
      expect(stderr).toMatch('The program is not profiled.');
      expect(existsSync(path.join(folder, 'data'))).toBe(false);
    }
  );

  it.each(sampleOf([undefined, '', '{}', '{"start":false,"outputPath":"data"}'], 3))(
    'does nothing with the options %s',
    options => {
      expect(run(options, 'work')).toEqual({ ...DONE, stderr: '' });
      expect(existsSync(path.join(folder, 'data'))).toBe(false);
    }
  );
});

describe('a profiler that the program forgets', () => {
  it('is stopped at its end and saved, with a warning in MindSpore’s words', () => {
    const outputPath = path.join(folder, 'forgotten');
    const { stderr, ...outcome } = run(undefined, 'forget', outputPath);
    expect(outcome).toEqual(DONE);
    expect(stderr).toMatch('KernelscopeWarning: Profiler is stopped at the end of the program.');
    const [tree] = treesIn(outputPath);
    const profile = loadProfile(path.join(tree, 'profile.kscope'));
    expect(profile.find('work')?.count).toBe(3);
    expect(profile.data.meta.status).toBe('exited');
    const metadata = readFileSync(path.join(tree, 'profiler_metadata.json'), 'utf8');
    expect(metadata).toBe('{\n    "model": "mlp"\n}');
  });
});
