import { growing } from '../model/columns';
import type { AllocationTable } from '../model/profile';
import type { AllocationChunk, AllocationLog } from './allocationLog';
import type { ContributionContext } from './contribution';
import { relativeTimes } from './timedValues';

/**
 * The pieces of device memory that were asked for within a profile. What was given back after its
 * end counts as held until then.
 */
export function buildAllocations(
  log: AllocationLog,
  { strings, originNs, endNs }: Pick<ContributionContext, 'strings' | 'originNs' | 'endNs'>
): AllocationTable {
  const textRows = log.texts.map(text => strings.intern(text));
  const builder = new AllocationTableBuilder(textRows, Number(endNs - originNs));
  log.forEachChunk((chunk, rows) => {
    const time = relativeTimes(chunk.time, rows, originNs);
    const freed = relativeTimes(chunk.freed, rows, originNs);
    for (let row = 0; row < rows; row++) {
      const isFreed = chunk.freed[row] !== 0n;
      builder.add(chunk, row, { start: time[row], end: isFreed ? freed[row] : Infinity });
    }
  });
  return builder.build();
}

/** When a piece of memory was held, nanoseconds from the origin. */
interface Held {
  readonly start: number;
  /** Infinite when it was not given back. */
  readonly end: number;
}

class AllocationTableBuilder {
  private readonly time = growing.float64();
  private readonly lifetime = growing.float64();
  private readonly isHeld = growing.uint8();
  private readonly bytes = growing.float64();
  private readonly address = growing.float64();
  private readonly name = growing.uint32();
  private readonly scope = growing.uint32();
  private readonly device = growing.uint32();

  constructor(
    /** String of each text of the log. */
    private readonly textRows: readonly number[],
    /** Length of the window, nanoseconds. */
    private readonly windowNs: number
  ) {}

  /** Adds a row of `chunk` if the memory was asked for within the window. */
  add(chunk: AllocationChunk, row: number, { start, end }: Held): void {
    const { textRows, windowNs } = this;
    if (start < 0 || start > windowNs) return;
    this.time.push(start);
    this.lifetime.push(Math.min(end, windowNs) - start);
    this.isHeld.push(end > windowNs ? 1 : 0);
    this.bytes.push(chunk.bytes[row]);
    this.address.push(chunk.address[row]);
    this.name.push(textRows[chunk.name[row]]);
    this.scope.push(textRows[chunk.scope[row]]);
    this.device.push(textRows[chunk.device[row]]);
  }

  build(): AllocationTable {
    return {
      length: this.time.length,
      time: this.time.toColumn(),
      lifetime: this.lifetime.toColumn(),
      isHeld: this.isHeld.toColumn(),
      bytes: this.bytes.toColumn(),
      address: this.address.toColumn(),
      name: this.name.toColumn(),
      scope: this.scope.toColumn(),
      device: this.device.toColumn()
    };
  }
}
