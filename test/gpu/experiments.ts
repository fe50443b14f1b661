import { spawnSync } from 'node:child_process';
import { type Checklist, NotRunnable } from './checklist';
import type { ProbeName, ProbeResult } from './probes';

/** Values of the variables of `docs/user-guide/gpu.md`. */
export type Setting = Readonly<Record<string, string>>;

/** A choice that was made without a GPU: each setting is tried in a process of its own. */
export interface Experiment {
  readonly name: string;
  readonly probe: ProbeName;
  /** The default first. */
  readonly settings: readonly [Setting, ...Setting[]];
}

/** All experiments. */
export const EXPERIMENTS: readonly Experiment[] = [
  {
    name: 'metrics are sampled without gaps',
    probe: 'metrics',
    settings: [
      { KERNELSCOPE_GPU_METRIC_BUFFER_MIB: '64', KERNELSCOPE_GPU_METRIC_READ_MS: '20' },
      { KERNELSCOPE_GPU_METRIC_BUFFER_MIB: '512', KERNELSCOPE_GPU_METRIC_READ_MS: '20' },
      { KERNELSCOPE_GPU_METRIC_BUFFER_MIB: '64', KERNELSCOPE_GPU_METRIC_READ_MS: '200' },
      { KERNELSCOPE_GPU_METRIC_BUFFER_MIB: '8', KERNELSCOPE_GPU_METRIC_READ_MS: '20' }
    ]
  },
  {
    name: 'a lost device comes back',
    probe: 'reset',
    settings: [{ KERNELSCOPE_CUDA_RESET: 'reset' }, { KERNELSCOPE_CUDA_RESET: 'release' }]
  },
  {
    name: 'a drain leaves a capture alone',
    probe: 'capture',
    settings: [
      { KERNELSCOPE_GPU_CAPTURE_DRAIN: 'hold' },
      { KERNELSCOPE_GPU_CAPTURE_DRAIN: 'flush' },
      { KERNELSCOPE_GPU_CAPTURE_DRAIN: 'wait' }
    ]
  }
];

const PATIENCE_MS = 30_000;

/** Runs all experiments, or that with the probe `only`; each is a check that fails if its default does not hold. */
export async function checkExperiments(list: Checklist, only?: string): Promise<void> {
  for (const experiment of EXPERIMENTS.filter(({ probe }) => (only ?? probe) === probe)) {
    await list.run(`experiment: ${experiment.name}`, () => decide(experiment));
  }
}

function decide({ probe, settings }: Experiment): string {
  const outcomes = settings.map(setting => ({ setting, ...runSetting(probe, setting) }));
  const texts = outcomes.map(({ setting, verdict, detail }) => {
    return `${textOf(setting)} ${verdict} (${detail})`;
  });
  const all = texts.join('; ');
  const [byDefault, ...others] = outcomes;
  if (byDefault.verdict === 'holds') return `keep the default: ${all}`;
  const better = others.find(({ verdict }) => verdict === 'holds');
  if (better !== undefined) throw new Error(`change to ${textOf(better.setting)}: ${all}`);
  if (byDefault.verdict === 'cannot be tried') throw new NotRunnable(all);
  throw new Error(`no setting holds: ${all}`);
}

function textOf(setting: Setting): string {
  return Object.entries(setting)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ');
}

function runSetting(probe: ProbeName, setting: Setting): ProbeResult {
  const { status, signal, stdout, stderr, error } = spawnSync(
    process.execPath,
    [__filename, '--probe', probe],
    {
      env: { ...process.env, ...setting },
      encoding: 'utf8',
      timeout: PATIENCE_MS,
      killSignal: 'SIGKILL'
    }
  );
  if (status === 0) return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as ProbeResult;
  const last = stderr.trim().split('\n').at(-1) ?? '';
  return { verdict: 'fails', detail: error?.message ?? signal ?? `exit code ${status} ${last}` };
}
