import { completeBudget } from '../budgets/completeBudget';
import { type LeadingLine, leadingLines, findMagic } from './findMagic';
import { codeStart } from './lineCode';
import { MAGICS, magicSpec } from './magicTable';
import { type MagicKind, type MagicOption, type MagicSpec, magicLabel } from '../table/optionTypes';
import { ON_OFF } from '../parse/parseConfig';
import { SETTING_OPTIONS } from '../table/optionTable';
import { isOptionWord, longNames } from '../parse/readWords';
import { type Word, splitWords } from '../parse/splitWords';
import { SQL_VIEWS } from '../../model/output/sqlViews';

/** Replacements for the text from `start` to `end`; offsets in UTF-16 code units. */
export interface MagicCompletion {
  readonly start: number;
  readonly end: number;
  readonly matches: readonly string[];
}

/** A magic line, perhaps unfinished: `%` alone is one. */
interface PartialMagic {
  readonly kind: MagicKind;
  readonly name: string;
  readonly nameStart: number;
  readonly nameEnd: number;
  readonly end: number;
  /** The text after the name. */
  readonly text: string;
}

const PARTIAL_MAGIC = /^(\s*(?:\/\/\s*(?=%%))?)(%%?)([A-Za-z][\w-]*)?(?![\w-])/;

/**
 * Names, options, values and subcommands that fit at `cursor`; null if the cursor is not in a magic, or
 * is in the code on its line, so that TypeScript should complete there.
 */
export function completeMagic(source: string, cursor: number): MagicCompletion | null {
  const magic = partialMagicAt(source, cursor);
  if (magic === null) return completeSql(source, cursor);
  if (cursor <= magic.nameEnd) return completeName(source, magic, cursor);
  const spec = magicSpec(magic.kind, magic.name);
  if (spec === null) return { start: cursor, end: cursor, matches: [] };
  const code = codeStart(spec, magic.text, magic.nameEnd);
  if (code !== null && cursor > code) return null;
  const { words } = splitWords(magic.text, magic.nameEnd);
  const current = words.find(({ start, end }) => start < cursor && cursor <= end);
  const before = words.filter(({ end }) => end < cursor && end !== current?.end);
  const start = current?.start ?? cursor;
  const typed = source.slice(start, cursor);
  const expression = budgetsIn(spec, before, typed);
  if (expression !== null) {
    const { start: from, matches } = completeBudget(expression);
    return { start: cursor - expression.length + from, end: cursor, matches };
  }
  const candidates = candidatesFor(spec, before, typed);
  const matches = candidates.filter(candidate => candidate.startsWith(typed));
  return { start, end: current?.end ?? cursor, matches };
}

function partialMagicAt(source: string, cursor: number): PartialMagic | null {
  for (const line of leadingLines(source)) {
    const magic = partialMagicOn(line);
    if (magic === null) continue;
    return cursor > magic.nameStart && cursor <= magic.end ? magic : null;
  }
  return null;
}

function partialMagicOn(line: LeadingLine): PartialMagic | null {
  const match = PARTIAL_MAGIC.exec(line.text);
  if (match === null) return null;
  const [matched, indent, percent, name] = match;
  if (name === undefined && line.text.slice(matched.length).trim() !== '') return null;
  return {
    kind: percent === '%%' ? 'cell' : 'line',
    name: name ?? '',
    nameStart: line.start + indent.length,
    nameEnd: line.start + matched.length,
    end: line.start + line.text.length,
    text: line.text.slice(matched.length)
  };
}

function completeName(source: string, magic: PartialMagic, cursor: number): MagicCompletion {
  const typed = source.slice(magic.nameStart, cursor);
  const labels = MAGICS.map(magicLabel);
  const matches = labels.filter(label => label.startsWith(typed));
  return { start: magic.nameStart, end: magic.nameEnd, matches };
}

function candidatesFor(spec: MagicSpec, before: readonly Word[], typed: string): string[] {
  if (spec.subcommands.length > 0) return subcommandCandidates(spec, before, typed);
  const awaited = awaitedOption(spec, before);
  if (awaited !== undefined) return valuesOf(awaited);
  const equals = typed.indexOf('=');
  if (equals !== -1) {
    const written = typed.slice(0, equals);
    const option = spec.options.find(({ long }) => `--${long}` === written);
    return option === undefined ? [] : valuesOf(option).map(value => `${written}=${value}`);
  }
  return optionForms(spec);
}

/** The typed part of the value of an option for budgets; null elsewhere. */
function budgetsIn(spec: MagicSpec, before: readonly Word[], typed: string): string | null {
  if (awaitedOption(spec, before)?.value.kind === 'budgets') return typed.replace(/^["']/, '');
  const [, long, value] = /^--([\w-]+)=["']?(.*)$/.exec(typed) ?? [];
  const option = spec.options.find(one => one.long === long);
  return option?.value.kind === 'budgets' ? value : null;
}

/** Kinds of values that follow their option as a separate word. */
const ONE_WORD: ReadonlySet<string> = new Set(['choice', 'integer', 'files', 'text', 'budgets']);

/** The option right before the cursor that takes the next word as its value. */
function awaitedOption(spec: MagicSpec, before: readonly Word[]): MagicOption | undefined {
  const last = before.at(-1);
  if (last === undefined || !isOptionWord(last)) return undefined;
  return spec.options.find(
    ({ long, short, value }) =>
      (last.text === `--${long}` || (short !== undefined && last.text === `-${short}`)) &&
      ONE_WORD.has(value.kind)
  );
}

function valuesOf({ value }: MagicOption): string[] {
  if (value.kind === 'text') return [...(value.words ?? [])];
  return value.kind === 'choice' ? [...value.values] : [];
}

function optionForms(spec: MagicSpec): string[] {
  const short = spec.options.flatMap(({ short: letter }) =>
    letter === undefined ? [] : [`-${letter}`]
  );
  return [...longNames(spec), ...short];
}

function subcommandCandidates(spec: MagicSpec, before: readonly Word[], typed: string): string[] {
  if (before.length === 0) {
    return [...spec.subcommands.map(({ name }) => name), '--help'];
  }
  const [{ text }, ...operands] = before;
  if (text === 'config') return configCandidates(typed);
  const words = spec.subcommands.find(({ name }) => name === text)?.words ?? [];
  return operands.length === 0 ? [...words] : [];
}

function configCandidates(typed: string): string[] {
  const equals = typed.indexOf('=');
  if (equals === -1) {
    return [...SETTING_OPTIONS.map(({ long }) => `${long}=`), 'sidecar='];
  }
  const key = typed.slice(0, equals);
  return configValues(key).map(value => `${key}=${value}`);
}

function configValues(key: string): readonly string[] {
  if (key === 'sidecar') return ON_OFF;
  const option = SETTING_OPTIONS.find(({ long }) => long === key);
  if (option === undefined || option.value.kind === 'integer') return [];
  if (option.value.kind === 'switch' && option.value.auto) return [...ON_OFF, 'auto'];
  return option.value.kind === 'choice' ? option.value.values : ON_OFF;
}

const KEYWORDS = (
  'SELECT FROM WHERE GROUP BY ORDER LIMIT HAVING JOIN LEFT USING ON AS AND OR NOT NULL DISTINCT DESC ' +
  'WITH CASE WHEN THEN ELSE END BETWEEN LIKE ILIKE IS IN DESCRIBE UNION ALL'
).split(' ');

/** Views, columns and words of SQL that fit at `cursor`; null outside of a cell of SQL. */
function completeSql(source: string, cursor: number): MagicCompletion | null {
  const magic = findMagic(source);
  if (magic === null || cursor <= magic.end) return null;
  if (magicSpec(magic.kind, magic.name)?.language !== 'sql') return null;
  const [typed] = /\w*$/.exec(source.slice(magic.end, cursor)) ?? [''];
  const [rest] = /^\w*/.exec(source.slice(cursor)) ?? [''];
  const start = cursor - typed.length;
  const isMember = source[start - 1] === '.';
  const columns = SQL_VIEWS.flatMap(view => view.columns.map(({ name }) => name));
  const names = [...SQL_VIEWS.map(({ name }) => name), ...columns];
  const words = isMember ? names : [...names, ...KEYWORDS];
  const lower = typed.toLowerCase();
  const matches = [...new Set(words)].filter(word => word.toLowerCase().startsWith(lower));
  return { start, end: cursor + rest.length, matches };
}
