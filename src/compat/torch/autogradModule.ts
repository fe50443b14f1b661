import { isObject } from '../../base/isObject';
import type { AnyEvent } from './events/averages';
import { EventArgumentError, UnfinishedSessionError } from './events/eventErrors';
import { FunctionEvent } from './events/functionEvent';
import { FunctionEventAvg } from './events/functionEventAvg';
import type { EitherCase } from '../../base/snakeCase';
import type { Demangle } from '../../base/text';
import { shown } from '../../base/errors';
import { argumentsByPosition } from '../../engine/arguments/readArguments';
import { EventList } from './eventList';
import { DuplicateKeyError, type KeyPart } from '../../formats/nvprof/cudaTrace';
import { demangler } from '../../native/demangler';
import { eventTable } from './events/eventTable';
import type { EventTableOptions } from './events/tableOptions';

/** Options of {@link buildTable}. */
export type BuildTableOptions = Pick<EventTableOptions, 'sortBy' | 'header'>;

/** The arguments of {@link buildTable} after the events: by name, or by position as in PyTorch. */
export type BuildTableArguments =
  | [options?: EitherCase<BuildTableOptions>]
  | [sortBy: string | null, header?: string | null];

/**
 * The first layout of the table, as `EventList.table` with `layout: 'autograd'`; `''` for no events.
 *
 * @throws EventArgumentError for anything but events; EventOptionError for unknown options and keys
 */
export function buildTable(events: Iterable<AnyEvent>, ...given: BuildTableArguments): string {
  const rows = [...events];
  const isEvent = (row: unknown): boolean =>
    row instanceof FunctionEvent || row instanceof FunctionEventAvg;
  const wrong: unknown = rows.find(row => !isEvent(row));
  if (wrong !== undefined) {
    throw new EventArgumentError(`build_table takes events and averages, not ${shown(wrong)}`);
  }
  const options = argumentsByPosition('build_table', ['sortBy', 'header'], given);
  const recorded = { profileMemory: false, withFlops: false };
  return eventTable(rows, recorded, { ...options, layout: 'autograd' });
}

/** A record of PyTorch's profiler: the beginning or the end of a function, or a moment. */
export interface ThreadRecord {
  name(): string;
  kind(): 'push' | 'pop' | 'mark';
  thread_id(): number;
  /** Microseconds from this record to another one, on the CPU. */
  cpu_elapsed_us(other: ThreadRecord): number;
  /** Whether the device took the time as well. */
  has_cuda(): boolean;
  /** Number of the device; -1 for none. */
  device(): number;
  /** Microseconds from this record to another one, on the device. */
  cuda_elapsed_us(other: ThreadRecord): number;
}

/**
 * The events of a finished session, profiler or profile, in order of start; or those of records, a list for each
 * thread, of which PyTorch makes them: a function from its `push` to its `pop`, in microseconds since
 * `__start_profile`.
 *
 * @throws EventArgumentError for anything else, and for records without their beginning;
 *   UnfinishedSessionError before the end
 */
export function parseCpuTrace(
  recorded: { readonly functionEvents: EventList } | Iterable<Iterable<ThreadRecord>>
): readonly FunctionEvent[] {
  if (isIterable(recorded)) return eventsOfRecords([...recorded].flatMap(recordsOf));
  const events: unknown = (recorded as { readonly functionEvents?: unknown } | null)
    ?.functionEvents;
  if (events instanceof EventList) return [...(events as EventList)];
  if (events === null) throw new UnfinishedSessionError();
  throw new EventArgumentError(
    `parse_cpu_trace takes a finished session or profile, such as profile.last, not ${shown(recorded)}`
  );
}

function isIterable(value: unknown): value is Iterable<Iterable<ThreadRecord>> {
  return isObject(value) && Symbol.iterator in value;
}

/** The records of one thread. @throws EventArgumentError */
function recordsOf(thread: unknown): readonly ThreadRecord[] {
  const records: readonly unknown[] = isIterable(thread) ? [...thread] : [thread];
  const isRecord = (each: unknown): each is ThreadRecord =>
    typeof (each as Partial<ThreadRecord> | null)?.kind === 'function';
  if (isIterable(thread) && records.every(isRecord)) return records;
  throw new EventArgumentError(
    `parse_cpu_trace takes a list of records for each thread, not ${shown(thread)}`
  );
}

/** Names of the records at the beginning, of the CPU and of each device. */
const START = '__start_profile';
const DEVICE_START = '__cuda_start_event';

function eventsOfRecords(records: readonly ThreadRecord[]): readonly FunctionEvent[] {
  const start = [...records].reverse().find(record => record.name() === START);
  if (start === undefined) throw new EventArgumentError(`The records have no ${START}`);
  const startOfDevice = new Map(
    records
      .filter(record => record.name() === DEVICE_START)
      .map(record => [record.device(), record] as const)
  );
  const names = new StringTable();
  const open: { readonly id: number; readonly push: ThreadRecord }[] = [];
  const events: FunctionEvent[] = [];
  let nextId = 0;
  for (const record of records) {
    if (record.kind() === 'push') open.push({ id: nextId++, push: record });
    if (record.kind() !== 'pop') continue;
    const begun = open.pop();
    if (begun === undefined) {
      throw new EventArgumentError('The records have the end of a function that has no beginning');
    }
    const { id, push } = begun;
    const [from, to] = [start.cpu_elapsed_us(push), start.cpu_elapsed_us(record)];
    const event = new FunctionEvent(id, names.get(push.name()), push.thread_id(), from, to);
    if (push.has_cuda()) {
      const timeOnDevice = deviceClock(start, startOfDevice);
      event.appendKernel(push.name(), push.device(), timeOnDevice(push), timeOnDevice(record));
    }
    events.push(event);
  }
  return events.sort((a, b) => a.cpuInterval.start - b.cpuInterval.start);
}

/** The time of records of devices since the beginning, which each device notes a little later. */
function deviceClock(
  start: ThreadRecord,
  startOfDevice: ReadonlyMap<number, ThreadRecord>
): (record: ThreadRecord) => number {
  return record => {
    const first = startOfDevice.get(record.device());
    if (first !== undefined) return first.cuda_elapsed_us(record) + start.cpu_elapsed_us(first);
    throw new EventArgumentError(
      `The records have no ${DEVICE_START} of device ${record.device()}`
    );
  };
}

/** Refuses keys that it has seen. */
export class EnforceUnique {
  readonly #seen = new Set<string>();

  /** Takes a key of one part or more. @throws DuplicateKeyError for one that it has taken */
  see(...key: readonly KeyPart[]): void {
    const text = JSON.stringify(key);
    if (this.#seen.has(text)) throw new DuplicateKeyError(key, 'it was seen before');
    this.#seen.add(text);
  }
}

/** Names of C++ by the mangled names that stand for them: `get` demangles one at first, and keeps it. */
export class StringTable extends Map<string, string> {
  /** Demangles by the native addon unless stated: without one, names stay as they are. */
  constructor(private readonly demangle: Demangle = demangler()) {
    super();
  }

  /** The name that `mangled` stands for; `mangled` itself where it is no mangled name. */
  override get(mangled: string): string {
    const known = super.get(mangled);
    if (known !== undefined) return known;
    const name = this.demangle(mangled);
    this.set(mangled, name);
    return name;
  }
}
