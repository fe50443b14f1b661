import { frameCategory } from '../../model/profile/categories';
import type { LabelIndex } from '../../model/profile/profile';
import type { Recorder } from '../../record/recorder';
import { type CounterConstructor, createCounter } from './counter';
import { type DomainConstructor, createDomain } from './domain';
import { type EventConstructor, createEvent } from './event';
import { type FrameConstructor, createFrame, type TaskConstructor, createTask } from './laneObject';
import { FrameSeries, type ObjectContext } from './objectContext';
import { type MarkerConstructor, createMarker } from './marker';

/** The classes of MXNet's profiler, whose objects record into one recorder. */
export interface ProfilerObjects {
  /** MXNet's `profiler.Domain`: a group of tasks, frames, counters and markers, shown under its name. */
  readonly Domain: DomainConstructor;
  /** MXNet's `profiler.Task`: a piece of work of a domain, measured from `start` to `stop`. */
  readonly Task: TaskConstructor;
  /** MXNet's `profiler.Frame`: one pass of something that repeats, numbered, and with its rate. */
  readonly Frame: FrameConstructor;
  /** MXNet's `profiler.Event`: a stretch of its thread, measured from `start` to `stop`. */
  readonly Event: EventConstructor;
  /** MXNet's `profiler.Counter`: a number that is recorded at each change. */
  readonly Counter: CounterConstructor;
  /** MXNet's `profiler.Marker`: a moment with a name, recorded by `mark`. */
  readonly Marker: MarkerConstructor;
}

/**
 * The object classes for `recorder`. They record whenever recording is on, and cost almost nothing
 * while it is not. Misuse of a state never throws; `tell` receives messages for the user.
 */
export function createObjects(
  recorder: Recorder,
  tell: (message: string) => void = emitWarning
): ProfilerObjects {
  const warn = (message: string): void => recorder.ownWork(() => tell(message));
  const context: ObjectContext = { recorder, warn, frameSeries: frameSeriesOf(recorder) };
  const Task = createTask(context);
  const Frame = createFrame(context);
  const Counter = createCounter(context);
  const Marker = createMarker(context);
  const Domain = createDomain({
    task: (domain, name) => new Task(domain, name),
    frame: (domain, name) => new Frame(domain, name),
    counter: (domain, name, value) => new Counter(domain, name, value),
    marker: (domain, name) => new Marker(domain, name)
  });
  return { Domain, Task, Frame, Event: createEvent(context), Counter, Marker };
}

function emitWarning(message: string): void {
  process.emitWarning(message, 'KernelscopeWarning');
}

function frameSeriesOf(recorder: Recorder): ObjectContext['frameSeries'] {
  const known = new Map<LabelIndex, FrameSeries>();
  return (name, domain) => {
    const label = recorder.label(name, frameCategory(domain));
    const series = known.get(label) ?? new FrameSeries(recorder, name, domain);
    known.set(label, series);
    return series;
  };
}
