import { FrameKind, type Profile } from '../../model/profile/profile';
import { finishTrace } from '../shared/imported/finishTrace';
import { type ScriptNames, ImportedFrames } from '../shared/imported/importedFrames';
import { type ImportOptions, ImportedTrace } from '../shared/imported/importedTrace';
import {
  jsonDocument,
  type JsonObject,
  listAt,
  numberAt,
  numbersAt,
  numericValue,
  objectAt,
  textAt
} from '../shared/imported/jsonDocument';
import {
  type ImportedUnit,
  SampleSequence,
  sayUnitless,
  unitNamed
} from '../shared/imported/sampleSequence';
import { TraceImportError } from '../shared/imported/importLimits';

/** Lists and objects of a file of any size: its stacks are short lists. */
const ALLOWED_LISTS = 4_000_000;

/**
 * A file of speedscope as a profile. Samples with times become CPU samples, and those with bytes heap
 * allocations; frames that open and close become slices, or samples too where they are functions of files. Each
 * of its profiles is a thread; those of one track in files that are written here are one again.
 *
 * @throws TraceImportError for anything else, or a file beyond the limits
 */
export function readSpeedscope(
  bytes: Uint8Array,
  options: ImportOptions,
  scripts: ScriptNames
): Profile {
  const file = checkSpeedscope(jsonDocument(bytes, ALLOWED_LISTS));
  const trace = new ImportedTrace(bytes);
  const reader = new SpeedscopeReader(file, trace, scripts);
  for (const profile of file.profiles) {
    if (profile.type === 'sampled') reader.addSamples(profile);
    else reader.addEvents(profile);
  }
  trace.facts.name = file.name;
  trace.facts.isOriginKnown = true;
  return finishTrace(trace, options);
}

/** What a name says about a profile in a file that was written here. */
const OWN_SUFFIX = / \((CPU samples|overlapping \d+)\)$/;

/** Names of profiles of memory that is still in use. */
const ALIVE_NAME = /alive|in.?use|live|retained/i;

interface OpenFrame {
  readonly frame: number;
  readonly at: number;
  /** What `open` has returned for it: its stack, or its place among the slices. */
  readonly stack: number;
}

class SpeedscopeReader {
  readonly #frames: ImportedFrames;
  readonly #frameRows = new Map<number, number>();
  readonly #rows = new Map<string, number>();
  /** Profiles so far, by their names. */
  readonly #met = new Map<string, number>();
  readonly #process: number;
  readonly #sequence: SampleSequence;
  readonly #isOwn: boolean;
  /** The earliest start of all profiles, nanoseconds or bytes: a file may count from 1970. */
  readonly #base: number;

  constructor(
    private readonly file: SpeedscopeFile,
    private readonly trace: ImportedTrace,
    scripts: ScriptNames
  ) {
    const hasFiles = file.frames.some(frame => frame.file !== '');
    this.#frames = new ImportedFrames(trace, scripts, hasFiles ? FrameKind.native : FrameKind.user);
    this.#process = trace.rows.add({ kind: 'process' });
    this.#sequence = new SampleSequence(trace);
    this.#isOwn = file.exporter.startsWith('kernelscope ');
    this.#base = file.profiles.reduce((least, { startValue, unit }) => {
      const { of, factor } = unitNamed(unit);
      return of === 'bytes' ? least : Math.min(least, startValue * factor);
    }, Infinity);
    trace.see(0);
  }

  addSamples(profile: SampledProfile): void {
    const unit = this.#unitOf(profile);
    if (unit.of === 'bytes') {
      profile.samples.forEach((stack, at) => {
        this.#addBytes(profile, this.#stackOf(stack), profile.weights[at] * unit.factor);
      });
      return;
    }
    const row = this.#rowOf(profile);
    this.#sequence.begin(row, this.#timeOf(profile.startValue, unit));
    profile.samples.forEach((stack, at) => {
      this.#sequence.add(row, this.#stackOf(stack), profile.weights[at] * unit.factor);
    });
    this.trace.see(this.#timeOf(profile.endValue, unit));
  }

  addEvents(profile: EventedProfile): void {
    const unit = this.#unitOf(profile);
    const isOfFunctions = profile.events.some(({ frame }) => this.file.frames[frame].file !== '');
    if (unit.of === 'bytes') {
      this.#eachStretch(profile, (stack, size) => {
        if (stack >= 0) this.#addBytes(profile, stack, size * unit.factor);
      });
      return;
    }
    const row = this.#rowOf(profile);
    this.trace.see(Math.round(this.#timeOf(profile.endValue, unit)));
    if (!isOfFunctions) {
      this.#addSlices(profile, row, unit);
      return;
    }
    this.#sequence.begin(row, this.#timeOf(profile.events[0]?.at ?? profile.startValue, unit));
    this.#eachStretch(profile, (stack, size) => {
      this.#sequence.add(row, stack, size * unit.factor);
    });
  }

  /** Adds slices in the order in which they open: of those of one time the outer one comes first. */
  #addSlices(profile: EventedProfile, row: number, unit: ImportedUnit): void {
    const { slices, labels, texts } = this.trace;
    const opened: { readonly frame: number; readonly from: number; to: number }[] = [];
    const timeAt = (value: number): number => {
      const time = Math.round(this.#timeOf(value, unit));
      this.trace.see(time);
      return time;
    };
    this.#eachEvent(profile, {
      open: (frame, _, at) => opened.push({ frame, from: timeAt(at), to: NaN }) - 1,
      close: ({ stack }, at) => {
        opened[stack].to = timeAt(at);
      }
    });
    for (const { frame, from, to } of opened) {
      slices.add(from, to, labels.of(texts.of(this.file.frames[frame].name), 0), row);
    }
  }

  /** Calls `take` for the stack between each event and the next one, -1 for none. */
  #eachStretch(profile: EventedProfile, take: (stack: number, size: number) => void): void {
    let last = profile.events[0]?.at ?? 0;
    const pass = (stack: number, at: number): void => {
      if (at !== last) take(stack, at - last);
      last = at;
    };
    this.#eachEvent(profile, {
      open: (frame, above, at) => {
        pass(above, at);
        return this.trace.samples.stackOf(above, this.#frameRow(frame));
      },
      close: ({ stack }, at) => pass(stack, at)
    });
  }

  /** Goes through frames as they open, with the stack above, and as they close. */
  #eachEvent(
    { events, endValue }: EventedProfile,
    visit: {
      readonly open: (frame: number, above: number, at: number) => number;
      readonly close: (open: OpenFrame, at: number) => void;
    }
  ): void {
    const { notes } = this.trace;
    const opened: OpenFrame[] = [];
    const closeDownTo = (depth: number, at: number): void => {
      while (opened.length > depth) {
        visit.close(opened[opened.length - 1], at);
        opened.pop();
      }
    };
    for (const { isOpen, frame, at } of events) {
      if (isOpen) {
        const stack = visit.open(frame, opened.at(-1)?.stack ?? -1, at);
        opened.push({ frame, at, stack });
        continue;
      }
      const depth = depthOf(opened, frame);
      if (depth < 0) notes.add('unopened');
      else closeDownTo(depth, at);
    }
    notes.add('unclosed', opened.length);
    closeDownTo(0, Math.max(endValue, events.at(-1)?.at ?? endValue));
  }

  #addBytes(profile: { readonly name: string }, stack: number, bytes: number): void {
    const { heap, notes, samples } = this.trace;
    if (!(bytes >= 0)) notes.add('weightless');
    if (!(bytes > 0)) return;
    const program = { name: '(program)', file: '' };
    const row = stack < 0 ? samples.stackOf(-1, this.#frames.row(program)) : stack;
    heap.add(row, ALIVE_NAME.test(profile.name) ? 'alive' : 'allocated', { bytes });
  }

  #stackOf(frames: readonly number[]): number {
    let stack = -1;
    for (const frame of frames) stack = this.trace.samples.stackOf(stack, this.#frameRow(frame));
    return stack;
  }

  #frameRow(frame: number): number {
    const known = this.#frameRows.get(frame);
    if (known !== undefined) return known;
    const row = this.#frames.row(this.file.frames[frame]);
    this.#frameRows.set(frame, row);
    return row;
  }

  #timeOf(value: number, { factor }: ImportedUnit): number {
    return value * factor - this.#base;
  }

  #unitOf({ unit }: SampledProfile | EventedProfile): ImportedUnit {
    const found = unitNamed(unit);
    if (found.of === 'nothing') sayUnitless(this.trace.notes);
    return found;
  }

  /** The row of a profile; in files that are written here samples and slices of a track have one. */
  #rowOf({ name }: SampledProfile | EventedProfile): number {
    const count = (this.#met.get(name) ?? 0) + 1;
    this.#met.set(name, count);
    const title = this.#isOwn ? name.replace(OWN_SUFFIX, '') : name;
    const key = JSON.stringify([title, count]);
    const known = this.#rows.get(key);
    if (known !== undefined) return known;
    const tid = this.#rows.size + 1;
    const row = this.trace.rows.add({ kind: 'thread', parent: this.#process, name: title, tid });
    this.#rows.set(key, row);
    return row;
  }
}

/** Open frames that are searched for the one that closes: in files that keep to the format it is the last one. */
const MAX_LOOKS = 256;

function depthOf(opened: readonly OpenFrame[], frame: number): number {
  const lowest = Math.max(0, opened.length - MAX_LOOKS);
  for (let depth = opened.length - 1; depth >= lowest; depth--) {
    if (opened[depth].frame === frame) return depth;
  }
  return -1;
}

/** A frame of a file; line and column count from 1, 0 if unknown. */
interface SpeedscopeFrame {
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
interface SampledProfile extends ProfileFacts {
  readonly type: 'sampled';
  readonly samples: readonly (readonly number[])[];
  readonly weights: readonly number[];
}

/** A frame that opens or closes. */
interface SpeedscopeEvent {
  readonly isOpen: boolean;
  readonly frame: number;
  readonly at: number;
}

/** Frames as they open and close. */
interface EventedProfile extends ProfileFacts {
  readonly type: 'evented';
  readonly events: readonly SpeedscopeEvent[];
}

interface SpeedscopeFile {
  readonly name: string | null;
  readonly exporter: string;
  readonly frames: readonly SpeedscopeFrame[];
  readonly profiles: readonly (SampledProfile | EventedProfile)[];
}

/** A file from JSON, with every value checked. @throws TraceImportError */
function checkSpeedscope(document: JsonObject): SpeedscopeFile {
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
