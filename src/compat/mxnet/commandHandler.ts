import { assertUnreachable } from '../../base/errors';
import type { ProcessCommand } from './processCommand';
import type { ProfilerModule } from './profiler';
import type { SavedFile } from '../../engine/results/atomicWrite';

/** The part of a profiler that attached processes are commanded to use. */
export type CommandedProfiler = Pick<
  ProfilerModule,
  'setConfig' | 'setState' | 'pause' | 'resume' | 'dump'
>;

/** Carries out commands by the profiler of this process. */
export function commandHandler(
  profiler: CommandedProfiler
): (command: ProcessCommand) => readonly SavedFile[] {
  return command => {
    switch (command.command) {
      case 'setConfig':
        profiler.setConfig({ ...command.config, profileProcess: 'worker' });
        return [];
      case 'setState':
        profiler.setState(command.state);
        return [];
      case 'pause':
        profiler.pause();
        return [];
      case 'resume':
        profiler.resume();
        return [];
      case 'dump':
        return profiler.dump({ finished: command.finished });
      default:
        return assertUnreachable(command);
    }
  };
}
