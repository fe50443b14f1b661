import { assertUnreachable } from '../../base/unreachable';
import type { ProfilerModule } from './profiler';
import type { CommandHandler } from '../../engine/members/rank/rankListener';

/** What attached processes are told to do, of all that a profiler does. */
export type CommandedProfiler = Pick<
  ProfilerModule,
  'setConfig' | 'setState' | 'pause' | 'resume' | 'dump'
>;

/** Carries out commands by the profiler of this process. */
export function commandHandler(profiler: CommandedProfiler): CommandHandler {
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
