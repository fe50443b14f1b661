import { isObject } from '../../base/isObject';
import { type AnyEvent, type AverageOptions, keyAverages, totalAverage } from './events/averages';
import { EventArgumentError, EventOptionError } from './events/eventErrors';
import { EventForest } from './events/eventForest';
import { FunctionEvent } from './events/functionEvent';
import { FunctionEventAvg } from './events/functionEventAvg';
import { type Aliases, type EitherCase, defineAliases } from '../../base/snakeCase';
import { shown } from '../../base/errors';
import { tableHtml } from '../../formats/html/tableHtml';
import { type StackMetric, eventStacks } from './eventStacks';
import { type ResultDisplay, displayKey, isOutermost } from '../../model/output/resultDisplay';
import type { Profile } from '../../model/profile/profile';
import { type RecordedColumns, eventReport, eventTable } from './events/eventTable';
import { TABLE_ARGUMENT_NAMES, type TableArguments, readOptionNames } from './events/tableOptions';
import { argumentsByPosition } from '../../engine/arguments/readArguments';
import { writeFileAtomically, type SavedFile } from '../../engine/results/atomicWrite';
import { type EventTraceOptions, saveEventTrace } from './eventTrace';
import { LIST_NAMES } from './events/pythonNames';

/** The recorded properties of the events of a list. */
export interface EventListOptions {
  /** Shows memory in tables. */
  readonly profileMemory?: boolean;
  /** Shows floating-point operations in tables. */
  readonly withFlops?: boolean;
  /** Shows input shapes in tables, where there are any; default true. */
  readonly recordShapes?: boolean;
}

const LIST_OPTIONS = ['profileMemory', 'withFlops', 'recordShapes'];

/** An array whose methods have the names of PyTorch as well. */
interface AliasedArray extends Omit<ArrayConstructor, never> {
  new <E extends AnyEvent>(): E[] & Aliases<EventList<E>, typeof LIST_NAMES>;
}

/**
 * A list of events, or of averages of events: an array that prints itself as a table. `filter` and
 * `slice` return lists whose events keep their children and parents; other methods that make arrays,
 * such as `map`, return plain arrays. The events of each thread nest; trees are built when first
 * needed.
 */
export class EventList<
  E extends AnyEvent = FunctionEvent
> extends (Array as unknown as AliasedArray)<E> {
  // Private to the language, so that a list is equal to an array of the same events.
  readonly #options: Required<EventListOptions>;
  #forest = new EventForest();
  /** The profile whose events or averages these are, as long as they are all of them. */
  #profile: Profile | null = null;
  #profileEvents = 0;
  /** Slices of the profile that the events, or those they are averages of, are without. */
  #droppedSlices = 0;

  /** Plain arrays: a list of names is not a list of events. */
  static override get [Symbol.species](): ArrayConstructor {
    return Array;
  }

  /**
   * A list of `events`, where those of one thread nest as they ran.
   *
   * @throws EventArgumentError for anything but events, a DuplicateEventError if two events have the
   *   same id.
   * @throws EventOptionError for unknown options.
   */
  constructor(events: Iterable<E> = [], options: EitherCase<EventListOptions> = {}) {
    super();
    const read: EventListOptions = readOptionNames('EventList', options, LIST_OPTIONS);
    const { profileMemory = false, withFlops = false, recordShapes = true } = read;
    this.#options = { profileMemory, withFlops, recordShapes };
    if (!isObject(events) || !(Symbol.iterator in events)) {
      throw new EventArgumentError(`EventList takes a list of events, not ${shown(events)}`);
    }
    for (const event of events) this.#append(event);
    this.#forest.checkIds();
  }

  /** The list of the events of a profile, whose default Chrome trace is that of the profile. */
  static ofProfile(
    profile: Profile,
    events: readonly FunctionEvent[],
    options: EventListOptions
  ): EventList {
    const list = new EventList(events, options);
    list.#profile = profile;
    list.#forest.isOfProfile = true;
    list.#profileEvents = list.length;
    list.#droppedSlices = profile.meta.dropped.slices;
    return list;
  }

  /** Appends events; each nests with those that are in the list. @throws EventArgumentError */
  override push(...events: E[]): number {
    for (const event of events) this.#append(event);
    return this.length;
  }

  /** The events for which `predicate` is true, as a list; they keep their children and parents. */
  override filter<S extends E>(
    predicate: (event: E, index: number, events: E[]) => event is S,
    thisArg?: unknown
  ): EventList<S>;
  /** The events for which `predicate` is true, as a list; they keep their children and parents. */
  override filter(
    predicate: (event: E, index: number, events: E[]) => unknown,
    thisArg?: unknown
  ): EventList<E>;
  override filter(
    predicate: (event: E, index: number, events: E[]) => unknown,
    thisArg?: unknown
  ): EventList<E> {
    return this.#derived(super.filter(predicate, thisArg));
  }

  /** The events from `start` to before `end`, as a list; they keep their children and parents. */
  override slice(start?: number, end?: number): EventList<E> {
    return this.#derived(super.slice(start, end));
  }

  /** Time on the CPU outside children, of all events; microseconds. */
  get selfCpuTimeTotal(): number {
    return this.#settled().reduce((sum, event) => sum + event.selfCpuTimeTotal, 0);
  }

  /**
   * Nests the events again, in their current order in this list, including events that have a place in
   * another list or were inserted by index.
   *
   * @throws DuplicateEventError if two events have the same id.
   */
  populateCpuChildren(): this {
    const { isOfProfile } = this.#forest;
    this.#forest = new EventForest();
    this.#forest.isOfProfile = isOfProfile;
    for (const event of this) if (event instanceof FunctionEvent) this.#forest.add(event);
    this.#forest.claim();
    return this;
  }

  /** Every event below those of the list that are in no other, each before its children. */
  traverseDfs(): Generator<FunctionEvent> {
    return traverseDfs(this.#roots());
  }

  /** Every event below those of the list that are in no other, level by level. */
  traverseBfs(): Generator<FunctionEvent> {
    return traverseBfs(this.#roots());
  }

  /**
   * The events as a table. @throws EventOptionError for options and values that do not exist.
   * @throws TooManyArgumentsError
   */
  table(...given: TableArguments): string {
    const options = argumentsByPosition('table', TABLE_ARGUMENT_NAMES, given);
    return eventTable(this.#settled(), this.#recorded(), options);
  }

  /**
   * One average for each name, or for each name and what `options` tell apart, in order of first
   * appearance.
   *
   * @throws EventOptionError for options and values that do not exist; TooManyArgumentsError.
   */
  keyAverages(...given: AverageArguments): EventList<FunctionEventAvg> {
    const options = readAverageArguments(given);
    const shown = { ...this.#options, recordShapes: true };
    const averages = new EventList(keyAverages(this.#settled(), options), shown);
    averages.#droppedSlices = this.#droppedSlices;
    averages.#profile = this.#wholeProfile();
    averages.#profileEvents = averages.length;
    return averages;
  }

  /** The sum over all events, with the key `Total`. */
  totalAverage(): FunctionEventAvg {
    return totalAverage(this.#settled());
  }

  /**
   * Writes a Chrome trace, gzipped where `path` ends in `.gz`: of the whole profile where the list is
   * that of one, else of the events. With the layout `autograd` as the first autograd profiler did.
   *
   * @throws EventOptionError for an unknown layout; EventArgumentError for averages, which have no
   *   place in time.
   * @throws OutputFileError for a path that cannot be written.
   */
  exportChromeTrace(path: string, options: EventTraceOptions = {}): SavedFile {
    const events = this.#settled().#functionEvents();
    if (events.length < this.length) {
      throw new EventArgumentError('Averages have no place in time: export the events instead.');
    }
    return saveEventTrace(path, { events, profile: this.#wholeProfile() }, options);
  }

  /**
   * Writes folded stacks, for flame graphs: a line `frame;frame N` for each event with a stack and
   * N whole microseconds, which is positive.
   *
   * @throws EventOptionError for an unknown metric.
   * @throws OutputFileError for a path that cannot be written.
   */
  exportStacks(path: string, metric: StackMetric = 'self_cpu_time_total'): SavedFile {
    const bytes = Buffer.from(eventStacks(this.#settled(), metric));
    writeFileAtomically(path, bytes);
    return { path, sizeBytes: bytes.length, losses: [] };
  }

  /** The same as `table()`. */
  override toString(): string {
    return this.table();
  }

  /** One line with every event. */
  repr(): string {
    return `[${this.map(event => event.repr()).join(', ')}]`;
  }

  /**
   * The output of `console.log`: the table; within other values, and without events, `repr`, with as many
   * items as consoles show.
   */
  [Symbol.for('nodejs.util.inspect.custom')](
    depth?: number,
    options: { readonly depth?: number; readonly maxArrayLength?: number | null } = {}
  ): string {
    if (this.length > 0 && isOutermost(depth, options)) return this.table();
    const limit = options.maxArrayLength ?? Infinity;
    if (this.length <= limit) return this.repr();
    const shownEvents = this.slice(0, limit).map(event => event.repr());
    return `[${[...shownEvents, `... ${this.length - limit} more`].join(', ')}]`;
  }

  /** The last line of a cell: the profile, or the table alone, both with the table as text. */
  [displayKey()](): ResultDisplay | null {
    const profile = this.#wholeProfile();
    if (this.length === 0) return profile && { profile };
    const text = this.table();
    if (profile) return { profile, text };
    const hasAverages = this.some(event => event instanceof FunctionEventAvg);
    const title = hasAverages ? 'Averages of events' : 'Events';
    const { table, notes } = eventReport(this.#settled(), this.#recorded(), title);
    return { html: tableHtml([table], { notes }), text };
  }

  #wholeProfile(): Profile | null {
    return this.length === this.#profileEvents ? this.#profile : null;
  }

  #recorded(): RecordedColumns {
    return { ...this.#options, droppedEvents: this.#droppedSlices };
  }

  /** This list, with places for events that came by index, as `Array.from` and `splice` put them. */
  #settled(): this {
    for (let at = 0; at < this.length; at++) {
      const event = this[at];
      checkEvent(event);
      if (event instanceof FunctionEvent && !event.isPlaced) this.#forest.add(event);
    }
    return this;
  }

  #append(event: E): void {
    checkEvent(event);
    if (event instanceof FunctionEvent) this.#forest.add(event);
    this.#profile = null;
    super.push(event);
  }

  #derived<D extends E>(events: readonly D[]): EventList<D> {
    return new EventList(events, this.#options);
  }

  #functionEvents(): FunctionEvent[] {
    return super.filter((event): event is E & FunctionEvent => event instanceof FunctionEvent);
  }

  #roots(): FunctionEvent[] {
    return this.#settled()
      .#functionEvents()
      .filter(event => event.cpuParent === null);
  }
}

defineAliases(EventList.prototype, LIST_NAMES);

function checkEvent(event: unknown): void {
  if (event instanceof FunctionEvent || event instanceof FunctionEventAvg) return;
  throw new EventArgumentError(
    `A list of events holds FunctionEvents and FunctionEventAvgs, not ${shown(event)}`
  );
}

/** Every event below `roots`, each before its children, which come before its next sibling. */
function* traverseDfs(roots: Iterable<FunctionEvent>): Generator<FunctionEvent> {
  const open = [...roots].reverse();
  for (let event = open.pop(); event !== undefined; event = open.pop()) {
    yield event;
    for (const child of [...event.cpuChildren].reverse()) open.push(child);
  }
}

/** Every event below `roots`, level by level. */
function* traverseBfs(roots: Iterable<FunctionEvent>): Generator<FunctionEvent> {
  let level = [...roots];
  while (level.length > 0) {
    yield* level;
    level = level.flatMap(event => event.cpuChildren);
  }
}

/** The arguments of `keyAverages`: options by name, or by position as in PyTorch. */
export type AverageArguments =
  | [options?: EitherCase<AverageOptions>]
  | [groupByInputShape: boolean, groupByStackN?: number];

/** By position, as in PyTorch, whose third argument is another. */
const AVERAGE_POSITIONS: readonly (keyof AverageOptions)[] = ['groupByInputShape', 'groupByStackN'];
const AVERAGE_NAMES: readonly (keyof AverageOptions)[] = [
  ...AVERAGE_POSITIONS,
  'groupByDeviceType'
];

/** @throws EventOptionError for options and values that do not exist; TooManyArgumentsError */
function readAverageArguments(given: AverageArguments): AverageOptions {
  const byName = argumentsByPosition('keyAverages', AVERAGE_POSITIONS, given);
  const read: AverageOptions = readOptionNames('keyAverages', byName, AVERAGE_NAMES);
  const { groupByInputShape = false, groupByStackN = 0, groupByDeviceType = false } = read;
  for (const [name, value] of Object.entries({ groupByInputShape, groupByDeviceType })) {
    if (typeof value === 'boolean') continue;
    throw new EventOptionError(`${name} must be true or false, got ${shown(value)}`);
  }
  if (!Number.isSafeInteger(groupByStackN) || groupByStackN < 0) {
    throw new EventOptionError(
      `groupByStackN must be a whole number from 0 on, got ${shown(groupByStackN)}`
    );
  }
  return read;
}
