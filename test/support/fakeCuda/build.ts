import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync
} from 'node:fs';
import path from 'node:path';
import { layoutsHeader } from './layoutsHeader';
import { repositoryRoot } from './root';

const ROOT = repositoryRoot();
const SOURCES = path.join(ROOT, 'test', 'support', 'fakeCuda');
const LAYOUTS = path.join(ROOT, 'test', 'golden', 'cuda', 'cupti_layouts.json');
const OUTPUT = path.join(ROOT, '.build', 'fakeCuda');
const LIBRARY = 'libfakeCuda.so';
const FLAGS = ['-std=c++17', '-O2', '-fPIC', '-fvisibility=hidden', '-pthread'];
const WARNINGS = ['-Wall', '-Wextra', '-Wpedantic', '-Werror'];

/** The names under which the addon looks for NVIDIA's libraries. */
export const LIBRARY_NAMES = [
  'libcuda.so.1',
  'libcupti.so.13',
  'libcupti.so.12',
  'libcupti.so.11.8',
  'libnvidia-ml.so.1',
  'libnvrtc.so.13'
] as const;

/** One of {@link LIBRARY_NAMES}. */
export type LibraryName = (typeof LIBRARY_NAMES)[number];

/** Where a fake library lies. */
export interface FakeCuda {
  /** A folder with one link for each name; for `KERNELSCOPE_CUDA_LIBRARIES` or `LD_LIBRARY_PATH`. */
  readonly folder: string;
}

/**
 * One shared object that is driver, CUPTI, NVML and NVRTC in one, under `names` (all, unless given).
 * Compiled once for each state of its sources, into `.build/fakeCuda`.
 */
export function buildFakeCuda(names: readonly LibraryName[] = LIBRARY_NAMES): FakeCuda {
  const sources = readdirSync(SOURCES).filter(name => /\.(cc|h)$/.test(name));
  const header = layoutsHeader(readFileSync(LAYOUTS, 'utf8'));
  const texts = sources.map(name => readFileSync(path.join(SOURCES, name), 'utf8'));
  const digest = createHash('sha256').update([header, ...sources, ...texts].join('\0'));
  const home = path.join(OUTPUT, digest.digest('hex').slice(0, 16));
  if (!existsSync(home)) compile(home, header, sources);
  return { folder: linked(home, names) };
}

/** Compiles in a folder of its own and moves it into place, so that two at once do no harm. */
function compile(home: string, header: string, sources: readonly string[]): void {
  mkdirSync(OUTPUT, { recursive: true });
  const work = mkdtempSync(path.join(OUTPUT, 'build-'));
  writeFileSync(path.join(work, 'layouts.h'), header);
  const units = sources.filter(name => name.endsWith('.cc')).map(name => path.join(SOURCES, name));
  const output = ['-shared', '-o', path.join(work, LIBRARY)];
  execFileSync('g++', [...FLAGS, ...WARNINGS, '-I', work, ...units, ...output, '-ldl']);
  try {
    renameSync(work, home);
  } catch (error) {
    rmSync(work, { recursive: true });
    if (!existsSync(home)) throw error;
  }
}

function linked(home: string, names: readonly LibraryName[]): string {
  const key = createHash('sha256').update(names.join(' ')).digest('hex').slice(0, 8);
  const folder = path.join(home, names === LIBRARY_NAMES ? 'all' : key);
  mkdirSync(folder, { recursive: true });
  for (const name of names) {
    const link = path.join(folder, name);
    if (!existsSync(link)) linkOnce(link);
  }
  return folder;
}

function linkOnce(link: string): void {
  try {
    symlinkSync(path.join('..', LIBRARY), link);
  } catch (error) {
    if (!existsSync(link)) throw error;
  }
}
