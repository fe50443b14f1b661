import { createInstrument } from '../sources/instrument';
import type { Counter as CounterObject } from './objects/counter';
import { createObjects } from './objects/createObjects';
import type { Domain as DomainObject } from './objects/domain';
import type { Event as EventObject } from './objects/event';
import type { Frame as FrameObject } from './objects/frame';
import type { Marker as MarkerObject } from './objects/marker';
import type { Task as TaskObject } from './objects/task';
import { createProfile } from './profile';
import { createProfiler } from './profiler';
import { createRange } from './range';
import { RecordingHost } from './recordingHost';
import { createScope } from './scope';

/** The one host of this process: the recorder that everything records into. */
export const host = new RecordingHost();

/** See `ProfileFunction`. */
export const profile = createProfile(host);

/** See `RangeFunction`. */
export const range = createRange(host.recorder);

/** See `Instrument`. */
export const instrument = createInstrument(host);

/** See `ScopeFunction`. */
export const scope = createScope(host.operatorContext);

const objects = createObjects(host.recorder);

/** See the type of the same name. */
export const { Domain, Task, Frame, Event, Counter, Marker } = objects;
export type Domain = DomainObject;
export type Task = TaskObject;
export type Frame = FrameObject;
export type Event = EventObject;
export type Counter = CounterObject;
export type Marker = MarkerObject;

/** See `Profiler`, and the objects by their own names. */
export const profiler = Object.assign(createProfiler(host), { ...objects, scope });
