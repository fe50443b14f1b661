import type { AnyEvent } from '../../analysis/events/averages';
import { EventArgumentError } from '../../analysis/events/eventErrors';
import { FunctionEvent } from '../../analysis/events/functionEvent';
import { FunctionEventAvg } from '../../analysis/events/functionEventAvg';
import type { Demangle } from '../../base/demangle';
import type { EitherCase } from '../../base/snakeCase';
import { shown } from '../../base/text';
import { argumentsByPosition } from '../../engine/arguments/readCall';
import { EventList } from '../../engine/events/eventList';
import type { KeyPart } from '../../formats/nvprof/traceErrors';
import { DuplicateKeyError } from '../../formats/nvprof/traceErrors';
import { demangler } from '../../native/demangler';
import { eventTable } from '../../report/autograd/eventTable';
import type { EventTableOptions } from '../../report/autograd/tableOptions';

/** Options of {@link buildTable}. */
export type BuildTableOptions = Pick<EventTableOptions, 'sortBy' | 'header'>;

/** The arguments of {@link buildTable} after the events: by name, or by position as in PyTorch. */
export type BuildTableArguments =
  [options?: EitherCase<BuildTableOptions>] | [sortBy: string | null, header?: string | null];

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

/**
 * The events of a finished session, profiler or profile, in order of start. PyTorch makes them from the records
 * of its threads; these are made from the profile.
 *
 * @throws EventArgumentError for anything else; UnfinishedSessionError before the end
 */
export function parseCpuTrace(recorded: {
  readonly functionEvents: EventList;
}): readonly FunctionEvent[] {
  const events: unknown = (recorded as { readonly functionEvents?: unknown } | null)
    ?.functionEvents;
  if (events instanceof EventList) return [...(events as EventList)];
  throw new EventArgumentError(
    `parse_cpu_trace takes a finished session or profile, such as profile.last, not ${shown(recorded)}`
  );
}

/** Refuses keys that it has seen. */
export class EnforceUnique {
  private readonly seen = new Set<string>();

  /** Takes a key of one part or more. @throws DuplicateKeyError for one that it has taken */
  see(...key: readonly KeyPart[]): void {
    const text = JSON.stringify(key);
    if (this.seen.has(text)) throw new DuplicateKeyError(key, 'it was seen before');
    this.seen.add(text);
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
