import { setTimeout as sleep } from 'node:timers/promises';
import { Profiler, range, schedule } from '../../src/index';

/** Profiles steps of 2 ms into an output tree, in one cycle that never ends by itself. */
async function runForever(outputPath: string): Promise<never> {
  const profiler = new Profiler({
    outputPath,
    schedule: schedule({ wait: 0, active: Number.MAX_SAFE_INTEGER })
  });
  process.stdout.write('started\n');
  for (;;) {
    await range('work', () => sleep(2));
    await profiler.step();
  }
}

void runForever(process.argv[2]);
