import { DEVICE_STORAGE_CATEGORY, MEMORY_CATEGORIES } from '../../../model/profile/categories';
import type { CounterSeries, Profile } from '../../../model/profile/profile';
import { csvText } from '../../../tables/csvText';
import { TextBytes } from './textBytes';
import { WallClock } from './wallClock';

const COLUMNS =
  'Component,Timestamp(us),Total Allocated(MB),Total Reserved(MB),Total Active(MB),Stream Ptr,' +
  'Device Type';

const BYTES_PER_MB = 1e6;

/** The prefix of names of memory counters. */
const COUNTER_PREFIX = 'Memory: ';

/**
 * `memory_record.csv`: one line per value of each memory counter, in order of time (microseconds since
 * the Unix epoch). The value of a counter is `Total Allocated`, for a pool `Total Reserved`;
 * `Total Active` is the sum of recorded allocations on the same device that are held at that time. A
 * field without a measured number is empty.
 */
export function memoryRecordCsv(profile: Profile): Uint8Array {
  const clock = new WallClock(profile.meta.startedAtMs);
  const held = new HeldBytes(profile);
  const output = new TextBytes();
  output.raw(`${COLUMNS}\n`);
  for (const { series, time, value } of valuesInOrder(profile)) {
    const device = componentOf(series);
    const isPool = series.category !== DEVICE_STORAGE_CATEGORY;
    const active = isPool ? null : held.at(device, time);
    const [own, activeText] = [value, active].map(megabytes);
    const numbers = isPool ? `,${own},` : `${own},,${activeText}`;
    output.raw(`${csvText(device)},`);
    clock.putUs(output, time);
    output.raw(`,${numbers},,${deviceType(device)}\n`);
  }
  return output.written();
}

interface MemoryValue {
  readonly series: CounterSeries;
  readonly time: number;
  readonly value: number;
}

function valuesInOrder({ counters }: Profile): readonly MemoryValue[] {
  const values: MemoryValue[] = [];
  for (const series of counters) {
    if (series.unit !== 'bytes' || !MEMORY_CATEGORIES.includes(series.category)) continue;
    series.time.forEach((time, at) => {
      const value = series.value[at];
      if (Number.isFinite(value)) values.push({ series, time, value });
    });
  }
  return values.sort((a, b) => a.time - b.time);
}

function componentOf({ name }: CounterSeries): string {
  return name.startsWith(COUNTER_PREFIX) ? name.slice(COUNTER_PREFIX.length) : name;
}

/** `GPU:0` for `gpu/0`, `CPU` for anything else. */
function deviceType(component: string): string {
  const gpu = /^(?:gpu|cuda)[/:](\d{1,6})$/i.exec(component);
  return gpu ? `GPU:${gpu[1]}` : 'CPU';
}

function megabytes(bytes: number | null): string {
  return bytes === null ? '' : (bytes / BYTES_PER_MB).toFixed(6);
}

/** Adds up, by device, the allocations held at given moments, which must be in order of time. */
class HeldBytes {
  readonly #changes = new Map<string, DeviceChanges>();

  constructor({ allocations, strings }: Profile) {
    const { length, time, lifetime, isHeld, bytes, device } = allocations;
    for (let row = 0; row < length; row++) {
      const name = strings[device[row]];
      const changes = this.#changes.get(name) ?? new DeviceChanges();
      this.#changes.set(name, changes);
      changes.add(time[row], bytes[row]);
      if (isHeld[row] === 0) changes.add(time[row] + lifetime[row], -bytes[row]);
    }
    for (const changes of this.#changes.values()) changes.sort();
  }

  /** Null for a device of which no allocation was recorded. */
  at(device: string, time: number): number | null {
    return this.#changes.get(device)?.until(time) ?? null;
  }
}

class DeviceChanges {
  readonly #list: { readonly time: number; readonly bytes: number }[] = [];
  #next = 0;
  #sum = 0;

  add(time: number, bytes: number): void {
    this.#list.push({ time, bytes });
  }

  sort(): void {
    this.#list.sort((a, b) => a.time - b.time);
  }

  until(time: number): number {
    for (; this.#next < this.#list.length && this.#list[this.#next].time <= time; this.#next++) {
      this.#sum += this.#list[this.#next].bytes;
    }
    return Math.max(0, this.#sum);
  }
}
