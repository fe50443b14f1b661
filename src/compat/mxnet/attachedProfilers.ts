import path from 'node:path';
import type { AttachedProcess, AttachedProcesses } from '../../engine/members/attachedProcesses';
import type { SavedFile } from '../../engine/results/atomicWrite';
import { type ProfilerConfig, readConfig } from './config';
import {
  type CommandedProcesses,
  NoAttachedProcessError,
  type ProcessCommand
} from './processCommand';

/** The profilers of all attached threads and processes: those that `profileProcess: 'server'` means. */
export class AttachedProfilers implements CommandedProcesses {
  #config: ProfilerConfig = readConfig({});

  constructor(private readonly processes: AttachedProcesses) {}

  get size(): number {
    return this.processes.size;
  }

  /**
   * Has all attached profilers carry out a command. Returns the files that they have written, in the
   * order of their ranks. A profiler that does not know its files before it starts to record gets those
   * of the latest `setConfig`.
   *
   * @throws NoAttachedProcessError, or AttachedProcessError if some failed.
   */
  async request(command: ProcessCommand): Promise<readonly SavedFile[]> {
    if (this.size === 0) throw new NoAttachedProcessError();
    const told = fromHere(command);
    if (told.command === 'setConfig') this.#config = told.config;
    return this.processes.ask(one => this.#commandsFor(one, told));
  }

  #commandsFor(one: AttachedProcess, asked: ProcessCommand): readonly ProcessCommand[] {
    if (asked.command === 'setConfig') return [configure(one, asked.config)];
    const starts = asked.command === 'setState' && asked.state === 'run';
    return starts && !one.hasDone('setConfig') ? [configure(one, this.#config), asked] : [asked];
  }
}

function configure({ rank }: AttachedProcess, config: ProfilerConfig): ProcessCommand {
  return { command: 'setConfig', config: configOfRank(config, rank) };
}

/** A command whose paths are those from the present folder, whenever it is carried out. */
function fromHere(command: ProcessCommand): ProcessCommand {
  if (command.command !== 'setConfig') return command;
  return { ...command, config: withAbsolutePaths(command.config) };
}

/**
 * The configuration of one rank: its files are where this process would write them, such as
 * `rank0_profile.json` for `profile.json`. Paths are absolute, since a rank may run in another folder.
 */
export function configOfRank(config: ProfilerConfig, rank: number): ProfilerConfig {
  const { filename, gpuMemoryProfileFilenamePrefix } = config;
  return {
    ...config,
    profileProcess: 'worker',
    filename: fileOfRank(filename, rank),
    gpuMemoryProfileFilenamePrefix: fileOfRank(gpuMemoryProfileFilenamePrefix, rank)
  };
}

/** The same configuration for a process that may be in another folder, or get it later. */
function withAbsolutePaths(config: ProfilerConfig): ProfilerConfig {
  return {
    ...config,
    filename: path.resolve(config.filename),
    gpuMemoryProfileFilenamePrefix: path.resolve(config.gpuMemoryProfileFilenamePrefix)
  };
}

function fileOfRank(file: string, rank: number): string {
  const { dir, base } = path.parse(path.resolve(file));
  return path.join(dir, `rank${rank}_${base}`);
}
