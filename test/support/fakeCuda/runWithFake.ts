import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { deserialize } from 'node:v8';
import { buildFakeCuda, buildRuntimeAddon } from './build';
import { repositoryRoot } from './root';

/** How {@link runWithFake} runs a script. */
export interface FakeRun {
  /** Variables for the fake library and the script; `undefined` takes one away. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Where the libraries are found; all of the fake ones unless given. */
  readonly folder?: string;
  /** Milliseconds after which the process is ended. Default 30,000. */
  readonly timeoutMs?: number;
  /** Options of Node, such as `--expose-gc`. */
  readonly nodeOptions?: readonly string[];
}

/** What came of a process. */
export interface FakeOutcome {
  /** What the script gave to `finish`, with bigints and typed arrays as they were. */
  readonly result: unknown;
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

const ROOT = repositoryRoot();

/** The compiled addon, which the wheel carries. */
export const ADDON = path.join(ROOT, 'src', 'lib', 'native', 'kernelscope-linux-x64.node');

const PRELUDE = `
const addon = require(${JSON.stringify(ADDON)});
const { gpu, cuda, nvtx, gpuSampling } = addon;
const runtime = require(process.env.FAKE_RUNTIME_ADDON);
const finish = value => require('node:fs').writeFileSync(
  process.env.FAKE_RESULT_FILE, require('node:v8').serialize(value));
gpu.addFolders?.((process.env.KERNELSCOPE_CUDA_LIBRARIES ?? '').split(':').filter(Boolean));
`;

/**
 * Runs a script (CommonJS, in an async function) in a process that finds the fake library alone. In
 * it are `addon` with `gpu`, `cuda`, `nvtx` and `gpuSampling`, `runtime` of {@link buildRuntimeAddon},
 * `require('kernelscope')`, and `finish(value)`.
 */
export function tryWithFake(script: string, run: FakeRun = {}): FakeOutcome {
  const scratch = mkdtempSync(path.join(tmpdir(), 'kernelscope-fake-'));
  const file = path.join(scratch, 'result');
  const folder = run.folder ?? buildFakeCuda().folder;
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    KERNELSCOPE_CUDA_LIBRARIES: folder,
    LD_LIBRARY_PATH: folder,
    CUDA_HOME: folder,
    ...run.env,
    FAKE_RESULT_FILE: file,
    FAKE_RUNTIME_ADDON: buildRuntimeAddon()
  };
  const program = `${PRELUDE}\n(async () => {\n${script}\n})();`;
  const { status, signal, stdout, stderr } = spawnSync(
    process.execPath,
    [...(run.nodeOptions ?? []), '-e', program],
    { cwd: ROOT, env, encoding: 'utf8', timeout: run.timeoutMs ?? 30_000, maxBuffer: 1 << 28 }
  );
  const result: unknown = existsSync(file) ? deserialize(readFileSync(file)) : undefined;
  rmSync(scratch, { recursive: true });
  return { result, status, signal, stdout, stderr };
}

/**
 * What the script gave to `finish`; see {@link tryWithFake}.
 *
 * @throws Error when the process failed, with what it wrote.
 */
export function runWithFake<Result>(script: string, run: FakeRun = {}): Result {
  const { result, status, signal, stderr } = tryWithFake(script, run);
  if (status === 0 && result !== undefined) return result as Result;
  throw new Error(`The script ended with ${signal ?? status}: ${stderr}`);
}
