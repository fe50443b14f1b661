import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GpuMetricGroup } from '../../src/sources/gpu/records/gpuRecording';
import { columnsOf, METRIC_GROUPS } from '../../src/sources/gpu/metricColumns';
import { repositoryRoot } from '../support/fakeCuda/root';
import { cuptiHeaders } from '../support/nvidiaHeaders';
import { sampleOf } from '../support/tiers';

const at = (...names: string[]) => path.join(repositoryRoot(), ...names);
const SOURCES = at('src', 'native', 'cc');
const FLAGS = ['-std=c++17', '-Wall', '-Wextra', '-Werror', '-Wno-invalid-offsetof'];
const NODE = ['-isystem', at('node_modules', 'node-api-headers', 'include')];

/** Sampling came with CUDA 12.6. */
const withSampling = cuptiHeaders().filter(({ folder }) =>
  existsSync(path.join(folder, 'cupti_pmsampling.h'))
);

describe.each(withSampling.map(({ version, folder }) => [version, folder] as const))(
  'The headers of CUPTI %i in %s',
  (_, folder) => {
    function check(...definitions: string[]): string {
      const inputs = ['-I', SOURCES, '-isystem', folder, at('test/native/pmSamplingLayout.cc')];
      try {
        execFileSync('g++', [...FLAGS, '-fsyntax-only', ...definitions, ...inputs], {
          encoding: 'utf8',
          stdio: 'pipe'
        });
        return '';
      } catch (error) {
        return (error as { stderr: string }).stderr;
      }
    }

    it('lay out the blocks of sampling as the addon does', () => {
      expect(check()).toBe('');
    });

    it('would tell if a field were elsewhere', () => {
      expect(check('-DSHIFT=8')).toContain('static assertion failed');
    });
  }
);

/** Where a libcupti lies that knows chips. */
function cuptiFolder(): string {
  const folders = cuptiHeaders().map(({ folder }) => path.join(folder, '..', 'lib'));
  const found = folders.find(
    folder =>
      existsSync(path.join(folder, 'libnvperf_host.so')) &&
      readdirSync(folder).some(name => /^libcupti\.so\.1[23]$/.test(name))
  );
  if (found) return found;
  throw new Error('No libcupti is installed here: run npm test, which installs it');
}

/** Columns for which an H200 takes another pass. */
const CROWDED: Partial<Record<GpuMetricGroup, readonly string[]>> = {
  MemoryL0: ['launches waiting for registers'],
  ResourceConflictRatio: ['bank conflicts of shared loads', 'bank conflicts of shared stores']
};

describe("Metrics in NVIDIA's CUPTI, which knows chips without a GPU", () => {
  let scratch: string;
  let program: string;

  beforeAll(() => {
    scratch = mkdtempSync(path.join(tmpdir(), 'kernelscope-plan-'));
    program = path.join(scratch, 'plan');
    const units = [
      ...['metrics/pmPlan', 'metrics/pmSamplingApi'],
      ...['common/gpuLibraries', 'common/library']
    ];
    const inputs = [
      at('test/native/planProgram.cc'),
      ...units.map(unit => `${SOURCES}/${unit}.cc`)
    ];
    execFileSync('g++', [...FLAGS, ...NODE, '-I', SOURCES, ...inputs, '-ldl', '-o', program]);
  });
  afterAll(() => rmSync(scratch, { recursive: true }));

  /** The names of the columns that a chip samples, and of those that it does not, with the reason. */
  function plan(chip: string, groups: readonly GpuMetricGroup[]) {
    const columns = columnsOf(groups);
    const input = columns.map(({ metrics }) => `${metrics.join(' ')}\n`).join('');
    const output = execFileSync(program, [cuptiFolder(), chip], {
      input,
      encoding: 'utf8',
      timeout: 60_000
    });
    const lines = output.trimEnd().split('\n');
    const named = (line: string) => columns[Number(line.split(' ')[0])].name;
    return {
      sampled: lines.filter(line => /^\d+ [^-]/.test(line)).map(named),
      refused: lines.filter(line => / - /.test(line)).map(line => [named(line), line.split(' ')[2]])
    };
  }

  const groups = Object.keys(METRIC_GROUPS) as GpuMetricGroup[];

  it.each(groups)('of %s fit into one pass of an H200, but for what is known not to', group => {
    const { sampled, refused } = plan('GH100', [group]);
    expect(refused).toEqual((CROWDED[group] ?? []).map(name => [name, 'passes']));
    expect(sampled.length + refused.length).toBe(METRIC_GROUPS[group].length);
  });

  it.each(sampleOf(groups, 3))('of %s give something on an A100, an L40 and a B200', group => {
    for (const chip of ['GA100', 'AD102', 'GB100']) {
      expect(plan(chip, [group]).sampled.length).toBeGreaterThanOrEqual(2);
    }
  });

  it('of arithmetic, the L2 cache and the memory of the device fit together on an H200', () => {
    const asked: GpuMetricGroup[] = ['ArithmeticUtilization', 'L2Cache', 'HbmDdr'];
    expect(plan('GH100', asked).refused).toEqual([]);
  });

  it('are left out one by one where a chip has none of that name, or they need another pass', () => {
    expect(plan('GA100', ['ArithmeticUtilization'])).toEqual({
      sampled: ['tensor pipe', 'FP64 pipe', 'FMA pipe', 'ALU pipe'],
      refused: [
        ['tensor pipe FP16', 'cuptiProfilerHostConfigAddMetrics'],
        ['tensor pipe INT8', 'cuptiProfilerHostConfigAddMetrics']
      ]
    });
    expect(plan('GA100', ['L2Cache']).refused).toEqual([['L2 hits', 'passes']]);
  });
});
