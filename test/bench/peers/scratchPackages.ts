import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Beside the bundles of the benchmark, and like them in no commit. */
const SCRATCH = join(__dirname, '..', 'peers');

/** The longest wait for npm, milliseconds. */
const INSTALL_MS = 300_000;

/** The packages that are measured beside, none of which the product or its tests need. */
export const PEER_PACKAGES = {
  datadog: '@datadog/pprof@5.20.0',
  pyroscope: '@pyroscope/nodejs@0.6.4',
  sentry: '@sentry/profiling-node@11.1.0',
  zeroX: '0x@6.0.0',
  fastify: 'fastify@5.12.8',
  ddTrace: 'dd-trace@5.132.0'
} as const;

/** One of {@link PEER_PACKAGES}. */
export type PeerPackage = keyof typeof PEER_PACKAGES;

/** The folder in which a package is installed, or why it is not. */
export type ScratchPackage = { readonly folder: string } | { readonly missing: string };

/**
 * Installs a package into a scratch folder of its own, without running the scripts of any package. What is
 * installed already is not installed again.
 */
export function scratchPackage(peer: PeerPackage): ScratchPackage {
  const spec = PEER_PACKAGES[peer];
  const folder = join(SCRATCH, spec.replace(/[/@]/g, '-'));
  const done = join(folder, 'installed');
  if (existsSync(done)) return { folder };
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel', 'error'];
  const { status, stderr, error } = spawnSync('npm', ['install', ...flags, spec], {
    cwd: folder,
    encoding: 'utf8',
    timeout: INSTALL_MS,
    shell: process.platform === 'win32'
  });
  if (status !== 0) return { missing: `npm cannot install ${spec}: ${reasonOf(error, stderr)}` };
  writeFileSync(done, '');
  return { folder };
}

function reasonOf(error: Error | undefined, stderr: string): string {
  const lines = stderr.split('\n').filter(line => line.trim() !== '');
  return error?.message ?? lines[0] ?? 'it says nothing';
}
