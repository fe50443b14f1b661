import { AllocationTableBuilder } from '../../model/build/allocationTableBuilder';
import type { AllocationTable } from '../../model/profile/profile';
import type { AllocationLog } from '../logs/allocationLog';
import type { ContributionContext } from './contribution';
import { relativeTimes } from '../logs/timedValues';

/**
 * The allocations of device memory within a profile. Memory freed after its end counts as held until
 * then.
 */
export function buildAllocations(
  log: AllocationLog,
  { strings, originNs, endNs }: Pick<ContributionContext, 'strings' | 'originNs' | 'endNs'>
): AllocationTable {
  const textRows = log.texts.map(text => strings.intern(text));
  const windowNs = Number(endNs - originNs);
  const builder = new AllocationTableBuilder();
  log.forEachChunk((chunk, rows) => {
    const time = relativeTimes(chunk.time, rows, originNs);
    const freed = relativeTimes(chunk.freed, rows, originNs);
    for (let row = 0; row < rows; row++) {
      const start = time[row];
      if (start < 0 || start > windowNs) continue;
      const end = chunk.freed[row] !== 0n ? freed[row] : Infinity;
      builder.add({
        time: start,
        lifetime: Math.min(end, windowNs) - start,
        isHeld: end > windowNs,
        bytes: chunk.bytes[row],
        address: chunk.address[row],
        name: textRows[chunk.name[row]],
        scope: textRows[chunk.scope[row]],
        device: textRows[chunk.device[row]]
      });
    }
  });
  return builder.build();
}
