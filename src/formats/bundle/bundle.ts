import { profileFindings } from '../../analysis/findings/findings';
import { aggregate } from '../../analysis/statistics/aggregate';
import type { AggregateSection } from '../../analysis/statistics/aggregateTypes';
import { summarize } from '../../analysis/statistics/overview';
import {
  type BundleSidecar,
  type BundleSummary,
  type ProfileBundle,
  BUNDLE_VERSION,
  MAX_BUNDLE_BYTES,
  BUNDLE_LIMITS,
  type BundleGpu,
  MAX_CELL_SOURCE
} from '../../model/output/bundle';
import type { BundleComparison } from '../../model/output/comparison';
import type { Profile, CellInfo, ProfileMeta, SourceReport } from '../../model/profile/profile';
import type { Deflate } from '../shared/compression';
import { clipText, wellFormed } from '../shared/text/clipText';
import { boundComparison } from './bundleComparison';
import { boundSections, jsonBytes } from './bundleSections';
import { fitOverview } from './fitOverview';
import type { Finding, Findings } from '../../model/output/findings';
import { gpuReport } from '../../analysis/gpu/buildGpuReport';
import { MAX_GPUS, type GpuInfo } from '../../facts/gpus';
import type { DeviceUse, GpuReport } from '../../model/output/gpuReport';
import type { SourceText } from '../../model/profile/sourceText';

export interface EncodeBundleOptions {
  readonly deflate: Deflate;
  /** The maximum bytes of JSON; {@link MAX_BUNDLE_BYTES} by default, and never more. */
  readonly maxBytes?: number;
  /** The location of the whole profile, if it is stored. */
  readonly sidecar?: BundleSidecar | null;
  /** The result of `aggregate(profile)`, if the caller already has it. */
  readonly sections?: readonly AggregateSection[];
  /** The findings of the profile, with known causes; without them unless stated. */
  readonly found?: Findings;
  /** What changed from another profile, if this one was compared with it. */
  readonly comparison?: BundleComparison | null;
  /** True for a light profile, which is shown as a line first. */
  readonly isLight?: true;
}

/** The shares of a bundle that the statistics, texts of cells, GPU report and comparison may take. */
const SECTION_SHARE = 0.4;
const SOURCE_SHARE = 0.2;
const GPU_SHARE = 0.08;
const COMPARISON_SHARE = 0.12;

/** JSON around the overview and the report on GPUs. */
const FRAME_BYTES = '"overview":{"partial":false,"slices":4294967295,"kscope":""},"gpu":null,'
  .length;

/**
 * The data of a notebook output for `profile`, within `maxBytes` of JSON: summary and totals, and the
 * whole profile if it fits, else a part of 256 kB. Names are cut at 300
 * characters. Rows of statistics are bounded, and those left out are counted. The profiled cell comes
 * first in the room for sources, then the hottest of the others; a bundle that lacks one is partial. A
 * partial bundle also has the GPU report of the whole profile.
 */
export function encodeBundle(profile: Profile, options: EncodeBundleOptions): ProfileBundle {
  const { deflate, sidecar = null, comparison = null } = options;
  const maxBytes = Math.min(options.maxBytes ?? MAX_BUNDLE_BYTES, MAX_BUNDLE_BYTES);
  const bounded = boundTexts(profile, SOURCE_SHARE * maxBytes);
  const fixed = {
    ...boundFacts(
      profile,
      { ...options, found: options.found ?? profileFindings(profile) },
      maxBytes
    ),
    sources: bounded.profile.sources,
    comparison: comparison && boundComparison(comparison, COMPARISON_SHARE * maxBytes),
    sidecar,
    ...(options.isLight && { isLight: options.isLight })
  };
  const budget = maxBytes - jsonBytes(fixed) - FRAME_BYTES;
  const fit = { isRunWhole: bounded.isWhole, deflate };
  const overview = fitOverview(bounded.profile, { ...fit, budget });
  if (!overview.partial) return { ...fixed, overview, gpu: null };
  const gpu = bundleGpu(profile, GPU_SHARE * maxBytes);
  const room = budget - jsonBytes(gpu);
  const fits = overview.kscope.length <= room;
  return {
    ...fixed,
    overview: fits ? overview : fitOverview(bounded.profile, { ...fit, budget: room }),
    gpu
  };
}

/**
 * The facts that views show beside a whole profile which they have by other ways: those of {@link encodeBundle}, without
 * any part of the profile.
 */
export function bundleBeside(profile: Profile, found: Findings): ProfileBundle {
  return {
    ...boundFacts(profile, { found }, MAX_BUNDLE_BYTES),
    sources: boundTexts(profile, SOURCE_SHARE * MAX_BUNDLE_BYTES).profile.sources,
    overview: { partial: false, slices: profile.slices.length, kscope: '' },
    gpu: null,
    comparison: null,
    sidecar: null
  };
}

function boundFacts(
  profile: Profile,
  { found, sections }: { readonly found: Findings } & Pick<EncodeBundleOptions, 'sections'>,
  maxBytes: number
) {
  return {
    version: BUNDLE_VERSION,
    summary: clippedSummary(profile),
    ...bundleFindings(found),
    ...boundSections(sections ?? aggregate(profile), SECTION_SHARE * maxBytes)
  };
}

function clippedSummary(profile: Profile): BundleSummary {
  const summary = summarize(profile);
  const { name, cellFile } = summary;
  return { ...summary, name: clipText(name), cellFile: cellFile && clipText(cellFile) };
}

/** Findings with texts as short as those of a bundle. */
function bundleFindings({ findings, ...shares }: Findings): Findings {
  return { findings: findings.map(clipped), ...shares };
}

function clipped(finding: Finding): Finding {
  const facts = Object.entries<string | number>(finding.facts).map(([name, fact]) => {
    return [name, typeof fact === 'string' ? clipText(fact) : fact] as const;
  });
  const { selection } = finding.target;
  return {
    ...finding,
    facts: Object.fromEntries(facts),
    target: { ...finding.target, selection: selection && clippedSelection(selection) }
  } as Finding;
}

type Selection = NonNullable<Finding['target']['selection']>;

function clippedSelection(selection: Selection): Selection {
  if (selection.type === 'line') return { ...selection, file: clipText(selection.file) };
  const { type, category, name } = selection;
  return { type, category: clipText(category), name: clipText(name) };
}

/** The maximum number of streams, and of gaps, that a bundle names for each device. */
const MAX_STREAMS = 32;
const MAX_BUNDLE_GAPS = 50;

/**
 * The GPU report of `profile`, in about `maxBytes` of JSON; null if no GPU did any work. Devices come
 * first, then each list has the rows that took the most time.
 */
export function bundleGpu(profile: Profile, maxBytes: number): BundleGpu | null {
  const report = gpuReport(profile);
  if (report === null) return null;
  const devices = report.devices.slice(0, MAX_GPUS).map(boundDevice);
  const room = { bytes: Math.max(0, maxBytes - jsonBytes(devices)) };
  const lists = boundLists(report, room);
  const kept = Object.values(lists).reduce((sum, rows) => sum + rows.length, 0);
  const { kernels, transfers, operators, lines, launches, workNs } = report;
  const all = kernels.length + transfers.length + operators.length + lines.length;
  return { devices, ...lists, launches, workNs, hiddenRows: all - kept };
}

/** The remaining bytes. */
interface Room {
  bytes: number;
}

/** Kernels come last, as there can be very many. */
function boundLists(report: GpuReport, room: Room) {
  const transfers = rowsWithin(report.transfers.map(named), room, 1 / 4);
  const operators = rowsWithin(report.operators.map(named), room, 1 / 3);
  const lines = rowsWithin(
    report.lines.map(line => ({ ...line, file: clipText(line.file) })),
    room,
    1 / 3
  );
  const kernels = rowsWithin(report.kernels, room, 1);
  return { kernels: kernels.map(named), transfers, operators, lines };
}

function named<T extends { readonly name: string }>(row: T): T {
  return { ...row, name: clipText(row.name) };
}

/** The first rows that take no more than `share` of the room. */
function rowsWithin<T>(rows: readonly T[], room: Room, share: number): readonly T[] {
  const limit = share * room.bytes;
  let bytes = 0;
  let count = 0;
  while (count < Math.min(rows.length, BUNDLE_LIMITS.gpuRows)) {
    const next = bytes + jsonBytes(rows[count]) + 1;
    if (next > limit) break;
    bytes = next;
    count++;
  }
  room.bytes -= bytes;
  return rows.slice(0, count);
}

/** Its tracks are those of the whole profile, which a bundle does not have. */
function boundDevice(device: DeviceUse): DeviceUse {
  return {
    ...device,
    track: -1,
    info: device.info && clipGpu(device.info),
    streams: device.streams.slice(0, MAX_STREAMS).map(stream => ({ ...named(stream), track: -1 })),
    gaps: device.gaps.slice(0, MAX_BUNDLE_GAPS).map(gap => ({ ...gap, host: clipText(gap.host) }))
  };
}

/** The maximum number of options of a run in a bundle. */
const MAX_OPTIONS = 1000;

/** A profile whose texts outside its tables fit a bundle. */
interface BoundTexts {
  readonly profile: Profile;
  /** True if it has the sources of all cells, all options and all reports of its sources. */
  readonly isWhole: boolean;
}

/**
 * `profile` with the facts of its run cut at 300 characters each, and with the sources of cells that
 * fit in `maxBytes` of JSON: that of the profiled cell, cut at 64,000 characters, then the others, the
 * hottest first.
 */
function boundTexts(profile: Profile, maxBytes: number): BoundTexts {
  const cell = profile.meta.cell && clipCell(profile.meta.cell, maxBytes);
  const sourceTexts = textsWithin(profile, maxBytes - jsonBytes(cell?.source ?? ''));
  const meta = { ...clipMeta(profile.meta), cell };
  const sources = boundReports(profile);
  const isWhole =
    cell?.source.length === profile.meta.cell?.source.length &&
    sourceTexts.length === profile.sourceTexts.length &&
    sources.length === profile.sources.length &&
    Object.keys(meta.options).length === Object.keys(profile.meta.options).length;
  return { profile: { ...profile, meta, sourceTexts, sources }, isWhole };
}

function clipMeta(meta: ProfileMeta): ProfileMeta {
  const options = Object.entries(meta.options)
    .slice(0, MAX_OPTIONS)
    .map(([name, value]) => [clipText(name), clipText(value)] as const);
  return {
    ...meta,
    name: clipText(meta.name),
    host: clipText(meta.host),
    runtime: clipText(meta.runtime),
    options: Object.fromEntries(options),
    gpus: meta.gpus.map(clipGpu)
  };
}

/** A GPU with its texts cut at 300 characters each. */
function clipGpu(gpu: GpuInfo): GpuInfo {
  const { name, computeCapability, uuid } = gpu;
  const texts = { name: clipText(name), computeCapability: clipText(computeCapability) };
  return { ...gpu, ...texts, ...(uuid !== undefined && { uuid: clipText(uuid) }) };
}

function clipCell({ file, executionCount, ...cell }: CellInfo, maxBytes: number): CellInfo {
  let source = wellFormed(cell.source.slice(0, MAX_CELL_SOURCE));
  while (source !== '' && jsonBytes(source) > maxBytes) {
    source = source.slice(0, source.length >>> 1);
  }
  return { file: clipText(file), executionCount, source };
}

/** The reports of the sources, bounded to what a bundle carries. */
function boundReports({ sources }: Profile): readonly SourceReport[] {
  return sources
    .slice(0, BUNDLE_LIMITS.sources)
    .map(report => ({ ...report, message: clipText(report.message) }));
}

/** Texts of cells, each whole or not at all. If one is too long, a shorter one after it may still fit. */
function textsWithin({ sourceTexts }: Profile, maxBytes: number): SourceText[] {
  let left = maxBytes;
  const kept: SourceText[] = [];
  for (const source of sourceTexts) {
    const packed = {
      ...source,
      file: clipText(source.file),
      text: wellFormed(source.text)
    };
    const bytes = jsonBytes(packed) + 1;
    if (bytes > left) continue;
    left -= bytes;
    kept.push(packed);
  }
  return kept;
}
