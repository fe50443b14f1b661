import { aggregate } from '../../analysis/statistics/aggregate';
import { profileFindings } from '../../analysis/findings/findings';
import type { AggregateSection } from '../../analysis/statistics/aggregateTypes';
import { summarize } from '../../analysis/statistics/overview';
import type { Profile } from '../../model/profile/profile';
import { profileNotes } from '../../report/profileNotes';
import type { BundleComparison } from '../../model/output/comparison';
import type { Findings } from '../../model/output/findings';
import type { SortKey } from '../../report/statistics';
import { recordingOrigin, recordingTitle } from '../../report/text/recordingTitle';
import { summaryFacts } from '../../report/summaryLine';
import { toBase64 } from '../shared/text/base64';
import { clipText } from '../shared/text/clipText';
import { DOCUMENT_STYLE } from './htmlStyle';
import { comparisonMarkup } from './htmlComparison';
import { findingsMarkup } from './htmlFindings';
import { allocationTable } from './htmlAllocations';
import { gpuTables } from './htmlGpu';
import { heapGrowthTable } from './htmlHeapGrowth';
import { heapTable, sampleTables } from './htmlSamples';
import { statisticsTables } from './htmlTables';
import type { Markup } from '../shared/text/markup';
import { Markup as TrustedMarkup, markup, NO_MARKUP } from '../shared/text/markup';
import { pictureSvg, timelinePicture } from '../shared/picture/timelinePicture';
import type { TimelinePicture } from '../shared/picture/timelinePicture';

/** Options of {@link profileHtml}. */
export interface ProfileHtmlOptions {
  /** The result of `aggregate(profile)`, when the caller has it already. */
  readonly sections?: readonly AggregateSection[];
  /** Rows of the table at most, 0 for all; 30 unless stated. */
  readonly top?: number;
  readonly sortBy?: SortKey;
  readonly ascending?: boolean;
  /** The result of `timelinePicture(profile)`, when the caller has it already. */
  readonly picture?: TimelinePicture;
  /** The result of `profileFindings(profile)`, when the caller has it already. */
  readonly found?: Findings;
  /** What changed from another profile, if this one was compared with it. */
  readonly comparison?: BundleComparison | null;
}

/**
 * `profile` as a fragment of HTML without script and without style sheet: summary, comparison, notes, timeline,
 * tables of times, memory and counters, of GPUs and of allocations by scope where they were recorded,
 * and, when there are samples, the hottest functions, the heat of the cell's lines and what allocated most.
 * All text in it is escaped.
 *
 * The timeline is an SVG in a data URI. JupyterLab's sanitiser would drop the tags of an `svg`
 * element but leave its texts behind, one glued to the next; an `img` it keeps, and where another
 * one drops that as well, nothing is lost but the picture.
 */
export function profileHtml(profile: Profile, options: ProfileHtmlOptions = {}): string {
  return fragment(profile, options, imageOf).text;
}

/**
 * {@link profileHtml} as a complete page without dependencies, light or dark like the reader's system:
 * for files. Its timeline is part of the page, with a tooltip on each slice.
 */
export function profileDocument(profile: Profile, options: ProfileHtmlOptions = {}): string {
  const title = clipText(recordingTitle(summarize(profile)), 120);
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${title} – Kernelscope</title>
<style>${new TrustedMarkup(DOCUMENT_STYLE)}</style>
</head>
<body>
<main>
${fragment(profile, options, inlineSvg)}
</main>
</body>
</html>
`.text;
}

function fragment(
  profile: Profile,
  options: ProfileHtmlOptions,
  embed: (picture: TimelinePicture) => Markup
): Markup {
  const { sections = aggregate(profile), top = 30, sortBy = 'total', ascending = false } = options;
  const wallNs = profile.meta.durationNs;
  return markup`<div class="kernelscope-profile">
${heading(profile)}
${options.comparison ? comparisonMarkup(options.comparison) : NO_MARKUP}${findingsMarkup(options.found ?? profileFindings(profile))}${notes(profile)}${timeline(profile, options, embed)}${statisticsTables(sections, { wallNs, top, sortBy, ascending })}${gpuTables(profile)}${allocationTable(profile)}${sampleTables(profile)}${heapTable(profile)}${heapGrowthTable(profile)}</div>`;
}

function timeline(
  profile: Profile,
  options: ProfileHtmlOptions,
  embed: (picture: TimelinePicture) => Markup
): Markup {
  if (profile.slices.length === 0 && profile.counters.length === 0) return NO_MARKUP;
  const picture = options.picture ?? timelinePicture(profile);
  return markup`<div class="kernelscope-timeline">${embed(picture)}</div>\n`;
}

function inlineSvg(picture: TimelinePicture): Markup {
  return new TrustedMarkup(pictureSvg(picture, 'inline'));
}

function imageOf(picture: TimelinePicture): Markup {
  const data = toBase64(new TextEncoder().encode(pictureSvg(picture, 'panel')));
  return markup`<img src="data:image/svg+xml;base64,${data}" alt="${picture.title}" width="${picture.widthPx}" style="max-width:100%">`;
}

function heading(profile: Profile): Markup {
  const summary = summarize(profile);
  const [title, ...origin] = recordingOrigin(summary);
  const facts = summaryFacts(summary).map(
    ({ label, value }, at) =>
      markup`${at === 0 ? '' : ' · '}<span class="kernelscope-fact">${label} <b>${value}</b></span>`
  );
  return markup`<p class="kernelscope-summary"><strong>${clipText(title, 120)}</strong>${origin.map(part => ` · ${clipText(part, 120)}`).join('')}<br>${facts}</p>`;
}

function notes(profile: Profile): Markup {
  const items = profileNotes(profile).map(note => markup`<li>${clipText(note)}</li>`);
  if (items.length === 0) return NO_MARKUP;
  return markup`<ul class="kernelscope-notes">${items}</ul>\n`;
}
