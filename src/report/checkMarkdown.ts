import type { Check, CheckedRun } from './check';
import { checkSummary, STATUS_MARKS, STATUS_WORDS } from './checkText';
import { printable } from '../tables/printable';

/** The checks as GitHub-flavoured Markdown: a heading and a table for each profile. */
export function checkMarkdown(runs: readonly CheckedRun[]): string {
  const sections = runs.map(({ title, checks }) =>
    [
      `### ${escapeMarkdown(title)}`,
      '',
      '| Result | Check | Found |',
      '| --- | --- | --- |',
      ...checks.map(rowOf),
      ''
    ].join('\n')
  );
  return `## Performance\n\n${checkSummary(runs)}\n\n${sections.join('\n')}`;
}

function rowOf({ title, status, detail }: Check): string {
  const result = `${STATUS_MARKS[status]} ${STATUS_WORDS[status]}`;
  return `| ${result} | ${codeOf(title)} | ${escapeMarkdown(detail)} |`;
}

/** A title as code, where that can hold it. */
function codeOf(title: string): string {
  const text = printable(title);
  return /[\\`]/.test(text) ? escapeMarkdown(title) : `\`${text.replaceAll('|', '\\|')}\``;
}

/** Text that stays text: nothing in it makes markup, a link, a mention or a new cell. */
function escapeMarkdown(text: string): string {
  return printable(text)
    .replace(/[\\`*_[\]|~]/g, '\\$&')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('@', '&#64;')
    .replaceAll('://', '&#58;//');
}
