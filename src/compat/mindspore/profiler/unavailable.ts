import { joinWords } from '../../../base/text';
import type { GpuAvailability } from '../../../engine/recording/gpuAvailability';
import type { Activity } from '../../../engine/sessions/activityLog';
import type { GpuMetrics } from './profilerEnums';
import { ASCEND_OPTIONS, type ReadProfilerOptions } from './profilerOptionTable';

/** Requested features, and those of them that are not available. */
export interface Unavailable {
  /** The GPU features that are recorded unless the recording finds out why not, in words. */
  readonly askedOfGpu: readonly string[];
  /** Features that cannot be recorded, and why: a sentence each. */
  readonly warnings: readonly string[];
}

/** The options, and what decides whether they take effect. */
export interface AskedFeatures {
  readonly read: ReadProfilerOptions;
  /** The options that were given, by their own names. */
  readonly given: Readonly<Record<string, unknown>>;
  readonly gpuMetrics: GpuMetrics;
  readonly activities: ReadonlySet<Activity>;
  readonly gpu: GpuAvailability;
}

/** The features that options request and that are not recorded here: of GPUs, and of MindSpore's devices. */
export function unavailable(asked: AskedFeatures): Unavailable {
  const ofGpu = askedOfGpu(asked);
  const reason = whyNotRecorded(asked);
  return {
    askedOfGpu: reason === null ? ofGpu : [],
    warnings: [
      ...withoutAscend(asked),
      ...(reason === null ? [] : withoutEffect(ofGpu, () => reason))
    ]
  };
}

/** The GPU features that the options request, in words. */
export function askedOfGpu({
  read,
  given,
  gpuMetrics
}: Pick<AskedFeatures, 'read' | 'given' | 'gpuMetrics'>): readonly string[] {
  const asked: string[] = [];
  if (read.activities?.named.includes('GPU')) asked.push("the activity 'GPU'");
  if (gpuMetrics !== 'None') asked.push(`gpuMetrics: '${gpuMetrics}'`);
  for (const name of ['l2Cache', 'hbmDdr', 'pcie', 'profileDevice'] as const) {
    if (given[name] !== undefined && read[name]) asked.push(`${name}: true`);
  }
  return asked;
}

/** A sentence about requested GPU features that cannot be recorded; none if nothing was requested. */
export function missingOfGpu(asked: readonly string[], reason: string): readonly string[] {
  return withoutEffect(asked, () => reason);
}

function whyNotRecorded({ activities, gpu }: AskedFeatures): string | null {
  if (!gpu.isFound) return gpu.reason;
  if (activities.has('GPU')) return null;
  return `The activities are ${[...activities].join(', ')}, without GPU.`;
}

function withoutAscend({ read, given }: AskedFeatures): readonly string[] {
  const options = ASCEND_OPTIONS.filter(name => given[name] !== undefined);
  return [
    ...withoutEffect(
      read.activities?.hasNpu === true ? ["the activity 'NPU'"] : [],
      () => 'There are no Ascend devices here, whose work it is.'
    ),
    ...withoutEffect(options, isOne => `${isOne ? 'It is' : 'They are'} for Ascend devices.`)
  ];
}

function withoutEffect(
  asked: readonly string[],
  reason: (isOne: boolean) => string
): readonly string[] {
  if (asked.length === 0) return [];
  const isOne = asked.length === 1;
  const verb = isOne ? 'has' : 'have';
  return [`Profiler: ${joinWords(asked, 'and')} ${verb} no effect. ${reason(isOne)}`];
}
