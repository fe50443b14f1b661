import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  type FunctionTimes,
  timesOfCpuprofile,
  timesOfKscope,
  timesOfLog,
  timesOfPprof,
  timesOfSentry
} from './hottest';
import { FILE_VARIABLE, FOLDER_VARIABLE } from './peerEnvironment';
import { PEER_PACKAGES, type PeerPackage, scratchPackage } from './scratchPackages';

const COMMAND = join(__dirname, '..', '..', 'src', 'bin', 'kernelscope.cjs');

/** A command that runs a program under a profiler. */
export interface ProfiledCommand {
  /** Arguments of Node. */
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** A profiler, or none. */
export interface PeerProfiler {
  /** As it stands in the tables. */
  readonly title: string;
  /** The command that runs `program` and has the profiler write into `out`, an empty folder. */
  command(program: readonly string[], out: string): ProfiledCommand;
  /** Self time of the functions in what it wrote; null for no profiler. */
  readonly functions: ((out: string) => FunctionTimes) | null;
}

/** A profiler that cannot be measured here. */
export interface MissingProfiler {
  readonly title: string;
  readonly missing: string;
}

/** Names of the profilers, in the order of the tables. */
export const PROFILER_NAMES = ['none', 'run', 'cpuProf', 'datadog', 'sentry', 'zeroX'] as const;

export type ProfilerName = (typeof PROFILER_NAMES)[number];

/** The profilers that are compared, as their documentation starts them. */
export function peerProfilers(): Readonly<Record<ProfilerName, PeerProfiler | MissingProfiler>> {
  return {
    none: { title: 'none', command: program => ({ args: program }), functions: null },
    run: {
      title: 'kernelscope run',
      command: ([file, ...args], out) => ({
        args: [COMMAND, 'run', '-q', '-o', join(out, 'run.kscope'), file, '--', ...args]
      }),
      functions: out => timesOfKscope(join(out, 'run.kscope'))
    },
    cpuProf: {
      title: 'node --cpu-prof',
      command: (program, out) => ({ args: ['--cpu-prof', '--cpu-prof-dir', out, ...program] }),
      functions: out => timesOfCpuprofile(fileWith(out, '.cpuprofile'))
    },
    datadog: installed('datadog', folder => ({
      command: (program, out) => ({
        args: ['--require', join(__dirname, 'datadogPreload.js'), ...program],
        env: { [FOLDER_VARIABLE]: folder, [FILE_VARIABLE]: join(out, 'profile.pb.gz') }
      }),
      functions: out => timesOfPprof(join(out, 'profile.pb.gz'))
    })),
    sentry: installed('sentry', folder => ({
      command: (program, out) => ({
        args: ['--import', join(__dirname, 'sentryPreload.js'), ...program],
        env: { [FOLDER_VARIABLE]: folder, [FILE_VARIABLE]: join(out, 'chunks.json') }
      }),
      functions: out => timesOfSentry(join(out, 'chunks.json'))
    })),
    zeroX: installed('zeroX', folder => ({
      command: (program, out) => ({
        args: [
          join(folder, 'node_modules', '0x', 'cmd.js'),
          ...['--silent', '--output-dir', join(out, 'flame'), '--', process.execPath, ...program]
        ]
      }),
      functions: out => timesOfLog(fileWith(join(out, 'flame'), '.log.json'))
    }))
  };
}

function installed(
  peer: PeerPackage,
  profilerIn: (folder: string) => Omit<PeerProfiler, 'title'>
): PeerProfiler | MissingProfiler {
  const title = PEER_PACKAGES[peer];
  const found = scratchPackage(peer);
  return 'missing' in found ? { title, ...found } : { title, ...profilerIn(found.folder) };
}

/** @throws Error where the profiler has written no such file */
function fileWith(folder: string, ending: string): string {
  const name = readdirSync(folder).find(each => each.endsWith(ending));
  if (name === undefined) throw new Error(`No ${ending} was written to ${folder}`);
  return join(folder, name);
}
