import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { monotonicClock } from '../base/clock';
import { loadAddon } from '../native/loader';
import { loadV8Addon } from '../native/v8Addon';
import { measureSliceCost } from '../engine/annotate/sliceCost';

import { loadSqlite } from '../sources/databases/sqliteModule';
import { type DoctorCheck, absent, probed, working } from './doctorCheck';
import { type GpuProbe, gpuChecks } from './gpuChecks';
import { METRIC_GROUPS } from '../sources/gpu/metricColumns';
import { gpuStatus } from '../engine/recording/gpuAvailability';

/** The differences between a kernel and a plain program. */
export interface DoctorEnvironment {
  /** The folder in which packages are searched for. */
  readonly folder: string;
  /** The folder of the native addon; undefined for that of the installed package. */
  readonly addonFolder?: string;
  /** The GPU probe; by default the native addon. */
  readonly gpu?: GpuProbe;
}

/** Checks the parts of the profiler itself. */
export function machineChecks(around: DoctorEnvironment): DoctorCheck[] {
  return [
    nodeCheck(process.versions.node),
    clockCheck(),
    recorderCheck(),
    addonCheck(around.addonFolder),
    samplerCheck(around.addonFolder),
    probed('SQLite', 'Run npm install node-sqlite3-wasm', () => {
      loadSqlite();
      return 'node-sqlite3-wasm is loaded: databases of GPU traces can be read';
    }),
    nvtxCheck(process.env.NVTX_INJECTION64_PATH),
    ...gpuChecks(around.gpu ?? addonGpuProbe(around.addonFolder))
  ];
}

function samplerCheck(folder: string | undefined): DoctorCheck {
  const name = 'CPU sampler';
  try {
    loadV8Addon(folder);
    return working(name, 'our own is loaded: lines have total times');
  } catch {
    return absent(
      name,
      'V8’s inspector: lines have no total times',
      'Use Node 20, 22 or 24 on Linux x64'
    );
  }
}

/** Whether the package supports this version of Node: `^20.19 || >=22.12`. */
export function nodeCheck(version: string): DoctorCheck {
  const [major, minor] = version.split('.').map(Number);
  const isKnown = (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22;
  const found = `v${version}`;
  if (isKnown) return working('Node', found);
  return { name: 'Node', status: 'failed', found, advice: 'Use Node 20.19, 22.12 or newer' };
}

const CLOCK_READS = 1000;

function clockCheck(): DoctorCheck {
  return probed('clock', 'The monotonic clock of this machine stands still', () => {
    const reads = Array.from({ length: CLOCK_READS }, () => monotonicClock());
    const steps = reads.slice(1).map((time, at) => Number(time - reads[at]));
    const rising = steps.filter(step => step > 0);
    if (rising.length === 0 || steps.some(step => step < 0)) throw new Error('it does not rise');
    return `monotonic, steps of ${Math.min(...rising)} ns`;
  });
}

function recorderCheck(): DoctorCheck {
  return probed('recorder', '', () => {
    const costNs = measureSliceCost(Infinity);
    return `${costNs.toFixed(0)} ns for a range around short work`;
  });
}

/** Platforms that the package has native code for. */
const PREBUILT = ['linux-x64'];

function addonCheck(folder: string | undefined): DoctorCheck {
  const check = probed('native code', addonAdvice(process.env.PATH ?? ''), () => {
    loadAddon(folder);
    return 'the addon is loaded';
  });
  const isExpected = PREBUILT.includes(`${process.platform}-${process.arch}`);
  return check.status === 'failed' && !isExpected ? { ...check, status: 'absent' } : check;
}

const COMPILERS = ['g++', 'clang++', 'c++'];

/** Advice about native code, which is compiled on installation unless it comes compiled. */
export function addonAdvice(searchPath: string): string {
  const folders = searchPath.split(delimiter).filter(folder => folder !== '');
  const hasCompiler = folders.some(folder =>
    COMPILERS.some(name => existsSync(join(folder, name)))
  );
  if (hasCompiler) return 'Run npm install kernelscope again';
  return 'Install a C++ compiler, such as g++, and run npm install kernelscope again';
}

/** Whether a tool takes NVTX ranges; relevant if the program was launched under one. */
function nvtxCheck(tool: string | undefined): DoctorCheck {
  if (tool !== undefined && tool !== '') return working('NVTX', `ranges go to ${tool}`);
  const advice = 'To see ranges beside the work of the GPU: nsys profile node program.js';
  return absent('NVTX', 'no tool of NVIDIA is listening for ranges', advice);
}

/** One group shows whether metrics may be sampled; others take the same permission. */
const COLUMNS = METRIC_GROUPS.PipeUtilization.map(({ metrics }) => metrics);

const INTERVAL_US = 1000;

/** The findings of the native addon; `addonFolder` is undefined for that of the installed package. */
function addonGpuProbe(addonFolder: string | undefined): GpuProbe {
  return {
    status: () => gpuStatus({ addonFolder, probes: true }),
    metrics: gpus => {
      const sampler = loadAddon(addonFolder).gpuSampling.start({
        gpus,
        counterIntervalMs: 0,
        linkIntervalMs: 0,
        metrics: { intervalUs: INTERVAL_US, columns: COLUMNS }
      });
      sampler.stop();
      return sampler.metrics;
    }
  };
}
