import { type Profile, ProfileBuilder, frameCategory, markerCategory } from 'kernelscope/model';
import { exampleMeta } from './richProfile';

/** Rows of the tracks of {@link objectsProfile}. */
export const OBJECT_TRACKS = { process: 0, main: 1, worker: 2, tasks: 3, frames: 4 } as const;

const { process, main, worker, tasks, frames } = OBJECT_TRACKS;

/**
 * What tasks, frames, events, counters and markers leave: three runs of a frame and a task on lanes,
 * events in and around the operators of two threads, and a marker of each scope.
 */
export function objectsProfile(): Profile {
  const builder = new ProfileBuilder();
  const pid = 4242;
  builder.addTrack({ name: 'process', kind: 'process', pid, tid: 0 });
  const inProcess = { parent: process, pid };
  builder.addTrack({ name: 'main thread', kind: 'thread', ...inProcess, tid: pid });
  builder.addTrack({ name: 'worker 1', kind: 'worker', ...inProcess, tid: 4250 });
  builder.addTrack({ name: 'training', kind: 'asyncLane', ...inProcess, tid: 1 });
  builder.addTrack({ name: 'training 2', kind: 'asyncLane', ...inProcess, tid: 2 });
  addLanes(builder);
  addThreads(builder);
  const scopes = ['thread', 'process', 'global', 'task', 'marker'] as const;
  scopes.forEach((scope, at) => {
    builder.addInstant(`mark ${scope}`, markerCategory('training'), 5000 + at * 1000, main, scope);
  });
  builder.addInstant('mark lane', markerCategory('training'), 9500, tasks, 'marker');
  builder.addCounter({
    ...{ name: 'loaded', category: 'training', unit: 'count', kind: 'set', track: main },
    time: Float64Array.of(2000, 21_000, 34_000),
    value: Float64Array.of(1, 4, 2)
  });
  return builder.build({ ...exampleMeta(40_000), name: 'objects' });
}

function addLanes(builder: ProfileBuilder): void {
  for (let run = 0; run < 3; run++) {
    builder.addSlice({
      ...{ name: 'frame1', category: frameCategory('training'), track: frames },
      ...{ start: run * 12_000, duration: 9000, args: { frame: run + 1 } }
    });
  }
  builder.addSlice({
    ...{ name: 'task1', category: 'training', track: tasks },
    ...{ start: 1000, duration: 30_000 }
  });
}

function addThreads(builder: ProfileBuilder): void {
  const operator = (name: string, start: number, duration: number, track: number = main): number =>
    builder.addSlice({ name, category: 'operator', start, duration, track });
  const event = (name: string, start: number, duration: number, track: number = main): number =>
    builder.addSlice({
      ...{ name, category: 'event', start, duration, track },
      args: { epoch: 1 }
    });
  operator('matMul', 0, 20_000);
  const load = event('load', 1000, 10_000);
  operator('decode', 2000, 4000);
  event('inner', 2000, 3000);
  event('at the end', 9000, 2000);
  const awaited = event('right after', 11_000, 4000);
  event('around', 22_000, 8000);
  operator('relu', 22_000, 8000);
  event('on the worker', 500, 1500, worker);
  operator('add', 2000, 1500, worker);
  builder.addFlow('handed on', 'x', load, awaited);
}
