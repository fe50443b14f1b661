import { aggregate } from '../analysis/aggregate';
import type { AggregateSection } from '../analysis/aggregateTypes';
import { summarize } from '../analysis/overview';
import type { Profile } from '../model/profile';
import { profileNotes } from '../report/profileNotes';
import type { SortKey } from '../report/statistics';
import { summaryFacts } from '../report/summaryLine';
import { clipText } from './clipText';
import { DOCUMENT_STYLE } from './htmlStyle';
import { sampleTables } from './htmlSamples';
import { statisticsTables } from './htmlTables';
import type { Markup } from './markup';
import { Markup as TrustedMarkup, markup, NO_MARKUP } from './markup';
import { pictureSvg, timelinePicture } from './svg';
import type { TimelinePicture } from './svg';

/** What {@link profileHtml} shows. */
export interface ProfileHtmlOptions {
  /** The result of `aggregate(profile)`, when the caller has it already. */
  readonly sections?: readonly AggregateSection[];
  /** Rows of the table at most, 0 for all; 30 unless stated. */
  readonly top?: number;
  readonly sortBy?: SortKey;
  readonly ascending?: boolean;
  /** The result of `timelinePicture(profile)`, when the caller has it already. */
  readonly picture?: TimelinePicture;
}

/**
 * `profile` as a fragment of HTML without script and without style sheet: summary, notes, timeline,
 * tables of times, memory and counters, and, when there are samples, the hottest functions and the
 * heat of the cell's lines. It reads well where a sanitiser drops the SVG, and all text in it is
 * escaped.
 */
export function profileHtml(profile: Profile, options: ProfileHtmlOptions = {}): string {
  return fragment(profile, options).text;
}

/** {@link profileHtml} as a whole page that needs nothing else: for files. Light and dark. */
export function profileDocument(profile: Profile, options: ProfileHtmlOptions = {}): string {
  const title = clipText(profile.meta.name, 120);
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
${fragment(profile, options)}
</main>
</body>
</html>
`.text;
}

function fragment(profile: Profile, options: ProfileHtmlOptions): Markup {
  const { sections = aggregate(profile), top = 30, sortBy = 'total', ascending = false } = options;
  const hasPicture = profile.slices.length > 0 || profile.counters.length > 0;
  const picture = hasPicture
    ? markup`<div class="kernelscope-timeline">${new TrustedMarkup(
        pictureSvg(options.picture ?? timelinePicture(profile), 'inline')
      )}</div>\n`
    : NO_MARKUP;
  return markup`<div class="kernelscope-profile">
${heading(profile)}
${notes(profile)}${picture}${statisticsTables(sections, { top, sortBy, ascending })}${sampleTables(
    profile
  )}</div>`;
}

function heading(profile: Profile): Markup {
  const facts = summaryFacts(summarize(profile)).map(
    ({ label, value }, at) =>
      markup`${at === 0 ? '' : ' · '}<span class="kernelscope-fact">${label} <b>${value}</b></span>`
  );
  return markup`<p class="kernelscope-summary"><strong>${clipText(profile.meta.name, 120)}</strong><br>${facts}</p>`;
}

function notes(profile: Profile): Markup {
  const items = profileNotes(profile).map(note => markup`<li>${clipText(note)}</li>`);
  if (items.length === 0) return NO_MARKUP;
  return markup`<ul class="kernelscope-notes">${items}</ul>\n`;
}
