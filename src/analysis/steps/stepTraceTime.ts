import { GPU_COMPUTE_CATEGORIES } from '../../model/profile/categories';
import type { Profile } from '../../model/profile/profile';
import { deviceNumber } from '../gpu/deviceNumber';
import { type ProfileStep, profileSteps } from './profileSteps';
import { threadTime, ThreadTimeLengths } from './stepTimes';

/**
 * The division of the time of one step, in nanoseconds. `computing`, `waitingForData`, `waitingForGpu`,
 * `exposedCommunication` and `free` are disjoint and add up to `stage`.
 */
export interface StepTraceTime {
  /** Number of the GPU, or null where operators are measured because no GPU was. */
  readonly device: number | null;
  /** Number of the step, or null for a whole profile without steps. */
  readonly step: number | null;
  /**
   * Time of the step in which at least one operator ran: on its thread, outside of waiting for data,
   * or asynchronously. With a GPU, in which at least one kernel ran on it.
   */
  readonly computing: number;
  /** The part of `communication` in which nothing else is measured. */
  readonly exposedCommunication: number;
  /** The part of `communication` in which something computes, or data or the GPU is waited for. */
  readonly overlapped: number;
  /**
   * Time in which at least one message was on its way from or to the thread: from `postMessage` until
   * its handling begins.
   */
  readonly communication: number;
  /** The rest of the step: none of the disjoint parts. */
  readonly free: number;
  /** The whole step. */
  readonly stage: number;
  /** The part of `exposedCommunication` in which a message came to the thread. */
  readonly bubble: number;
  /** `exposedCommunication` less `bubble`. */
  readonly exposedSending: number;
  /** From the begin of the step to the first moment that is `computing` or `communication`. */
  readonly preparing: number;
  /** Time in which a value of an instrumented iterator was waited for and nothing computed. */
  readonly waitingForData: number;
  /** Time in calls that wait for the GPU, while nothing computed and no data was waited for. */
  readonly waitingForGpu: number;
}

/**
 * The steps of a profile in order of start, each once for every GPU that ran kernels; a profile without
 * steps counts as one. The thread of a step is that of its slice. At most n log n in the slices.
 */
export function stepTraceTimes(
  profile: Profile,
  steps: readonly ProfileStep[] = profileSteps(profile)
): readonly StepTraceTime[] {
  const gpus = gpusOf(profile);
  const devices = gpus.length > 0 ? gpus : [{ device: null, streams: null }];
  const known = new Map<string, ThreadTimeLengths>();
  const lengthsOf = (track: number, { device, streams }: Gpu): ThreadTimeLengths => {
    const key = `${track} ${device}`;
    const own = streams?.filter(stream => isOfProcess(profile.tracks, stream, track)) ?? null;
    const lengths = known.get(key) ?? new ThreadTimeLengths(threadTime(profile, track, own));
    known.set(key, lengths);
    return lengths;
  };
  return stretchesOf(profile, steps).flatMap(stretch =>
    devices.map(gpu => timeOf(lengthsOf(stretch.track, gpu), stretch, gpu.device))
  );
}

/** A step, or the whole of a profile without steps. */
interface Stretch {
  readonly number: number | null;
  readonly track: number;
  readonly start: number;
  readonly end: number;
}

function stretchesOf(profile: Profile, steps: readonly ProfileStep[]): readonly Stretch[] {
  const { slices, tracks, meta } = profile;
  if (steps.length > 0) {
    return steps.map(({ number, slice, start, end }) => {
      return { number, track: slices.track[slice], start, end };
    });
  }
  const track = tracks.findIndex(({ kind }) => kind === 'thread');
  if (track < 0) return [];
  return [{ number: null, track, start: 0, end: meta.durationNs }];
}

function timeOf(
  lengths: ThreadTimeLengths,
  { number, start, end }: Stretch,
  device: number | null
): StepTraceTime {
  const of = (use: Parameters<ThreadTimeLengths['of']>[0]) => lengths.of(use, start, end);
  const stage = end - start;
  const [computing, communication] = [of('computing'), of('messages')];
  const [waitingForData, waitingForGpu] = [of('dataWaits'), of('gpuWaits')];
  const [exposedCommunication, bubble] = [of('exposedMessages'), of('exposedReceipts')];
  const used = computing + waitingForData + waitingForGpu + exposedCommunication;
  return {
    device,
    step: number,
    computing,
    exposedCommunication,
    overlapped: communication - exposedCommunication,
    communication,
    free: Math.max(0, stage - used),
    stage,
    bubble,
    exposedSending: exposedCommunication - bubble,
    preparing: lengths.untilFirst(start, end),
    waitingForData,
    waitingForGpu
  };
}

/** Whether a stream is of the process of a thread: of another one it is if that has threads here. */
function isOfProcess(tracks: Profile['tracks'], stream: number, thread: number): boolean {
  const { pid } = tracks[stream];
  return (
    pid === tracks[thread].pid || !tracks.some(each => each.kind === 'thread' && each.pid === pid)
  );
}

interface Gpu {
  readonly device: number | null;
  readonly streams: readonly number[] | null;
}

/** The GPUs on which kernels ran, with the tracks of their streams. */
function gpusOf({ slices, labels, strings, tracks }: Profile): readonly Gpu[] {
  const isKernel = Uint8Array.from(labels.category, category =>
    Number(GPU_COMPUTE_CATEGORIES.includes(strings[category]))
  );
  if (!isKernel.includes(1)) return [];
  const hasKernels = new Uint8Array(tracks.length);
  for (let row = 0; row < slices.length; row++) {
    if (isKernel[slices.label[row]] === 1) hasKernels[slices.track[row]] = 1;
  }
  const streams = new Map<number, number[]>();
  tracks.forEach(({ kind }, track) => {
    if (kind !== 'cudaStream' || hasKernels[track] === 0) return;
    const device = deviceNumber(tracks, track);
    streams.set(device, [...(streams.get(device) ?? []), track]);
  });
  return Array.from(streams, ([device, own]) => ({ device, streams: own }));
}
