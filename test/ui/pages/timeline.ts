import { nullTranslator } from '@jupyterlab/translation';
import { Widget } from '@lumino/widgets';
import { enclosingSlices, longestSlices, trackDensity } from '../../../src/analysis';
import type { Profile } from '../../../src/model/profile/profile';
import { createNumberFormats } from '../../../extension/src/shared/content/format';
import type { ProfileContent } from '../../../extension/src/shared/content/profileTab';
import { SelectionStore } from '../../../extension/src/shared/content/selection';
import { TimelineView } from '../../../extension/src/views/timeline/view';
import { drawProfile } from '../../support/drawProfile';
import { engineProfile } from '../../support/engineProfile';
import { gradientProfile } from '../../support/gradientProfile';
import { largeProfile } from '../../support/largeProfile';
import { objectsProfile } from '../../support/objectsProfile';
import { flameProfile } from '../../support/flameProfile';
import { timelineProfile } from '../../support/timelineProfile';
import { waitingProfile } from '../../support/waitingProfile';
import { exampleBundle, exampleSummary } from '../../unit/extension/exampleBundle';
import { mounted } from './mounted';

/** What a test of the timeline has at hand in the page. */
export interface TimelinePage {
  readonly view: TimelineView;
  readonly store: SelectionStore;
  readonly show: (kind: ContentKind) => void;
  /** Row of the first slice of a name in what is on show. */
  readonly sliceNamed: (name: string) => number;
  /** Pictures of the screen asked for since the first question. */
  readonly pictures: () => number;
}

/** What the page can show. */
export type ContentKind =
  | 'training'
  | 'partial'
  | 'empty'
  | 'many'
  | 'million'
  | 'objects'
  | 'engine'
  | 'counters'
  | 'gradients'
  | 'waiting'
  | 'stacks';

declare global {
  interface Window {
    timelinePage: TimelinePage;
  }
}

const PROFILES: Readonly<Record<ContentKind, () => Profile>> = {
  training: timelineProfile,
  partial: timelineProfile,
  empty: () => drawProfile(''),
  objects: objectsProfile,
  engine: engineProfile,
  gradients: gradientProfile,
  waiting: waitingProfile,
  stacks: stackedProfile,
  counters: () => {
    const profile = objectsProfile();
    const [counter] = profile.counters;
    const names = Array.from({ length: 7 }, (_, at) => `loaded ${at + 1}`);
    return { ...profile, counters: names.map(name => ({ ...counter, name })) };
  },
  many: () => largeProfile(5_000, 48),
  million: () => largeProfile(1_000_000)
};

/** Samples one after the other, so that stacks follow stacks. */
function stackedProfile(): Profile {
  const profile = flameProfile();
  const { samples, meta } = profile;
  const time = samples.weight.map((_, row) =>
    samples.weight.slice(0, row).reduce((sum, each) => sum + each, 0)
  );
  return { ...profile, samples: { ...samples, time }, meta: { ...meta, durationNs: 1.4e9 } };
}

/** Slices that a partial content keeps. */
const KEPT = 160;

function contentOf(kind: ContentKind): ProfileContent {
  const profile = PROFILES[kind]();
  const summary = exampleSummary({
    slices: profile.slices.length,
    wallNs: profile.meta.durationNs
  });
  const bundle = exampleBundle({ summary });
  if (kind !== 'partial') return { bundle, profile, isWhole: true, density: null };
  const tracks = profile.tracks.map((_, track) => track);
  const enclosing = enclosingSlices(profile.slices, tracks.length);
  const { durationNs } = profile.meta;
  const bins = { fromNs: 0, toNs: durationNs, tracks, binCount: 512 };
  const density = { ...trackDensity(profile.slices, enclosing, bins), tracks };
  return { bundle, profile: keepLongest(profile), isWhole: false, density };
}

function keepLongest(profile: Profile): Profile {
  const rows = longestSlices(profile.slices, KEPT).filter((_, at) => at % 5 !== 0);
  const { start, duration, label, track } = profile.slices;
  const empty = { length: 0, from: new Uint32Array(0), to: new Uint32Array(0) };
  return {
    ...profile,
    slices: {
      length: rows.length,
      start: Float64Array.from(rows, row => start[row]),
      duration: Float64Array.from(rows, row => duration[row]),
      label: Uint32Array.from(rows, row => label[row]),
      track: Uint16Array.from(rows, row => track[row]),
      parent: new Int32Array(rows.length).fill(-1)
    },
    flows: { ...empty, label: new Uint32Array(0) },
    args: {
      length: 0,
      slice: new Uint32Array(0),
      key: new Uint32Array(0),
      kind: new Uint8Array(0),
      value: new Float64Array(0)
    }
  };
}

let pictures = 0;
let request = window.requestAnimationFrame;
const counting: typeof request = callback => {
  pictures++;
  return request.call(window, callback);
};

/** Counts from the first question on, for a clock that a test drives puts its own function in the place of this one. */
function picturesSoFar(): number {
  if (window.requestAnimationFrame !== counting) {
    request = window.requestAnimationFrame;
    window.requestAnimationFrame = counting;
  }
  return pictures;
}

mounted(output => {
  const store = new SelectionStore();
  const view = new TimelineView({
    trans: nullTranslator.load('kernelscope'),
    formats: createNumberFormats('en'),
    store
  });
  Widget.attach(view, output);
  let shown: Profile | null = null;
  window.timelinePage = {
    view,
    store,
    show: kind => {
      const content = contentOf(kind);
      shown = content.profile;
      view.setContent(content);
    },
    sliceNamed: name =>
      shown?.slices.label.findIndex(label => shown?.strings[shown.labels.name[label]] === name) ??
      -1,
    pictures: picturesSoFar
  };
  return view;
});
