import { memoryFlowSvg } from '../../../src/formats/memoryFlow/write';
import { manyAllocations } from '../../support/manyAllocations';
import { type MeasuredFigure, millisecondFigure } from '../figure';
import { floorCase, interleave, median } from '../harness';

const ALLOCATIONS = 100_000;

/** The picture of the memory of 100,000 allocations: how long it takes, and how large it is. */
export async function measure(): Promise<readonly MeasuredFigure[]> {
  const profile = manyAllocations(ALLOCATIONS);
  const cases = {
    floor: floorCase(),
    draw: { times: 1, run: () => memoryFlowSvg(profile) }
  };
  const times = await interleave(cases, { rounds: 9, warmup: 2 });
  const floorNs = median(times.floor);
  const bytes = Buffer.byteLength(memoryFlowSvg(profile));
  return [
    millisecondFigure('memoryFlow.svg', median(times.draw), floorNs),
    { name: 'memoryFlow.bytes', value: bytes / 1e6, floorNs }
  ];
}
