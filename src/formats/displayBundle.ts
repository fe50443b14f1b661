import { aggregate } from '../analysis/statistics/aggregate';
import type { AggregateSection, SortKey } from '../analysis/statistics/aggregateTypes';
import { summarize } from '../analysis/statistics/overview';
import { type BundleSidecar, PROFILE_MIME_TYPE, type ProfileBundle } from '../model/output/bundle';
import { firstFinding } from '../model/output/findings';
import type { Profile } from '../model/profile/profile';
import { comparisonText } from '../report/comparisonText';
import { dumpsJson } from '../report/dumpsJson';
import { dumpsTable, SCREEN_NAME } from '../report/dumpsTable';
import { findingText } from '../report/findings/findingSentence';
import { findingsText } from '../report/findings/findingsReport';
import { factTables, plainForm, tablesText } from '../report/profileTables';
import { memoryTables } from '../report/functionTables';
import { profileNotes } from '../report/text/profileNotes';
import { recordingOrigin } from '../report/text/recordingTitle';
import { summaryLine } from '../report/summaryLine';
import { encodeBundle, type EncodeBundleOptions } from './bundle/bundle';
import { clipText, wellFormed } from './shared/text/clipText';
import type { Deflate } from './shared/compression';
import { profileHtml } from './html/write';
import { pictureSvg } from './shared/picture/picture';
import { timelinePicture } from './shared/picture/timelinePicture';

/** The input of {@link displayBundle}, and the look of its tables. */
export interface DisplayBundleOptions {
  readonly deflate: Deflate;
  /** The result of `encodeBundle(profile)`, when the caller has it already. */
  readonly bundle?: ProfileBundle;
  /** The result of `aggregate(profile)`, when the caller has it already. */
  readonly sections?: readonly AggregateSection[];
  readonly sidecar?: BundleSidecar | null;
  /** Bytes at most of the vendor JSON; 1,000,000 unless stated. */
  readonly maxBytes?: number;
  readonly sortBy?: SortKey;
  readonly ascending?: boolean;
  /** Rows of the tables in text and HTML, 0 for all; 30 unless stated. */
  readonly top?: number;
  /** Form of the plain text; `table` unless stated. */
  readonly format?: 'table' | 'json';
  /** The plain text in place of findings and statistics. */
  readonly text?: string;
}

/** The `data` of a Jupyter `display_data` message for a profile, richest type first. */
export interface DisplayBundle {
  readonly [PROFILE_MIME_TYPE]: ProfileBundle;
  readonly 'text/html': string;
  readonly 'image/svg+xml'?: string;
  readonly 'text/plain': string;
}

/**
 * Every form in which a notebook output carries `profile`: the bundle for our own view, and static
 * forms for front ends without it. Statistics and layout are computed once for all of them. A profile with
 * nothing to draw has no SVG.
 */
export function displayBundle(profile: Profile, options: DisplayBundleOptions): DisplayBundle {
  const { deflate, sections = aggregate(profile), sidecar, maxBytes } = options;
  const { sortBy, ascending, top = 30, format = 'table' } = options;
  const rows = { sortBy, ascending, top };
  const summary = summarize(profile);
  const heading = [
    ...recordingOrigin(summary).map(part => clipText(part)),
    summaryLine(summary)
  ].join(' · ');
  const notes = [`${heading}.`, ...profileNotes(profile)];
  const hasPicture = profile.slices.length > 0 || profile.counters.length > 0;
  const picture = hasPicture ? timelinePicture(profile) : undefined;
  const bundle = options.bundle ?? encodeBundle(profile, { deflate, maxBytes, sidecar, sections });
  const { findings, shares, mainShares, comparison } = bundle;
  const found = { findings, shares, ...(mainShares && { mainShares }) };
  return {
    [PROFILE_MIME_TYPE]: bundle,
    'text/html': profileHtml(profile, {
      ...{ sections, picture, comparison },
      found,
      ...rows
    }),
    ...(picture ? { 'image/svg+xml': pictureSvg(picture) } : {}),
    'text/plain': wellFormed(
      options.text ??
        (format === 'json'
          ? dumpsJson(sections, rows)
          : (comparison
              ? `${comparisonText(comparison, { top }).trimStart()}
`
              : '') +
            findingsText(found, profile.meta.cell) +
            dumpsTable(sections, { ...rows, notes, maxName: SCREEN_NAME }) +
            tablesText([
              ...factTables(profile, 'code', TEXT_FORM),
              ...memoryTables(profile, TEXT_FORM)
            ]))
    )
  };
}

/** Tables below the statistics in a text. */
const TEXT_FORM = plainForm(10);

/** The maximum size of the JSON of a light profile, bytes: a notebook has one for each cell. */
const LIGHT_BYTES = 40_000;

/** The forms of a light profile in a notebook output: a small bundle, and figures with a sentence for other front ends. */
export type LightDisplayBundle = Pick<DisplayBundle, typeof PROFILE_MIME_TYPE | 'text/plain'>;

/** The input of {@link lightDisplayBundle}. */
export type LightDisplayOptions = Pick<EncodeBundleOptions, 'deflate' | 'sections' | 'found'>;

/** The `data` of a Jupyter `display_data` message for the light profile of a cell. */
export function lightDisplayBundle(
  profile: Profile,
  { deflate, sections, found }: LightDisplayOptions
): LightDisplayBundle {
  const options = { deflate, sections, found, maxBytes: LIGHT_BYTES, isLight: true } as const;
  const bundle = encodeBundle(profile, options);
  const figures = `${summaryLine(summarize(profile))}.`;
  const finding = firstFinding(bundle.findings);
  return {
    [PROFILE_MIME_TYPE]: bundle,
    'text/plain': wellFormed(finding ? `${figures}\n${findingText(finding)}` : figures)
  };
}
