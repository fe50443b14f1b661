import { EventIds } from '../../../src/compat/torch/eventIds';
import type { EventList } from '../../../src/compat/torch/eventList';
import { functionEventsOf } from '../../../src/compat/torch/functionEventsOf';
import { type MeasuredFigure, millisecondFigure } from '../figure';
import { floorCase, interleave, median } from '../harness';
import { trainingProfile } from '../millionSlices';

/**
 * The function events of a profile of a million slices, the table of their averages, for which their
 * tree is built, and the tree again. The events of the round before are collected in between.
 */
export async function measure(): Promise<readonly MeasuredFigure[]> {
  const profile = trainingProfile();
  const ids = new EventIds();
  let events: EventList = functionEventsOf(profile, ids);
  const cases = {
    floor: floorCase(),
    convert: { times: 1, run: () => (events = functionEventsOf(profile, ids)) },
    keyAverages: {
      times: 1,
      before: () => globalThis.gc?.(),
      run: () => events.keyAverages().table()
    },
    tree: { times: 1, run: () => events.populateCpuChildren() }
  };
  const times = await interleave(cases, { rounds: 15, warmup: 3 });
  const floorNs = median(times.floor);
  return [
    millisecondFigure('events.convert', median(times.convert), floorNs),
    millisecondFigure('events.keyAverages', median(times.keyAverages), floorNs),
    millisecondFigure('events.tree', median(times.tree), floorNs)
  ];
}
