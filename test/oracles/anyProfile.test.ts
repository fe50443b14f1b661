import { encodeChromeTrace, encodePerfetto } from 'kernelscope/formats';
import {
  EVENT_CATEGORY,
  type Profile,
  ProfileBuilder,
  type TrackKind,
  frameCategory
} from 'kernelscope/model';
import { expect, test } from 'vitest';
import { type Random, seededRandom } from '../support/random';
import { exampleMeta } from '../support/richProfile';
import { sampleOf } from '../support/tiers';
import { complaints, labelTotals, tracedLabelTotals } from './expectedTrace';
import { loadTrace } from './traceProcessor';

const KINDS: readonly TrackKind[] = [
  ...(['process', 'thread', 'worker', 'asyncLane', 'gc', 'device', 'cudaStream'] as const)
];

const CATEGORIES = ['category 0', 'category 1', EVENT_CATEGORY, frameCategory('training')];

/** Tracks of every kind in any order, with slices that nest, touch and overlap as it happens. */
function anyProfile(random: Random): Profile {
  const below = (limit: number): number => Math.floor(random() * limit);
  const builder = new ProfileBuilder();
  const trackCount = 1 + below(12);
  for (let track = 0; track < trackCount; track++) {
    const kind = KINDS[below(KINDS.length)];
    const place = { parent: below(track + 1) - 1, pid: 1 + below(3), tid: below(4) };
    builder.addTrack({ name: `${kind} ${track}`, kind, ...place });
  }
  const handles = Array.from({ length: 1 + below(400) }, () =>
    builder.addSlice({
      name: `name ${below(20)}`,
      category: CATEGORIES[below(CATEGORIES.length)],
      start: below(2000),
      duration: 1 + below(random() < 0.5 ? 10 : 500),
      track: below(trackCount),
      ...(random() < 0.2 ? { args: { frame: below(9), text: `text ${below(5)}` } } : {})
    })
  );
  for (let flow = below(40); flow > 0; flow--) {
    const [from, to] = [handles[below(handles.length)], handles[below(handles.length)]];
    builder.addFlow(`flow ${below(4)}`, 'flows', from, to);
  }
  return builder.build(exampleMeta(3000));
}

const seeds = Array.from({ length: 12 }, (_, index) => index + 1);

test.each(sampleOf(seeds, 6))(
  'whatever the tracks and overlaps, no slice is lost (seed %d)',
  async seed => {
    const profile = anyProfile(seededRandom(seed));
    for (const encode of [encodePerfetto, encodeChromeTrace]) {
      const trace = await loadTrace(encode(profile));
      expect(complaints(trace)).toEqual([]);
      expect(tracedLabelTotals(trace)).toEqual(labelTotals(profile));
      if (encode === encodeChromeTrace) continue;
      expect(trace.query('select count(*) as count from flow')).toEqual([
        { count: profile.flows.length }
      ]);
    }
  }
);
