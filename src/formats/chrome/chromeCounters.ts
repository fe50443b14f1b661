import { DEVICE_STORAGE_CATEGORY } from '../../model/profile/categories';
import type { CounterUnit } from '../../model/profile/profile';
import { NO_COUNTER } from '../shared/imported/importedCounters';
import type { ImportedTrace } from '../shared/imported/importedTrace';
import { finiteOf, smallObject } from './boundedJson';
import { ABSENT, type ChromeEvent } from './chromeEvent';
import { numberAt } from './decimalTime';
import { Byte, JsonCursor } from '../../base/notation/jsonCursor';

/** Keys that say the unit of a value. */
const UNITS: ReadonlySet<string> = new Set<CounterUnit>([
  'count',
  'bytes',
  'percent',
  'nanoseconds',
  'watts',
  'hertz',
  'celsius',
  'bytesPerSecond'
]);

/** Series that one event may have. */
const MAX_SERIES = 1000;

/** Kineto's memory totals, which are also the names of their counters. */
const MEMORY_TOTALS = ['Total Allocated', 'Total Reserved'] as const;

/** Device types of Kineto. */
const DEVICE_TYPES: ReadonlyMap<number, string> = new Map([
  [0, 'cpu'],
  [1, 'cuda']
]);

/** Reads counters: each key of an event's arguments is a separate series. */
export class ChromeCounters {
  readonly #known = new Map<string, number>();
  readonly #cursor: JsonCursor;

  constructor(
    private readonly bytes: Uint8Array,
    private readonly trace: ImportedTrace
  ) {
    this.#cursor = new JsonCursor(bytes);
  }

  /** Adds the values of an event to the counters of the row `process`. */
  read(event: ChromeEvent, process: number): void {
    const cursor = this.#cursor;
    cursor.at = event.argsFrom;
    if (event.argsTo === event.argsFrom || !cursor.take(Byte.openObject)) {
      this.trace.notes.add('values');
      return;
    }
    let count = 0;
    while (!cursor.take(Byte.closeObject)) {
      cursor.readText();
      const { textFrom, textTo, textHash, textForm } = cursor;
      const key = this.trace.texts.ofBytes(textFrom, textTo, textHash, textForm);
      cursor.expect(Byte.colon);
      const value = this.#value();
      if (++count > MAX_SERIES) this.trace.notes.add('values');
      else this.trace.counters.add(this.#counter(event, process, key), event.time, value);
      if (!cursor.take(Byte.comma) && cursor.peek() !== Byte.closeObject) cursor.fail('"," or "}"');
    }
  }

  /** Adds the total in one of Kineto's memory instants; false if it has none. */
  readMemory(event: ChromeEvent, process: number): boolean {
    const args = smallObject(this.bytes, event.argsFrom, event.argsTo);
    if (args === null) return false;
    const type = finiteOf(args, 'Device Type') ?? 0;
    const kind = DEVICE_TYPES.get(type) ?? `device type ${type}`;
    const device = type === 0 ? kind : `${kind}:${finiteOf(args, 'Device Id') ?? 0}`;
    let isRead = false;
    for (const total of MEMORY_TOTALS) {
      const value = finiteOf(args, total);
      if (value === null) continue;
      isRead = true;
      const name = `${total} (${device})`;
      const place = {
        name,
        category: DEVICE_STORAGE_CATEGORY,
        unit: 'bytes',
        row: process
      } as const;
      const counter = this.#keyed(`${process} ${name}`, () => this.trace.counters.open(place));
      this.trace.counters.add(counter, event.time, value);
    }
    return isRead;
  }

  #value(): number {
    const cursor = this.#cursor;
    const byte = cursor.peek();
    if (byte === Byte.openObject || byte === Byte.openList) {
      cursor.skipValue();
      return NaN;
    }
    cursor.readScalar();
    return numberAt(cursor.bytes, cursor.textFrom, cursor.textTo);
  }

  #counter(event: ChromeEvent, row: number, key: number): number {
    const { texts, identifiers, counters } = this.trace;
    const { name, category, id } = event;
    return this.#keyed(`${row} ${name} ${category} ${id} ${key}`, () => {
      const series = texts.at(key);
      const suffix = id === ABSENT ? '' : `[${identifiers.at(id)}]`;
      const counterName = `${texts.at(name)}${suffix}`;
      const isPlain = UNITS.has(series) || series === 'value' || series === texts.at(name);
      return counters.open({
        name: isPlain ? counterName : `${counterName}: ${series}`,
        category: texts.at(category),
        unit: UNITS.has(series) ? (series as CounterUnit) : 'count',
        row
      });
    });
  }

  #keyed(key: string, open: () => number): number {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const counter = open();
    if (counter !== NO_COUNTER) this.#known.set(key, counter);
    return counter;
  }
}
