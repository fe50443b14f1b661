import { joinSentences } from '../../base/text';
import type { DroppedCounts, Profile, ProfileMeta, SourceReport } from '../profile/profile';
import { SOURCE_TEXT_LIMITS, type SourceText, joinSourceTexts } from '../profile/sourceText';
import type { MergeContext } from './mergeContext';
import { type FactName, type FactParts, FACTS, NO_FACTS } from '../../facts/table';

/**
 * The metadata of several runs combined: name and options of the first, the length from the first
 * origin to the last end. If one run was not completed, the whole is not complete.
 */
export function mergeMeta({ parts, originNs }: MergeContext): ProfileMeta {
  const metas = parts.map(({ profile }) => profile.meta);
  const sumOf = (read: (meta: ProfileMeta) => number) =>
    metas.reduce((sum, meta) => sum + read(meta), 0);
  const dropped = (kind: keyof DroppedCounts) => sumOf(meta => meta.dropped[kind]);
  return {
    ...withoutFacts(metas[0]),
    status: metas.find(({ status }) => status !== 'complete')?.status ?? 'complete',
    originNs: originNs.toString(),
    durationNs: parts.reduce(
      (end, { profile, shiftNs }) => Math.max(end, shiftNs + profile.meta.durationNs),
      0
    ),
    cpuTimeNs: cpuTime(parts),
    overheadNs: sumOf(({ overheadNs }) => overheadNs),
    ...mergeFacts(parts),
    truncated: metas.some(({ truncated }) => truncated),
    dropped: {
      slices: dropped('slices'),
      instants: dropped('instants'),
      counterValues: dropped('counterValues'),
      args: dropped('args'),
      flows: dropped('flows')
    }
  };
}

/** The sum, but of windows of one process that overlap only the largest: it is the same time. */
function cpuTime(parts: MergeContext['parts']): number {
  const processes = new Map<number, { until: number; ns: number; latest: number }>();
  for (const { profile, shiftNs } of parts) {
    const { pid, cpuTimeNs, durationNs } = profile.meta;
    const known = processes.get(pid) ?? { until: -Infinity, ns: 0, latest: 0 };
    const overlaps = shiftNs < known.until;
    const more = overlaps ? Math.max(0, cpuTimeNs - known.latest) : cpuTimeNs;
    const latest = overlaps ? known.latest + more : cpuTimeNs;
    const until = Math.max(known.until, shiftNs + durationNs);
    processes.set(pid, { until, ns: known.ns + more, latest });
  }
  return [...processes.values()].reduce((sum, { ns }) => sum + ns, 0);
}

const STATUSES: readonly SourceReport['status'][] = ['ok', 'unavailable', 'failed', 'partial'];

/** One report for each source: records of all, and every problem that one of them had. */
export function mergeSources(profiles: readonly Profile[]): SourceReport[] {
  const merged = new Map<string, SourceReport>();
  for (const report of profiles.flatMap(({ sources }) => sources)) {
    const known = merged.get(report.source);
    merged.set(report.source, known ? joinReports(known, report) : report);
  }
  return [...merged.values()];
}

function joinReports(a: SourceReport, b: SourceReport): SourceReport {
  const records = a.records + b.records;
  const worse = STATUSES.indexOf(a.status) > STATUSES.indexOf(b.status) ? a.status : b.status;
  const isSomething = records > 0 && worse !== 'ok';
  return {
    source: a.source,
    status: isSomething ? 'partial' : worse,
    message: joinSentences([a.message, b.message]),
    records
  };
}

/**
 * The sources of cells and files within the limits of a profile, of each the one that comes first, with the lines that
 * others have of the same.
 */
export function mergeSourceTexts(profiles: readonly Profile[]): SourceText[] {
  const texts = new Map<string, SourceText>();
  let units = 0;
  for (const text of profiles.flatMap(({ sourceTexts }) => sourceTexts)) {
    const known = texts.get(text.file);
    const whole = known ? (joinSourceTexts(known, text) ?? known) : text;
    const more = whole.text.length - (known?.text.length ?? 0);
    const isFull = !known && texts.size === SOURCE_TEXT_LIMITS.texts;
    if (isFull || units + more > SOURCE_TEXT_LIMITS.all) continue;
    texts.set(text.file, whole);
    units += more;
  }
  return [...texts.values()];
}

/** The part of each fact of several runs together; as where nothing was recorded if no run has it. */
function mergeFacts(
  runs: readonly { readonly profile: { readonly meta: ProfileMeta }; readonly shiftNs: number }[],
  facts: readonly (typeof FACTS)[number][] = FACTS
): Partial<FactParts> {
  const parts = runs.map(({ profile: { meta }, shiftNs }) => {
    return { parts: meta, pid: meta.pid, shiftNs };
  });
  return facts.reduce<Partial<FactParts>>((all, fact) => ({ ...all, ...fact.merge(parts) }), {});
}

/** The facts of a merged profile to which attached threads and processes add what they recorded. */
export function factsWithMembers(meta: ProfileMeta): Partial<FactParts> {
  const facts = FACTS.filter(({ addsMembers }) => addsMembers);
  return mergeFacts([{ profile: { meta }, shiftNs: 0 }], facts);
}

/** `meta` with the times of its facts `shiftNs` nanoseconds later; none is before 0. */
export function withFactsMoved(meta: ProfileMeta, shiftNs: number): ProfileMeta {
  return { ...withoutFacts(meta), ...mergeFacts([{ profile: { meta }, shiftNs }]) };
}

/** `meta` as where no fact was recorded. */
export function withoutFacts(meta: ProfileMeta): ProfileMeta {
  const rest: Omit<ProfileMeta, FactName> & Partial<FactParts> = { ...meta };
  for (const { name } of FACTS) delete rest[name];
  return { ...rest, ...NO_FACTS };
}
