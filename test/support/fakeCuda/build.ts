import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync
} from 'node:fs';
import path from 'node:path';
import { type LibrarySources, compileLibrary, stampOf } from './compile';
import { layoutsHeader } from './layoutsHeader';
import { repositoryRoot } from './root';

const ROOT = repositoryRoot();
const SOURCES = path.join(ROOT, 'test', 'support', 'fakeCuda');
const LAYOUTS = path.join(ROOT, 'test', 'golden', 'cuda', 'cupti_layouts.json');
const OUTPUT = path.join(ROOT, '.build', 'fakeCuda');
const OBJECTS = path.join(OUTPUT, 'objects');
const NODE_HEADERS = path.join(ROOT, 'node_modules', 'node-api-headers', 'include');
const LIBRARY = 'libfakeCuda.so';

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
  const header = writeLayouts();
  const sources = { folder: SOURCES, headers: [header], systemHeaders: [] };
  const home = path.join(OUTPUT, stampOf(sources));
  if (!existsSync(home)) moveInto(home, work => compileInto(sources, work, LIBRARY));
  return { folder: linked(home, names) };
}

/**
 * An addon for tests that calls CUDA's runtime, of which the stand-in has some functions, as native
 * libraries do: `launch(kernel, grid, block, sharedBytes, stream)`, `launchOn(kernel, address,
 * elements)`, `launchMany(kernel, times)`, `allocate(bytes)`, `release(address)`,
 * `copyToDevice(address, buffer)`, `copyToHost(buffer, address)`, `createStream()`, `synchronize()`
 * and `synchronizeStream(stream)`. Addresses and streams are bigints. Returns the file.
 */
export function buildRuntimeAddon(): string {
  const folder = path.join(SOURCES, 'runtimeAddon');
  const sources = { folder, headers: [], systemHeaders: [NODE_HEADERS] };
  const home = path.join(OUTPUT, stampOf(sources));
  if (!existsSync(home)) moveInto(home, work => compileInto(sources, work, 'runtime.node'));
  return path.join(home, 'runtime.node');
}

function compileInto(sources: LibrarySources, work: string, name: string): void {
  compileLibrary(sources, OBJECTS, path.join(work, name));
}

/** The header of layouts in a folder of its own; returns that. */
function writeLayouts(): string {
  const text = layoutsHeader(readFileSync(LAYOUTS, 'utf8'));
  const digest = createHash('sha256').update(text).digest('hex').slice(0, 16);
  const home = path.join(OUTPUT, `layouts-${digest}`);
  const fill = (work: string) => writeFileSync(path.join(work, 'layouts.h'), text);
  if (!existsSync(home)) moveInto(home, fill);
  return home;
}

/** Makes a folder elsewhere and moves it into place, so that two at once do no harm. */
function moveInto(home: string, fill: (work: string) => void): void {
  mkdirSync(OUTPUT, { recursive: true });
  const work = mkdtempSync(path.join(OUTPUT, 'build-'));
  try {
    fill(work);
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
