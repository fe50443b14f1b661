import { messageOf } from '../../base/errors';
import { factsWithMembers, withFactsMoved } from '../../model/merge/mergeMeta';
import { mergeProfiles } from '../../model/merge/mergeProfiles';
import {
  type Profile,
  type AllocationTable,
  type CounterSeries,
  ArgKind,
  type LabelTable
} from '../../model/profile/profile';
import type { MemberProfiles } from './memberRecordings';
import { partialProfile } from '../../formats/shared/rows/partialProfile';
import { rowsWhere } from '../../model/profile/columns';
import { CHANNEL_ARG, MESSAGE_ARG, MESSAGE_FLOW } from '../../model/profile/argKeys';
import { MESSAGE_CATEGORY, POST_MESSAGE } from '../../model/profile/categories';

/**
 * The profile of a recording merged with those of attached threads and processes, cut to its window and
 * after its own tracks, with arrows between the posting and the handling of messages. The facts about
 * the run are those of the recording's own profile, plus the CPU time and such facts of other processes. If they do
 * not fit into one profile, the own profile is returned with a note.
 */
export function joinMembers(
  own: Profile,
  { profiles, report, soundChannels }: Omit<MemberProfiles, 'titles'>
): Profile {
  if (report === null) return own;
  const reported = { ...own, sources: [...own.sources, report] };
  try {
    const { originNs, durationNs } = own.meta;
    const members = profiles.map(each => profileWithin(each, BigInt(originNs), durationNs));
    const { meta, ...tables } = linkMessages(mergeProfiles([reported, ...members]), soundChannels);
    const { overheadNs, truncated, dropped } = meta;
    const sums = { cpuTimeNs: cpuTimeOfAll(own, members), overheadNs, truncated, dropped };
    return { ...tables, meta: { ...own.meta, ...sums, ...factsWithMembers(meta) } };
  } catch (error) {
    const message = `Attached threads and processes are missing: ${messageOf(error)}`;
    return { ...own, sources: [...own.sources, { ...report, status: 'failed', message }] };
  }
}

/** The CPU time of threads is that of their process, which the own profile already includes. */
function cpuTimeOfAll(own: Profile, members: readonly Profile[]): number {
  const others = members.filter(({ meta }) => meta.pid !== own.meta.pid);
  return others.reduce((sum, { meta }) => sum + meta.cpuTimeNs, own.meta.cpuTimeNs);
}

/**
 * The part of `profile` in a window of `durationNs` nanoseconds from the clock value `originNs`, on the
 * clock of that window and with its length. As in any recording, slices that began before it or at its
 * end are left out, and slices that continue after it are cut off there. CPU time is divided by the
 * samples of busy threads or, without any, evenly. Data without times stays whole: sampled bytes, ticks
 * and totals of lines, and totals of slices that were not kept.
 */
export function profileWithin(profile: Profile, originNs: bigint, durationNs: number): Profile {
  const moved = onClock(profile, Number(BigInt(profile.meta.originNs) - originNs), durationNs);
  const part = startedWithin(moved, durationNs);
  const { slices, samples, allocations } = part;
  return {
    ...part,
    meta: {
      ...part.meta,
      originNs: originNs.toString(),
      durationNs,
      cpuTimeNs: cpuTimeWithin(profile, originNs, durationNs)
    },
    slices: { ...slices, duration: untilEnd(slices.start, slices.duration, durationNs) },
    samples: { ...samples, weight: untilEnd(samples.time, samples.weight, durationNs) },
    allocations: heldUntil(allocations, durationNs)
  };
}

/** The profile with all times moved by `shiftNs`, and of each counter the values within the window. */
function onClock(profile: Profile, shiftNs: number, durationNs: number): Profile {
  const { slices, samples, instants, allocations } = profile;
  const moved = (time: Float64Array): Float64Array => time.map(at => at + shiftNs);
  const valuesWithin = (series: CounterSeries): CounterSeries => {
    const time = moved(series.time);
    const kept = rowsWhere(time.length, row => time[row] >= 0 && time[row] <= durationNs);
    return {
      ...series,
      time: Float64Array.from(kept, row => time[row]),
      value: Float64Array.from(kept, row => series.value[row])
    };
  };
  return {
    ...profile,
    meta: withFactsMoved(profile.meta, shiftNs),
    slices: { ...slices, start: moved(slices.start) },
    samples: { ...samples, time: moved(samples.time) },
    instants: { ...instants, time: moved(instants.time) },
    allocations: { ...allocations, time: moved(allocations.time) },
    counters: profile.counters.map(valuesWithin).filter(({ time }) => time.length > 0)
  };
}

/** The profile with what began within the window, and with all that has no times. */
function startedWithin(profile: Profile, durationNs: number): Profile {
  const { slices, instants, samples, allocations, tracks } = profile;
  const within = (time: Float64Array) => (row: number) => time[row] >= 0 && time[row] < durationNs;
  const hasSlice = within(slices.start);
  const chosen = {
    slices: rowsWhere(slices.length, hasSlice),
    instants: rowsWhere(instants.length, within(instants.time)),
    samples: rowsWhere(samples.length, within(samples.time)),
    allocations: rowsWhere(allocations.length, within(allocations.time))
  };
  return partialProfile(profile, chosen, [...tracks.keys()]).profile;
}

function untilEnd(time: Float64Array, duration: Float64Array, endNs: number): Float64Array {
  return duration.map((each, row) => Math.min(each, endNs - time[row]));
}

function heldUntil(allocations: AllocationTable, endNs: number): AllocationTable {
  const { time, lifetime, isHeld } = allocations;
  return {
    ...allocations,
    lifetime: untilEnd(time, lifetime, endNs),
    isHeld: isHeld.map((held, row) => (time[row] + lifetime[row] > endNs ? 1 : held))
  };
}

/** CPU time of the process within the window, nanoseconds; estimated where the window is shorter. */
function cpuTimeWithin(profile: Profile, originNs: bigint, durationNs: number): number {
  const { meta, samples } = profile;
  const fromNs = Number(originNs - BigInt(meta.originNs));
  const toNs = fromNs + durationNs;
  const shared = (start: number, length: number): number =>
    Math.max(0, Math.min(start + length, toNs) - Math.max(start, fromNs));
  let busyNs = 0;
  let busyWithinNs = 0;
  for (let row = 0; row < samples.length; row++) {
    if (samples.stack[row] < 0) continue;
    busyNs += samples.weight[row];
    busyWithinNs += shared(samples.time[row], samples.weight[row]);
  }
  const share =
    busyNs > 0 ? busyWithinNs / busyNs : shared(0, meta.durationNs) / Math.max(1, meta.durationNs);
  return Math.round(meta.cpuTimeNs * Math.min(1, share));
}

/** The two slices of one message. */
interface MessageSlices {
  posted: number;
  handled: number;
}

/**
 * The profile with an arrow from the posting of each message to its handling, for the channels in
 * `sound`: those whose messages were numbered alike at both ends. Linear in the arguments.
 */
export function linkMessages(profile: Profile, sound: ReadonlySet<string>): Profile {
  const pairs = [...messageSlices(profile, sound).values()].filter(
    ({ posted, handled }) => posted >= 0 && handled >= 0
  );
  if (pairs.length === 0) return profile;
  const { flows, labels, strings } = profile;
  const length = flows.length + pairs.length;
  const from = extended(flows.from, length);
  const to = extended(flows.to, length);
  const label = extended(flows.label, length);
  pairs.forEach(({ posted, handled }, index) => {
    from[flows.length + index] = posted;
    to[flows.length + index] = handled;
    label[flows.length + index] = labels.length;
  });
  return {
    ...profile,
    labels: withLabel(labels, strings.indexOf(MESSAGE_FLOW)),
    flows: { length, from, to, label }
  };
}

function messageSlices(
  profile: Profile,
  sound: ReadonlySet<string>
): ReadonlyMap<string, MessageSlices> {
  const { slices, labels, strings } = profile;
  const category = strings.indexOf(MESSAGE_CATEGORY);
  const messages = new Map<string, MessageSlices>();
  for (const [row, { channel, number }] of messageArgs(profile)) {
    const label = slices.label[row];
    if (labels.category[label] !== category || channel === undefined) continue;
    if (number === undefined || !sound.has(channel)) continue;
    const key = `${number} ${channel}`;
    const known = messages.get(key) ?? { posted: -1, handled: -1 };
    if (strings[labels.name[label]] === POST_MESSAGE) known.posted = row;
    else known.handled = row;
    messages.set(key, known);
  }
  return messages;
}

interface MessageArgs {
  channel?: string;
  number?: number;
}

/** The arguments of slices that have those of a message. */
function messageArgs({ args, strings }: Profile): ReadonlyMap<number, MessageArgs> {
  const channelKey = strings.indexOf(CHANNEL_ARG);
  const numberKey = strings.indexOf(MESSAGE_ARG);
  const found = new Map<number, MessageArgs>();
  for (let row = 0; row < args.length; row++) {
    const key = args.key[row];
    if (key !== channelKey && key !== numberKey) continue;
    const known = found.get(args.slice[row]) ?? {};
    const value = args.value[row];
    if (key === numberKey && args.kind[row] === ArgKind.number) known.number = value;
    if (key === channelKey && args.kind[row] === ArgKind.string) known.channel = strings[value];
    found.set(args.slice[row], known);
  }
  return found;
}

function extended(column: Uint32Array, length: number): Uint32Array<ArrayBuffer> {
  const longer = new Uint32Array(length);
  longer.set(column);
  return longer;
}

/** The labels with one more, whose name and category are the same text, as that of messages. */
function withLabel(labels: LabelTable, text: number): LabelTable {
  const length = labels.length + 1;
  const name = extended(labels.name, length);
  const category = extended(labels.category, length);
  name[length - 1] = text;
  category[length - 1] = text;
  return { length, name, category };
}
