import type { Profile } from '../../model/profile/profile';
import { completeProfile } from '../../record/build/buildProfile';
import type { Contributor, Source } from '../../record/build/contribution';
import { NODE_COLUMNS, type SampledTree } from '../../native/v8Addon';
import { type CollectedWaits, WaitContributor, WaitSource } from '../../sources/async/waits/waits';
import { CallLines } from '../../sources/v8/cpu/callLines';
import {
  type CollectedSamples,
  CpuSampler,
  SampleContributor
} from '../../sources/v8/cpu/cpuSampler';
import { FileMapper } from '../../sources/v8/scripts/fileMapper';
import type { ProcessMap, SourceMapper } from '../../sources/v8/scripts/sourceMapper';
import { fileTexts } from './fileTexts';
import { withSourceTexts } from './sourceTexts';

/** The samples and waits of a recorded thread before they are placed in a profile: plain data. */
export interface CollectedThread {
  readonly samples: CollectedSamples;
  readonly hasLines: boolean;
  /** Null where waits were not recorded. */
  readonly waits: CollectedWaits | null;
  readonly maps: readonly ProcessMap[];
  /** Files are shown relative to this folder. */
  readonly folder: string;
  readonly pid: number;
  /** Node's number of the thread; 0 for the main thread. */
  readonly threadId: number;
  /** When the process began, milliseconds since the Unix epoch; null where texts of sources are not wanted. */
  readonly textsSinceMs: number | null;
}

/** Where a thread runs that is recorded. */
export interface CollectedPlace extends Pick<
  CollectedThread,
  'folder' | 'pid' | 'threadId' | 'textsSinceMs'
> {
  readonly mapper: SourceMapper;
}

/** Sources that are about to contribute, and what others have that need not do so here. */
interface CollectedSources {
  readonly here: readonly Source[];
  /** Null where all contribute here, as V8 has made a profile of the samples already. */
  readonly thread: CollectedThread | null;
}

/**
 * Takes the samples and the waits of a thread that has stopped recording. No script is read, and no sample is placed:
 * {@link completeThread} does that.
 */
export function collectThread(
  sources: readonly Source[],
  { mapper, ...place }: CollectedPlace
): CollectedSources {
  const sampler = sources.find(source => source instanceof CpuSampler);
  const samples = mapper.processMaps ? (sampler?.collect() ?? null) : null;
  if (samples === null) return { here: sources, thread: null };
  const lines = sources.find(source => source instanceof CallLines);
  const waits = sources.find(source => source instanceof WaitSource);
  const collected = { samples, hasLines: lines !== undefined, waits: waits?.collect() ?? null };
  const maps = mapper.processMaps?.(scriptsOf(collected)) ?? [];
  return {
    here: sources.filter(source => source !== sampler && source !== lines && source !== waits),
    thread: { ...collected, maps, ...place }
  };
}

/**
 * The whole profile of a thread, of what its other sources have contributed and of what was collected, with the texts of
 * its sources: on the machine of the thread, whose files are read.
 */
export function completeThread(profile: Profile, thread: CollectedThread): Profile {
  const { maps, folder, pid, threadId, textsSinceMs: sinceMs } = thread;
  const mapper = FileMapper.ofProcess(maps);
  const sampler = SampleContributor.ofCollected(thread.samples, { mapper, folder, pid });
  const noLines = { noLines: null };
  const lines = thread.hasLines
    ? new CallLines({ attachment: noLines, sampler, mapper, folder })
    : null;
  const place = { mapper, folder, threadId };
  const waits =
    thread.waits &&
    WaitContributor.ofCollected(thread.waits, { place, pid, sampler, callLines: lines });
  const contributors: readonly (Contributor | null)[] = [sampler, lines, waits];
  const whole = completeProfile(
    profile,
    contributors.filter(each => each !== null)
  );
  const fileText = sinceMs === null ? () => null : fileTexts({ folder, mapper, sinceMs });
  return withSourceTexts(whole, { cells: () => new Map(), fileText });
}

/** The scripts of the functions that were sampled, and of those that await. */
function scriptsOf({
  samples: { columns, awaited },
  waits
}: Pick<CollectedThread, 'samples' | 'waits'>): ReadonlySet<string> {
  const { functions, lines, strings } = columns;
  const numbers = new Set([...scriptNumbers(functions), ...(lines ? scriptNumbers(lines) : [])]);
  const sites = [...(awaited?.stacks.sites ?? []), ...(waits?.captured.sites ?? [])];
  return new Set([
    ...[...numbers].map(each => strings[each]),
    ...sites.map(({ script }) => script)
  ]);
}

const NODE = NODE_COLUMNS.length;
const SCRIPT_NAME = NODE_COLUMNS.indexOf('scriptName');

function* scriptNumbers({ nodes }: SampledTree): Generator<number> {
  for (let at = SCRIPT_NAME; at < nodes.length; at += NODE) yield nodes[at];
}
