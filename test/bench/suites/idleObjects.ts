import type { Event } from '../../../src/compat/mxnet/event';
import { type ProfilerObjects, createObjects } from '../../../src/compat/mxnet/createObjects';
import { monotonicClock } from '../../../src/base/clock';
import { Recorder } from '../../../src/record/recorder';
import type { FigureName } from '../targets';
import type { MeasuredFigure } from '../figure';
import { type BenchCase, floorCase, interleave, median, sink } from '../harness';

const TIMES = 100_000;

/** Calls of methods in one turn of the loop of a case. */
const CALLS = { counter: 1, marker: 1, task: 2, frame: 2, event: 2 } as const;

type CallName = keyof typeof CALLS;
type Cases = Record<CallName | 'floor' | 'bare', BenchCase>;

const CALL_NAMES = Object.keys(CALLS) as readonly CallName[];

function loop(turn: () => void): BenchCase {
  return {
    times: TIMES,
    run(count) {
      for (let i = 0; i < count; i++) turn();
    }
  };
}

/** A start and a stop. */
function startAndStop(object: Pick<Event, 'start' | 'stop'>): BenchCase {
  return loop(() => {
    object.start();
    object.stop();
    sink.value++;
  });
}

/** The methods of each class, on objects that are used while recording as well. */
function cases({ Domain, Event }: ProfilerObjects): Cases {
  const domain = new Domain('bench');
  const counter = domain.newCounter('counter');
  const marker = domain.newMarker('marker');
  return {
    floor: floorCase(),
    bare: loop(() => sink.value++),
    counter: loop(() => counter.setValue(sink.value++)),
    marker: loop(() => {
      marker.mark();
      sink.value++;
    }),
    task: startAndStop(domain.newTask('task')),
    frame: startAndStop(domain.newFrame('frame')),
    event: startAndStop(new Event('event'))
  };
}

/** So that all is compiled for recording too, as it is once anything has been profiled. */
function recordSome(recorder: Recorder, all: Cases): void {
  const window = recorder.openWindow();
  for (const name of CALL_NAMES) void all[name].run(20_000);
  recorder.closeWindow(window);
}

async function worstOf(name: FigureName, all: Cases): Promise<MeasuredFigure> {
  const times = await interleave(all);
  const floorNs = median(times.floor);
  const bareNs = median(times.bare);
  const costs = CALL_NAMES.map(call => (median(times[call]) - bareNs) / CALLS[call]);
  return { name, value: Math.max(...costs) / floorNs, floorNs };
}

/** What a call of a method adds to a loop while recording is held, and while nothing is recorded. */
export async function measure(): Promise<readonly MeasuredFigure[]> {
  const recorder = new Recorder({ clock: monotonicClock });
  const all = cases(createObjects(recorder));
  recordSome(recorder, all);
  const stopped = await worstOf('object.stopped', all);
  const window = recorder.openWindow();
  recorder.pause();
  const paused = await worstOf('object.paused', all);
  recorder.closeWindow(window);
  return [paused, stopped];
}
