import { AwaitWatch } from '../../../src/sources/async/waits/awaitWatch';
import { monotonicClock } from '../../../src/base/clock';
import { Recorder } from '../../../src/record/recorder';
import { OperatorStackCapture } from '../../../src/sources/operators/operatorStackCapture';
import type { MeasuredFigure } from '../figure';
import { floorCase, interleave, median, sink } from '../harness';

const TIMES = 2_000_000;

async function step(): Promise<void> {
  sink.value++;
}

async function burst(count: number): Promise<void> {
  for (let i = 0; i < count; i++) await step();
}

/** How much longer a burst of awaits takes while waits are watched, percent. */
export async function measure(): Promise<readonly MeasuredFigure[]> {
  const stacks = new OperatorStackCapture(new Recorder({ clock: monotonicClock }));
  const watch = new AwaitWatch({
    clock: monotonicClock,
    stacks,
    queuedNs: () => 0,
    isAtOwnWork: () => false
  });
  const user = {};
  const times = await interleave(
    {
      floor: floorCase(),
      bare: { times: TIMES, run: burst },
      watched: {
        times: TIMES,
        before: () => watch.acquire(user),
        run: burst,
        after: () => watch.release(user)
      }
    },
    { rounds: 15, warmup: 3 }
  );
  const value = 100 * (median(times.watched) / median(times.bare) - 1);
  return [{ name: 'waits.burst', value, floorNs: median(times.floor) }];
}
