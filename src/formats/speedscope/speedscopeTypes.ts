import {
  type JsonObject,
  listAt,
  numberAt,
  numbersAt,
  numericValue,
  objectAt,
  textAt
} from '../shared/imported/jsonDocument';
import { TraceImportError } from '../shared/imported/importLimits';

/** A frame of a file; line and column count from 1, 0 if unknown. */
export interface SpeedscopeFrame {
  readonly name: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** Facts that profiles of both types have. */
interface ProfileFacts {
  readonly name: string;
  readonly unit: string;
  readonly startValue: number;
  readonly endValue: number;
}

/** Stacks with their weights, outermost frame first. */
export interface SampledProfile extends ProfileFacts {
  readonly type: 'sampled';
  readonly samples: readonly (readonly number[])[];
  readonly weights: readonly number[];
}

/** A frame that opens or closes. */
export interface SpeedscopeEvent {
  readonly isOpen: boolean;
  readonly frame: number;
  readonly at: number;
}

/** Frames as they open and close. */
export interface EventedProfile extends ProfileFacts {
  readonly type: 'evented';
  readonly events: readonly SpeedscopeEvent[];
}

export interface SpeedscopeFile {
  readonly name: string | null;
  readonly exporter: string;
  readonly frames: readonly SpeedscopeFrame[];
  readonly profiles: readonly (SampledProfile | EventedProfile)[];
}

/** A file from JSON, with every value checked. @throws TraceImportError */
export function checkSpeedscope(document: JsonObject): SpeedscopeFile {
  const shared = objectAt(document.shared, 'shared');
  const frames = listAt(shared.frames, 'shared.frames').map(checkFrame);
  return {
    name: typeof document.name === 'string' && document.name !== '' ? document.name : null,
    exporter: typeof document.exporter === 'string' ? document.exporter : '',
    frames,
    profiles: listAt(document.profiles, 'profiles').map((value, row) =>
      checkProfile(objectAt(value, `profiles row ${row}`), `profiles row ${row}`, frames.length)
    )
  };
}

function checkFrame(value: unknown, row: number): SpeedscopeFrame {
  const place = `shared.frames row ${row}`;
  const frame = objectAt(value, place);
  return {
    name: textAt(frame.name, `${place}, name,`),
    file: typeof frame.file === 'string' ? frame.file : '',
    line: numericValue(frame.line),
    column: numericValue(frame.col)
  };
}

function checkProfile(
  profile: JsonObject,
  place: string,
  frameCount: number
): SampledProfile | EventedProfile {
  const facts = {
    name: typeof profile.name === 'string' ? profile.name : '',
    unit: textAt(profile.unit ?? 'none', `${place}, unit,`),
    startValue: numberAt(profile.startValue, `${place}, startValue,`),
    endValue: numberAt(profile.endValue, `${place}, endValue,`)
  };
  if (profile.type === 'sampled') {
    return { ...facts, type: 'sampled', ...checkSamples(profile, place, frameCount) };
  }
  if (profile.type !== 'evented') {
    throw new TraceImportError(`${place} is neither sampled nor evented`);
  }
  const events = listAt(profile.events, `${place}, events,`).map((value, row) =>
    checkEvent(
      objectAt(value, `${place}, events row ${row}`),
      `${place}, events row ${row}`,
      frameCount
    )
  );
  return { ...facts, type: 'evented', events };
}

function checkSamples(
  profile: JsonObject,
  place: string,
  frameCount: number
): Pick<SampledProfile, 'samples' | 'weights'> {
  const samples = listAt(profile.samples, `${place}, samples,`).map((value, row) =>
    checkStack(value, `${place}, samples row ${row}`, frameCount)
  );
  const weights = numbersAt(profile.weights, `${place}, weights,`);
  if (samples.length !== weights.length) {
    throw new TraceImportError(
      `${place} has ${samples.length} samples and ${weights.length} weights`
    );
  }
  return { samples, weights };
}

function checkStack(value: unknown, place: string, frameCount: number): readonly number[] {
  const stack = listAt(value, place) as readonly number[];
  const bad = stack.findIndex(frame => !isFrame(frame, frameCount));
  if (bad < 0) return stack;
  throw new TraceImportError(`${place} has a frame that is not in the file`);
}

function checkEvent(event: JsonObject, place: string, frameCount: number): SpeedscopeEvent {
  const { type, frame } = event;
  if (type !== 'O' && type !== 'C') throw new TraceImportError(`${place} neither opens nor closes`);
  if (!isFrame(frame, frameCount)) {
    throw new TraceImportError(`${place} has a frame that is not in the file`);
  }
  return { isOpen: type === 'O', frame, at: numberAt(event.at, `${place}, at,`) };
}

function isFrame(value: unknown, frameCount: number): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) < frameCount;
}
