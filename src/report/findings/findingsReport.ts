import { formatDuration } from '../../base/text';
import { type Translator, UNTRANSLATED } from '../../base/translator';
import { type Findings, TIME_SHARES, type TimeShares, isRemark } from '../../model/output/findings';
import type { CellInfo } from '../../model/profile/profile';
import { OUT_OF_MEMORY } from '../../model/profile/sourceReport';
import { NEVER_BEGAN_NOTE, STATUS_NOTES } from '../text/profileNotes';
import { codeSpan, escapeMarkdown, linesWithin } from '../text/markdown';
import { printable } from '../../tables/printable';
import { nextMeasurements } from './nextMeasurements';
import { PLAIN_FORMATS } from '../../tables/reportTable';
import { causeAddress, trialAdvice } from './causeWords';
import { findingSentence, findingText } from './findingSentence';
import type { SentencePart } from '../../facts/shared/sentenceParts';

/** One part of the wall time. */
export interface NamedShare {
  readonly key: keyof TimeShares;
  readonly label: string;
  readonly timeNs: number;
  /** Of the wall time, 0 … 1. */
  readonly share: number;
}

/** The parts of the wall time that took any, in their order; the GPU only where one worked. */
export function namedShares(
  shares: TimeShares,
  trans: Translator = UNTRANSLATED
): readonly NamedShare[] {
  const times = TIME_SHARES.map(key => ({ key, timeNs: shares[key] ?? 0 }));
  const wholeNs = times.reduce((sum, { timeNs }) => sum + timeNs, 0);
  const labels: Readonly<Record<keyof TimeShares, string>> = {
    userNs: trans.__('your code'),
    libraryNs: trans.__('libraries'),
    nativeNs: trans.__('native and system'),
    gcNs: trans.__('garbage collection'),
    waitingNs: trans.__('waiting'),
    gpuNs: trans.__('waiting for the GPU'),
    coreWaitNs: trans.__('waiting for a core')
  };
  return times
    .filter(({ timeNs }) => timeNs > 0)
    .map(({ key, timeNs }) => ({ key, label: labels[key], timeNs, share: timeNs / wholeNs }));
}

/** Smaller shares would read 0.0 %. */
const MIN_SHOWN = 0.0005;

/** {@link namedShares} without those that would be rounded to nothing. */
export function shownShares(
  shares: TimeShares,
  trans: Translator = UNTRANSLATED
): readonly NamedShare[] {
  return namedShares(shares, trans).filter(({ share }) => share >= MIN_SHOWN);
}

/** The parts of the wall time in one line: `your code 62 % · libraries 30 % · waiting 8.0 %`. */
export function sharesLine(shares: TimeShares, trans: Translator = UNTRANSLATED): string {
  return shownShares(shares, trans)
    .map(({ label, share }) => `${label} ${PLAIN_FORMATS.percent(share)}`)
    .join(' · ');
}

/** The same of the main thread alone, to stand below that of all threads, where others ran too. */
export function mainSharesText(shares: TimeShares, trans: Translator = UNTRANSLATED): string {
  return trans.__('Main thread: %1 (above: all threads)', sharesLine(shares, trans));
}

/**
 * The time by use and the findings as plain text, a line each and an empty one; '' if there are none. `cell` is the profiled
 * one.
 */
export function findingsText(
  { findings, shares, mainShares }: Findings,
  cell: CellInfo | null = null
): string {
  // Remarks come last, and without a number: none is what a program should be changed for.
  const lines = findings.map((finding, at) => {
    const mark = isRemark(finding) ? '-' : `${at + 1}.`;
    const address = causeAddress(finding);
    const link = address === null ? '' : ` ${address}`;
    return `${mark} ${printable(findingText(finding))}${link}`;
  });
  const advice = trialAdvice(findings, cell);
  if (advice !== '') lines.push(advice);
  if (mainShares) lines.unshift(mainSharesText(mainShares));
  if (shares) lines.unshift(`Time: ${sharesLine(shares)}`);
  return lines.length === 0 ? '' : `${lines.join('\n')}\n\n`;
}

/** The subject of a report. */
export interface ExplainedProfile extends Findings {
  readonly name: string;
  readonly wallNs: number;
  /** Sentences about data that the profile lacks. */
  readonly notes: readonly string[];
  /** The options of the recording, by long name. */
  readonly options: Readonly<Record<string, string>>;
  /** The profiled cell; null or absent where there is none. */
  readonly cell?: CellInfo | null;
}

/** Notes that are listed at most. */
const MAX_NOTES = 6;

/** Of a text, which is read at one go. */
const MAX_BYTES = 3072;

/**
 * The findings as Markdown, for a person or an assistant: the time by use, then the sentences
 * in order of importance, each with the view that shows its evidence; what the profile lacks, and what
 * to measure next. All text of the profile is escaped and cut.
 */
export function explainMarkdown(profile: ExplainedProfile): string {
  const { name, wallNs, shares, mainShares, findings, notes, options, cell = null } = profile;
  const lines = [`# Profile ${escapeMarkdown(name)}`, '', `Wall time: ${formatDuration(wallNs)}.`];
  if (shares) {
    lines.push('', '| Time | Share | Duration |', '| --- | ---: | ---: |');
    for (const { label, share, timeNs } of namedShares(shares)) {
      lines.push(`| ${label} | ${PLAIN_FORMATS.percent(share)} | ${formatDuration(timeNs)} |`);
    }
  }
  if (mainShares) lines.push('', `${mainSharesText(mainShares)}.`);
  lines.push('');
  const ending = notes.filter(note => note.includes(OUT_OF_MEMORY) || note === NEVER_BEGAN_NOTE);
  if (ending.length > 0) lines.splice(2, 0, ...ending.map(escapeMarkdown), '');
  const isEmpty = findings.length === 0 && !notes.includes(NEVER_BEGAN_NOTE);
  if (isEmpty) lines.push(nothingFound(profile));
  findings.forEach((finding, at) => {
    const sentence = findingSentence(finding).map(markdownPart).join('');
    const address = causeAddress(finding);
    const link = address === null ? '' : ` [Before and after](${address})`;
    if (at > 0 && isRemark(finding) && !isRemark(findings[at - 1])) lines.push('');
    const mark = isRemark(finding) ? '-' : `${at + 1}.`;
    lines.push(`${mark} ${sentence}${link} (view: ${finding.target.view})`);
  });
  const lacks = notes.filter(note => !ending.includes(note));
  lines.push(...section('What this profile lacks', lacks.slice(0, MAX_NOTES).map(escapeMarkdown)));
  const advice = trialAdvice(findings, cell);
  const next = [...(advice === '' ? [] : [advice]), ...nextMeasurements(findings, options)];
  lines.push(...section('Measure next', next));
  return linesWithin(lines, MAX_BYTES);
}

/** Where a run was killed, what most findings are made of is missing: then there may well be some. */
function nothingFound({ shares, notes }: ExplainedProfile): string {
  const isCutShort = shares === null && notes.includes(STATUS_NOTES.recovered);
  return isCutShort
    ? 'What the time went into is not known: the process was killed before that was recorded.'
    : 'Nothing stands out.';
}

function section(title: string, items: readonly string[]): readonly string[] {
  return items.length === 0 ? [] : ['', `## ${title}`, '', ...items.map(item => `- ${item}`)];
}

function markdownPart(part: SentencePart): string {
  return typeof part === 'string' ? escapeMarkdown(part) : codeSpan(part.code);
}
