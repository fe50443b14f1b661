import { describe, expect, it } from 'vitest';
import { sampleOf } from '../../support/tiers';
import { GpuMetrics } from '../../../src/compat/mindspore/profiler/profilerEnums';
import type { GpuMetricGroup } from '../../../src/sources/gpu/records/gpuRecording';
import { METRIC_GROUPS } from '../../../src/sources/gpu/metricColumns';
import { runOnGpu } from './gpuWork';

/** What a cycle of `Profiler` has of GPUs. */
interface Seen {
  readonly categories: readonly string[];
  readonly counters: readonly string[];
  readonly devices: readonly string[];
  readonly message: string;
  readonly warnings: readonly string[];
}

/** What was seen, by options and variables: several tests look at the same cycle. */
const known = new Map<string, Seen>();

/** A cycle of a `Profiler` with options, which works for a while. */
function seenWith(options: string, env: Readonly<Record<string, string>> = {}): Seen {
  const key = JSON.stringify([options, env]);
  const seen = known.get(key) ?? runCycle(options, env);
  known.set(key, seen);
  return seen;
}

const runCycle = (options: string, env: Readonly<Record<string, string>>): Seen =>
  runOnGpu<Seen>(
    `
    const warnings = [];
    process.on('warning', ({ name, message }) => {
      if (name === 'KernelscopeWarning') warnings.push(message);
    });
    const outputPath = fs.mkdtempSync(require('node:os').tmpdir() + '/cycles-');
    const at = ${options}.path === undefined ? { outputPath } : {};
    const session = new Profiler({ ...at, ...${options} });
    // One with a path, as MegEngine's, does not begin by itself.
    if (${options}.path !== undefined) session.start();
    payload();
    await new Promise(resolve => setTimeout(resolve, 400));
    payload();
    await session.stop();
    await new Promise(resolve => setImmediate(resolve));
    const { labels, strings, counters, allocations, sources } = session.profile;
    finish({
      categories: [...new Set(Array.from(labels.category, row => strings[row]))],
      counters: counters.map(({ name }) => name),
      devices: [...new Set(Array.from(allocations.device, row => strings[row]))],
      message: sources.find(({ source }) => source === 'cuda')?.message ?? 'none',
      warnings
    });`,
    { env }
  );

/** Categories of what GPUs do that are in all runs with one. */
const WORK = ['kernel', 'gpu_memcpy', 'cuda_driver', 'cuda_sync'];

const workOf = ({ categories }: Seen): string[] =>
  WORK.filter(category => categories.includes(category));

describe('the levels of MindSpore’s Profiler', () => {
  it.each([
    ['{}', ['kernel']],
    ["{ profilerLevel: 'Level1' }", ['kernel', 'gpu_memcpy']],
    ["{ profilerLevel: 'Level2' }", WORK]
  ])('record with %s', (options, work) => {
    expect(workOf(seenWith(options))).toEqual(work);
  });

  it('record memory of GPUs with profileMemory, and without it none', () => {
    expect(seenWith('{ profileMemory: true }').devices).toContain('gpu/0');
    expect(seenWith('{}').devices).not.toContain('gpu/0');
  });

  it('record nothing of GPUs with the activity CPU alone, nor without profileDevice', () => {
    expect(workOf(seenWith("{ activities: ['CPU'] }"))).toEqual([]);
    const folder = "require('node:os').tmpdir() + '/mge-' + process.pid";
    expect(workOf(seenWith(`{ path: ${folder}, profileDevice: false }`))).toEqual([]);
    expect(workOf(seenWith(`{ path: ${folder}, profileDevice: true }`))).toContain('kernel');
  });
});

/** Names of the counters of a group. */
const columnsOf = (group: GpuMetricGroup): string[] => METRIC_GROUPS[group].map(({ name }) => name);

const MEMBERS = Object.values(GpuMetrics).filter(metrics => metrics !== 'None');

describe('the metrics of MindSpore’s Profiler', () => {
  it.each(sampleOf([...new Set(MEMBERS)], 6))(
    'has the columns of %s, as far as they fit into a pass',
    metrics => {
      const { counters, message } = seenWith(`{ gpuMetrics: '${metrics}' }`);
      const sampled = columnsOf(metrics).filter(name => counters.includes(name));
      expect(sampled.length, message).toBeGreaterThan(0);
      expect(sampled[0]).toBe(columnsOf(metrics)[0]);
    }
  );

  const OPTIONS = [
    ['l2Cache', 'L2Cache'],
    ['hbmDdr', 'HbmDdr']
  ] as const;

  it.each(sampleOf(OPTIONS, 2))('has those of %s', { tags: 'night' }, (option, group) => {
    expect(seenWith(`{ ${option}: true }`).counters).toContain(columnsOf(group)[0]);
  });

  it('has what goes over PCIe with pcie alone', () => {
    expect(seenWith('{ pcie: true }').counters).toEqual(
      expect.arrayContaining(['PCIe sent', 'PCIe received'])
    );
    expect(seenWith('{}').counters).not.toContain('PCIe sent');
  });
});

describe('Profiler without a GPU', () => {
  const BROKEN = { FAKE_GPU_FAIL: 'cuInit=999' };

  it('says once why, and in the profile, where one was asked for', () => {
    const { warnings, message, categories } = seenWith("{ activities: ['CPU', 'GPU'] }", BROKEN);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatch(
      /^Profiler: the activity 'GPU' has no effect\. .*\(driver-error\).*\(999\)/
    );
    expect(message).toMatch(/\(driver-error\).*\(999\).*nvidia-smi/);
    expect(categories).toContain('operator');
  });

  it('says so at the end where only the recording shows that CUPTI refuses', () => {
    const refusing = { FAKE_GPU_FAIL: 'enable=35' };
    const { warnings } = seenWith("{ activities: ['CPU', 'GPU'] }", refusing);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatch(
      /^Profiler: the activity 'GPU' has no effect\. .*\(no-permission\).*\(35\)/
    );
    expect(seenWith('{}', refusing).warnings).toEqual([]);
  });

  it('says nothing where none was asked for', () => {
    const { warnings, message } = seenWith('{}', BROKEN);
    expect({ warnings, message }).toEqual({ warnings: [], message: 'none' });
  });

  it('has the reason in the profile where CUPTI refuses', () => {
    const refusing = { FAKE_GPU_FAIL: 'enable=35' };
    const { message, categories } = seenWith('{}', refusing);
    expect(message).toMatch(/\(no-permission\).*CUPTI_ERROR_INSUFFICIENT_PRIVILEGES \(35\)/);
    expect(categories).not.toContain('kernel');
    expect(categories).toContain('operator');
  });
});
