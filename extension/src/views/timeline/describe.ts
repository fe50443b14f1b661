import type { TranslationBundle } from '../../shared/content/application';
import { describeCall } from 'kernelscope/analysis';
import { type LaneIndex, firstFailing, selfTimeOf } from 'kernelscope/layout';
import {
  type InstantScopeName,
  type Profile,
  ENDED_BY_ARG,
  EVENT_LOOP_CATEGORY,
  MESSAGE_FLOW,
  WAITING_CATEGORY,
  ArgKind,
  instantScopeName
} from 'kernelscope/model';
import type { Description, Fact } from '../../shared/content/description';
import type { NumberFormats } from '../../shared/content/format';
import {
  type TimelineModel,
  categoryOfSlice,
  counterTitle,
  nameOfSlice,
  titleOfSlice,
  trackName
} from './model';
import { type FactWords, MAX_LINKS, launchFacts } from './gpuFacts';
import { argFacts, gradientFacts, hasRunningTime, waitingOf } from './sliceArgs';
import type { Target } from './target';
import { BLOCK_NAME, waitPlace } from './withBlocks';

/** Puts into words what a timeline draws. */
export class TimelineWords implements FactWords {
  constructor(
    readonly trans: TranslationBundle,
    readonly formats: NumberFormats
  ) {}

  /** Describes the target under the pointer; null for nothing. */
  target(model: TimelineModel, target: Target): Description | null {
    switch (target.type) {
      case 'slice':
        return this.slice(model, target.entry, target.count);
      case 'counter':
        return this.#counter(model, target.counter, target.timeNs);
      case 'instant':
        return this.#instant(model, target.instant);
      case 'nothing':
        return null;
    }
  }

  /** A slice, or the longest of `count`. */
  slice(model: TimelineModel, entry: number, count = 1): Description {
    const { profile, index } = model;
    const { trans, formats } = this;
    const slice = index.slice[entry];
    const name = titleOfSlice(model, slice);
    const duration = formats.duration(profile.slices.duration[slice]);
    if (count > 1) {
      const title = trans.__('%1 slices', formats.count(count));
      const longest = { label: trans.__('Longest'), value: `${name} · ${duration}` };
      const hint = { label: '', value: trans.__('Zoom in to tell them apart') };
      return { title, facts: [longest, hint] };
    }
    const category = categoryOfSlice(profile, slice);
    const facts = [
      this.#meaning(nameOfSlice(profile, slice), category),
      { label: trans.__('Category'), value: category },
      { label: trans.__('Duration'), value: duration },
      { label: trans.__('Self'), value: this.selfTime(model, entry) },
      { label: trans.__('Start'), value: formats.duration(profile.slices.start[slice]) },
      { label: trans.__('Track'), value: trackName(profile, profile.slices.track[slice]) },
      ...waitFacts(model, slice, this),
      ...argFacts(profile, slice, this)
    ];
    return { title: name, facts: facts.filter(({ value }) => value !== '') };
  }

  /**
   * The time of a slice outside of those in it. '' where it is known how long it ran: the rest of its
   * time it waited, and what ran meanwhile stands on other tracks.
   */
  selfTime({ profile, index }: TimelineModel, entry: number): string {
    if (hasRunningTime(profile, index.slice[entry])) return '';
    return this.formats.duration(selfTimeOf(index, entry));
  }

  /** How long a slice waited; '' where that is not known. */
  waitingTime({ profile, index }: TimelineModel, entry: number): string {
    const waitingNs = waitingOf(profile, index.slice[entry]);
    return waitingNs === null ? '' : this.formats.duration(waitingNs);
  }

  /** How long a track waited, and of what; '' where that is not known. */
  trackWait({ waits }: TimelineModel, track: number): string {
    const wait = waits.get(track);
    if (wait === undefined || wait.wholeNs <= 0) return '';
    const { trans, formats } = this;
    const [waiting, whole] = [wait.waitingNs, wait.wholeNs].map(ns => formats.duration(ns));
    const share = formats.percent(wait.waitingNs / wait.wholeNs);
    return trans.__('waiting %1 of %2, %3', waiting, whole, share);
  }

  /** A slice that was selected, with what it is linked to. */
  selected(model: TimelineModel, entry: number): Description {
    const { title, facts } = this.slice(model, entry);
    const { profile, index } = model;
    const slice = index.slice[entry];
    const links = [gradientFacts, messageFacts].flatMap(tell => tell(profile, slice, this));
    return { title, facts: [...facts, ...launchFacts(model, slice, this), ...links] };
  }

  /** Describes an instant: its name, and its scope. */
  instant(
    { profile }: TimelineModel,
    instant: number
  ): { readonly title: string; readonly scope: string } {
    const { label, scope } = profile.instants;
    return {
      title: profile.strings[profile.labels.name[label[instant]]],
      scope: this.#scope(instantScopeName(scope[instant]))
    };
  }

  /** A slice in one sentence, to be read aloud. */
  sentence(model: TimelineModel, entry: number): string {
    const { profile, index } = model;
    const slice = index.slice[entry];
    return this.trans.__(
      '%1, %2, at %3, %4',
      titleOfSlice(model, slice),
      this.formats.duration(profile.slices.duration[slice]),
      this.formats.duration(profile.slices.start[slice]),
      trackName(profile, profile.slices.track[slice])
    );
  }

  /** The whole timeline in one sentence. */
  summary({ profile, index, extent, recordedSlices }: TimelineModel): string {
    const tracks = tracksWithSlices(index);
    return this.trans.__(
      'Timeline of %1: %2 slices on %3 tracks in %4',
      profile.meta.name,
      this.formats.count(recordedSlices),
      this.formats.count(tracks),
      this.formats.duration(extent.toNs - extent.fromNs)
    );
  }

  #counter(
    { counters, profile }: TimelineModel,
    counter: number,
    timeNs: number
  ): Description | null {
    const { name, category, unit, time, value } = counters[counter];
    const row = firstFailing(0, time.length, at => time[at] <= timeNs) - 1;
    if (row < 0) return null;
    const facts = [
      this.#meaning(name, category),
      { label: this.trans.__('Value'), value: this.formats.value(unit, value[row]) },
      { label: this.trans.__('At'), value: this.formats.duration(time[row]) }
    ];
    const title = counterTitle(profile, counters[counter]);
    return { title, facts: facts.filter(({ value }) => value !== '') };
  }

  #meaning(name: string, category: string): Fact {
    const { trans } = this;
    const value = describeCall(name, category, trans) ?? '';
    return { label: trans.__('What it does'), value, isSentence: true };
  }

  #instant(model: TimelineModel, instant: number): Description {
    const { profile } = model;
    const { time, track } = profile.instants;
    const { title, scope } = this.instant(model, instant);
    const facts = [
      { label: this.trans.__('At'), value: this.formats.duration(time[instant]) },
      { label: this.trans.__('Track'), value: trackName(profile, track[instant]) },
      { label: this.trans.__('Scope'), value: scope }
    ];
    return { title, facts };
  }

  #scope(scope: InstantScopeName): string {
    const { trans } = this;
    switch (scope) {
      case 'thread':
        return trans.__('Thread');
      case 'process':
        return trans.__('Process');
      case 'global':
        return trans.__('Whole trace');
      case 'task':
        return trans.__('Task');
      case 'marker':
        return trans.__('Marker');
    }
  }
}

function tracksWithSlices({ trackLane }: LaneIndex): number {
  let tracks = 0;
  for (let at = 0; at + 1 < trackLane.length; at++) if (trackLane[at + 1] > trackLane[at]) tracks++;
  return tracks;
}

/** Where the messages of a slice were posted or handled, and how long each was on its way. */
function messageFacts(profile: Profile, slice: number, words: FactWords): Fact[] {
  const { flows, labels, strings, slices, tracks } = profile;
  const { trans, formats } = words;
  const facts: Fact[] = [];
  for (let row = 0; row < flows.length && facts.length < MAX_LINKS; row++) {
    const [from, to] = [flows.from[row], flows.to[row]];
    if (from !== slice && to !== slice) continue;
    if (strings[labels.category[flows.label[row]]] !== MESSAGE_FLOW) continue;
    const way = formats.duration(Math.max(0, slices.start[to] - slices.start[from]));
    const thread = tracks[slices.track[from === slice ? to : from]].name;
    facts.push(
      from === slice
        ? { label: trans.__('Handled by'), value: trans.__('%1, %2 later', thread, way) }
        : { label: trans.__('Posted by'), value: trans.__('%1, %2 earlier', thread, way) }
    );
  }
  return facts;
}

/** Of a wait where and how it ended and its share of the run; of a block what it means. */
function waitFacts(
  { profile }: Pick<TimelineModel, 'profile'>,
  slice: number,
  { trans, formats }: FactWords
): Fact[] {
  const category = categoryOfSlice(profile, slice);
  const name = nameOfSlice(profile, slice);
  if (category === EVENT_LOOP_CATEGORY && name === BLOCK_NAME) return [blockFact(trans)];
  if (category !== WAITING_CATEGORY) return [];
  const { durationNs } = profile.meta;
  const share = durationNs > 0 ? Math.min(1, profile.slices.duration[slice] / durationNs) : 0;
  const facts: Fact[] = [
    { label: trans.__('Waits at'), value: waitPlace(name) === null ? '' : name },
    { label: trans.__('Ended by'), value: causeWords(causeOf(profile, slice), trans) },
    { label: trans.__('Share of the run'), value: formats.percent(share) }
  ];
  return facts.filter(({ value }) => value !== '');
}

function blockFact(trans: TranslationBundle): Fact {
  const value = trans.__(
    'Code ran without a pause, so timers, messages and other awaits had to wait for it.'
  );
  return { label: trans.__('What it means'), value, isSentence: true };
}

/** The recorded cause of the end of a wait; '' if none was recorded. */
function causeOf({ args, strings }: Profile, slice: number): string {
  const first = firstFailing(0, args.length, row => args.slice[row] < slice);
  for (let row = first; row < args.length && args.slice[row] === slice; row++) {
    const isCause = strings[args.key[row]] === ENDED_BY_ARG && args.kind[row] === ArgKind.string;
    if (isCause) return strings[args.value[row]];
  }
  return '';
}

function causeWords(cause: string, trans: TranslationBundle): string {
  switch (cause) {
    case 'timer':
      return trans.__('a timer');
    case 'immediate':
      return trans.__('setImmediate');
    case 'message':
      return trans.__('a message of another thread');
    case 'process':
      return trans.__('a child process');
    case 'network':
      return trans.__('the network');
    case 'stream':
      return trans.__('a stream');
    case 'file':
      return trans.__('a file');
    case 'native code':
      return trans.__('native code, such as a thread of Node.js');
    default:
      return cause;
  }
}
