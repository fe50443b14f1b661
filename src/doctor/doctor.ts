import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type DoctorCheck, absent, working } from './doctorCheck';
import { type DoctorEnvironment, machineChecks } from './machineChecks';

/** The findings of `doctor`. */
export interface DoctorReport {
  readonly checks: readonly DoctorCheck[];
  /** True where everything works that should work here. */
  readonly isHealthy: boolean;
}

/**
 * Checks which parts of the profiler work on this machine and in this folder. Takes less than a second.
 */
export function runDoctor(around: DoctorEnvironment): DoctorReport {
  const checks = [...machineChecks(around), ...packageChecks(around.folder)];
  return { checks, isHealthy: checks.every(({ status }) => status !== 'failed') };
}

const NAME_WIDTH = 30;
const STATUS_WIDTH = 8;

/** The checks as text, one per line, with advice below those that are not `ok`. */
export function doctorText({ checks }: DoctorReport): string {
  return checks
    .flatMap(({ name, status, found, advice }) => [
      `${status.padEnd(STATUS_WIDTH)}${name.padEnd(NAME_WIDTH)}${found}`,
      ...(advice === '' ? [] : [`${' '.repeat(STATUS_WIDTH + NAME_WIDTH)}${advice}`])
    ])
    .join('\n');
}

/** A package of others that the profiler works with. */
interface KnownPackage {
  readonly name: string;
  readonly what: string;
  /** Begin of the versions it was made for; empty for any. */
  readonly madeFor: string;
}

const PACKAGES: readonly KnownPackage[] = [
  { name: '@tensorflow/tfjs', what: 'operators of TensorFlow.js', madeFor: '4.22.' },
  { name: '@tensorflow/tfjs-core', what: 'operators of TensorFlow.js', madeFor: '4.22.' },
  { name: '@tensorflow/tfjs-backend-wasm', what: 'its WebAssembly back end', madeFor: '4.22.' },
  { name: 'onnxruntime-node', what: 'runs of ONNX models', madeFor: '1.30.' },
  { name: '@duckdb/node-api', what: 'SQL, and reports over many profiles', madeFor: '1.5.' },
  { name: '@aws-sdk/client-s3', what: 'profiles in s3:// buckets', madeFor: '3.' },
  { name: '@modelcontextprotocol/sdk', what: 'kernelscope mcp', madeFor: '1.' },
  { name: 'tsx', what: 'programs in TypeScript', madeFor: '' }
];

/** The packages that `folder` has, or this package, with their versions. */
export function packageChecks(folder: string): DoctorCheck[] {
  return PACKAGES.map(each => packageCheck(each, folder));
}

function packageCheck({ name, what, madeFor }: KnownPackage, folder: string): DoctorCheck {
  const version = versionOf(name, [join(folder, 'package.json'), __filename]);
  if (version === null) {
    return absent(name, `not found from ${folder}`, `For ${what}: npm install ${name}`);
  }
  if (version.startsWith(madeFor)) return working(name, version);
  const advice = `It was made for ${madeFor}x: its records may be incomplete`;
  return { name, status: 'ok', found: version, advice };
}

/** The version of a package as one of the files would resolve it; null if none does. */
function versionOf(name: string, from: readonly string[]): string | null {
  for (const file of from) {
    const folders = createRequire(file).resolve.paths(name) ?? [];
    const found = folders.map(each => join(each, name, 'package.json')).find(existsSync);
    if (found !== undefined) return readVersion(found);
  }
  return null;
}

function readVersion(file: string): string {
  try {
    const { version } = JSON.parse(readFileSync(file, 'utf8')) as { readonly version?: unknown };
    return typeof version === 'string' ? version : 'without a version';
  } catch {
    return `damaged in ${dirname(file)}`;
  }
}
