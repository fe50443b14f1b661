import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { plural } from '../../base/text';
import { monotonicClock } from '../../record/clock';
import { loadAddon } from '../../native/loader';
import { measureSliceCost } from '../../sources/overhead';
import { loadSqlite } from '../../sources/sqliteModule';
import { installedBinaries, loadWallProfiler } from '../../sources/wallProfiler';
import type { DoctorCheck } from './doctorCheck';
import { absent, probed, working } from './doctorCheck';

/** What differs between a kernel and a plain program. */
export interface DoctorSurroundings {
  /** Where packages are looked for. */
  readonly folder: string;
  /** The folder of the native addon; undefined for that of the installed package. */
  readonly addonFolder?: string;
  /** The binaries of `@datadog/pprof`; absent or null takes those of the installed package. */
  readonly callSiteBinaries?: string | null;
}

/** Checks what the profiler itself is made of. */
export function machineChecks(around: DoctorSurroundings): DoctorCheck[] {
  return [
    nodeCheck(process.versions.node),
    clockCheck(),
    recorderCheck(),
    addonCheck(around.addonFolder),
    probed('call sites', 'Run npm install @datadog/pprof where its binaries are built', () => {
      loadWallProfiler(around.callSiteBinaries ?? installedBinaries());
      return '@datadog/pprof is loaded: lines have total times';
    }),
    probed('SQLite', 'Run npm install node-sqlite3-wasm', () => {
      loadSqlite();
      return 'node-sqlite3-wasm is loaded: databases of GPU traces can be read';
    }),
    gpuCheck(LIBRARY_FOLDERS, process.env.LD_LIBRARY_PATH)
  ];
}

/** Whether Node is one that the package says it runs on: `^20.19 || >=22.12`. */
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
    const costNs = measureSliceCost();
    return `${costNs.toFixed(0)} ns for the begin and the end of a slice`;
  });
}

/** Platforms that the package has native code for. */
const PREBUILT = ['linux-x64'];

function addonCheck(folder: string | undefined): DoctorCheck {
  const advice = 'Run npm install kernelscope again, where there is a C++ compiler';
  const check = probed('native code', advice, () => {
    loadAddon(folder);
    return 'the addon is loaded: NVTX ranges can be emitted';
  });
  const isExpected = PREBUILT.includes(`${process.platform}-${process.arch}`);
  return check.status === 'failed' && !isExpected ? { ...check, status: 'absent' } : check;
}

/** Where the driver of NVIDIA puts its library. */
const LIBRARY_FOLDERS: readonly string[] = [
  '/usr/lib/x86_64-linux-gnu',
  '/usr/lib/aarch64-linux-gnu',
  '/usr/lib64',
  '/usr/lib',
  '/usr/local/cuda/compat',
  '/usr/lib/wsl/lib'
];

const CUDA_LIBRARY = 'libcuda.so.1';

/** Whether the driver of an NVIDIA GPU is here; work on it is not recorded by this version. */
export function gpuCheck(folders: readonly string[], libraryPath: string | undefined): DoctorCheck {
  const searched = [...(libraryPath ?? '').split(':').filter(path => path !== ''), ...folders];
  const folder = searched.find(each => existsSync(join(each, CUDA_LIBRARY)));
  if (folder === undefined) {
    const advice = 'CPU work is recorded all the same; traces of nvprof and Nsight can be loaded';
    return absent(
      'GPU',
      `CUDA: libcuda not found (${CUDA_LIBRARY} in ${plural(searched.length, 'folder')})`,
      advice
    );
  }
  const advice = 'Work on the GPU is not recorded yet: load a trace of Nsight Systems for it';
  return absent('GPU', `CUDA: ${join(folder, CUDA_LIBRARY)}`, advice);
}
