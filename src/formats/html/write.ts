import { aggregate } from '../../analysis/statistics/aggregate';
import { repetitionTimes } from '../../analysis/statistics/repetitions';
import type { AggregateSection, SortKey } from '../../analysis/statistics/aggregateTypes';
import { programPart } from '../../analysis/stacks/programPart';
import { summarize } from '../../analysis/statistics/overview';
import type { CellInfo, Profile } from '../../model/profile/profile';
import { allocationsByScope } from '../../analysis/statistics/allocationsByScope';
import { factTables, plainForm } from '../../report/profileTables';
import { hotFunctionsTable, memoryTables } from '../../report/functionTables';
import { devicesTable, kernelsTable, transfersTable } from '../../report/gpuTables';
import { gpuReport } from '../../analysis/gpu/buildGpuReport';
import { lineTables } from '../../report/lineTables';
import { statisticsTables, scopesTable } from '../../report/statisticsTables';
import { profileNotes } from '../../report/text/profileNotes';
import type { BundleComparison } from '../../model/output/comparison';
import { type Finding, type Findings, isRemark } from '../../model/output/findings';
import { recordingOrigin, recordingTitle } from '../../report/text/recordingTitle';
import { startUpText, summaryFacts } from '../../report/summaryLine';
import { PLAIN_FORMATS } from '../../tables/reportTable';
import { causeAddress, coded, trialAdvice } from '../../report/findings/causeWords';
import { findingSentence } from '../../report/findings/findingSentence';
import type { SentencePart } from '../../facts/shared/sentenceParts';
import { type NamedShare, mainSharesText, shownShares } from '../../report/findings/findingsReport';
import { clipText } from '../shared/text/clipText';
import { DOCUMENT_STYLE } from './htmlStyle';
import { comparisonMarkup } from './htmlComparison';
import { type EmbedPicture, imageOf, inlineSvg, titledPicture } from './htmlPicture';
import { tableMarkup } from './tableHtml';
import { type Markup, NO_MARKUP, Markup as TrustedMarkup, markup } from '../shared/text/markup';
import type { Picture } from '../shared/picture/picture';
import { repetitionPicture } from '../shared/picture/repetitionPicture';
import { timelinePicture } from '../shared/picture/timelinePicture';

export interface ProfileHtmlOptions {
  /** The result of `aggregate(profile)`, when the caller has it already. */
  readonly sections?: readonly AggregateSection[];
  /** Rows of the table at most, 0 for all; 30 unless stated. */
  readonly top?: number;
  readonly sortBy?: SortKey;
  readonly ascending?: boolean;
  /** The result of `timelinePicture(profile)`, when the caller has it already. */
  readonly picture?: Picture;
  /** The findings of the profile; none are shown without. */
  readonly found?: Findings;
  /** What changed from another profile, if this one was compared with it. */
  readonly comparison?: BundleComparison | null;
}

/**
 * `profile` as a fragment of HTML without script and without style sheet: summary, comparison, notes, repetitions, timeline,
 * tables of times, memory and counters, of GPUs and of allocations by scope where they were recorded,
 * and, when there are samples, the hottest functions, the heat of the cell's lines and what allocated most.
 * All text in it is escaped.
 *
 * Pictures are images, see `imageOf`.
 */
export function profileHtml(profile: Profile, options: ProfileHtmlOptions = {}): string {
  return fragment(profile, options, imageOf).text;
}

/**
 * {@link profileHtml} as a complete page without dependencies, light or dark like the reader's system:
 * for files. Its pictures are part of the page, with a tooltip on each slice and call.
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

function fragment(profile: Profile, options: ProfileHtmlOptions, embed: EmbedPicture): Markup {
  const { sections = aggregate(profile), top = 30, sortBy = 'total', ascending = false } = options;
  const wallNs = programPart(profile).meta.durationNs;
  const order = { wallNs, sortBy, ascending };
  const statistics = statisticsTables(sections, order, plainForm(top));
  return markup`<div class="kernelscope-profile">
${heading(profile)}
${options.comparison ? comparisonMarkup(options.comparison, embed) : NO_MARKUP}${options.found ? findingsMarkup(options.found, profile.meta.cell) : NO_MARKUP}${figures(profile)}
${options.found ? remarksMarkup(options.found) : NO_MARKUP}${notes(profile)}${options.comparison ? NO_MARKUP : repetitions(profile, embed)}${timeline(profile, options, embed)}${statistics.map(tableMarkup)}${reportTables(profile)}</div>`;
}

/** Rows of each of {@link reportTables}, at most. */
const MAX_ROWS = 20;

/** The tables of GPUs, of allocations, of lines and functions that were sampled, and of facts, as far as they were recorded. */
function reportTables(profile: Profile): Markup {
  const form = plainForm(MAX_ROWS);
  const gpu = gpuReport(profile);
  const ofGpus = gpu
    ? [
        devicesTable(gpu, profile.meta.durationNs, form),
        kernelsTable(gpu, form),
        transfersTable(gpu, form)
      ].filter(({ rows }) => rows.length > 0)
    : [];
  const allocated = profile.allocations.length > 0 ? [allocationsByScope(profile)] : [];
  const functions = hotFunctionsTable(profile, form);
  const tables = [
    ...ofGpus,
    ...allocated.map(scopes => scopesTable(scopes, form)),
    ...factTables(profile, 'work', form),
    ...lineTables(profile, form),
    ...(functions.rows.length > 0 ? [functions] : []),
    ...factTables(profile, 'code', form),
    ...memoryTables(profile, form)
  ];
  return markup`${tables.map(tableMarkup)}`;
}

/** The time of each repetition of a repeated cell. */
function repetitions(profile: Profile, embed: EmbedPicture): Markup {
  const timesNs = repetitionTimes(profile);
  if (timesNs.length === 0) return NO_MARKUP;
  return titledPicture(
    'Time of each repetition',
    embed(repetitionPicture([{ label: '', timesNs }]))
  );
}

function timeline(profile: Profile, options: ProfileHtmlOptions, embed: EmbedPicture): Markup {
  if (profile.slices.length === 0 && profile.counters.length === 0) return NO_MARKUP;
  const picture = options.picture ?? timelinePicture(profile);
  return markup`<div class="kernelscope-picture">${embed(picture)}</div>\n`;
}

function heading(profile: Profile): Markup {
  const [title, ...origin] = recordingOrigin(summarize(profile));
  return markup`<p class="kernelscope-heading"><strong>${clipText(title, 120)}</strong>${origin.map(part => ` · ${clipText(part, 120)}`).join('')}</p>`;
}

function figures(profile: Profile): Markup {
  const facts = summaryFacts(summarize(profile)).map(
    ({ label, value }, at) =>
      markup`${at === 0 ? '' : ' · '}<span class="kernelscope-fact">${label} <b>${value}</b></span>`
  );
  const startUp = startUpText(profile);
  const left =
    startUp === '' ? NO_MARKUP : markup`\n<p class="kernelscope-summary">${startUp}.</p>`;
  return markup`<p class="kernelscope-summary">${facts}</p>${left}`;
}

function notes(profile: Profile): Markup {
  const items = profileNotes(profile).map(note => markup`<li>${clipText(note)}</li>`);
  if (items.length === 0) return NO_MARKUP;
  return markup`<ul class="kernelscope-notes">${items}</ul>\n`;
}

/** Characters of the bar of the wall time. */
const BAR_LENGTH = 50;

/** Colours that differ in lightness too; the names of the shares say the same. */
const SHARE_COLORS: Readonly<Record<NamedShare['key'], string>> = {
  userNs: '#1f6fb4',
  libraryNs: '#7fb2dd',
  nativeNs: '#8a8f98',
  gcNs: '#c44e52',
  waitingNs: '#e0b04c',
  gpuNs: '#5a9e5a',
  coreWaitNs: '#9a78b8'
};

/** The findings, most important first, how to try their cures in `cell`, and the wall time by use as a bar. */
export function findingsMarkup(
  { findings, shares, mainShares }: Findings,
  cell: CellInfo | null = null
): Markup {
  const items = findings.filter(finding => !isRemark(finding)).map(itemMarkup);
  const list =
    items.length === 0 ? NO_MARKUP : markup`<ol class="kernelscope-findings">${items}</ol>\n`;
  const main = mainShares ? markup`<p>${mainSharesText(mainShares)}</p>\n` : NO_MARKUP;
  const advice = trialAdvice(findings, cell);
  const trial = advice === '' ? NO_MARKUP : markup`<p>${coded(advice).map(partMarkup)}</p>\n`;
  const top = markup`${list}${trial}`;
  return shares ? markup`${top}${sharesMarkup(shownShares(shares))}${main}` : top;
}

/** The remarks, which stand below the figures. */
function remarksMarkup({ findings }: Findings): Markup {
  const items = findings.filter(isRemark).map(itemMarkup);
  if (items.length === 0) return NO_MARKUP;
  return markup`<small><ul class="kernelscope-remarks">${items}</ul></small>\n`;
}

function itemMarkup(finding: Finding): Markup {
  return markup`<li>${findingSentence(finding).map(partMarkup)}${linkMarkup(causeAddress(finding))}</li>`;
}

/** The way to the page about a known cause. */
function linkMarkup(address: string | null): Markup {
  if (address === null) return NO_MARKUP;
  return markup` <a href="${address}" target="_blank" rel="noopener noreferrer">Before and after</a>`;
}

function partMarkup(part: SentencePart): Markup {
  return typeof part === 'string' ? markup`${part}` : markup`<code>${part.code}</code>`;
}

function sharesMarkup(shares: readonly NamedShare[]): Markup {
  const bar = shares.map(({ key, share }) => {
    const blocks = '█'.repeat(Math.round(share * BAR_LENGTH));
    return blocks === ''
      ? NO_MARKUP
      : markup`<span style="color:${SHARE_COLORS[key]}">${blocks}</span>`;
  });
  const legend = shares.map(
    ({ key, label, share }, at) =>
      markup`${at === 0 ? '' : ' · '}<span style="color:${SHARE_COLORS[key]}">■</span> ${label} <b>${PLAIN_FORMATS.percent(share)}</b>`
  );
  return markup`<p class="kernelscope-shares"><span aria-hidden="true">${bar}<br></span>${legend}</p>\n`;
}
