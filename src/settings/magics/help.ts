import { formatCount } from '../../base/text';
import { MAGICS } from './magicTable';
import type { MagicKind, MagicOption, MagicSpec, OptionValue } from '../table/optionTypes';
import { isNegatable, magicLabel } from '../table/optionTypes';
import { OUTPUT_EXTENSIONS } from '../table/outputFile';
import { usageLine, valueForm } from '../parse/usage';

/** The help of one magic: its description, usage, subcommands and options. Plain text. */
export function magicHelp(magic: MagicSpec): string {
  const parts = [`${magicLabel(magic)}: ${magic.help}.`];
  parts.push(usageLine(magic));
  if (magic.subcommands.length > 0) {
    const rows = magic.subcommands.map(({ name, operands, help }) => [
      `${name} ${operands}`.trimEnd(),
      help
    ]);
    parts.push(`Subcommands:\n${textColumns(rows)}`);
  }
  parts.push(`Options:\n${textColumns(magic.options.map(optionHelpRow))}`);
  const files = magic.options.map(({ value }) => value).find(({ kind }) => kind === 'files');
  if (files?.kind === 'files') {
    const rows = OUTPUT_EXTENSIONS.map(({ extension, help }) => [extension, help]);
    parts.push(`Extensions of ${files.metavar}:\n${textColumns(rows)}`);
  }
  return parts.join('\n\n');
}

/** The output of `%lsmagic`: every magic with its help sentence. Plain text. */
export function listMagics(): string {
  const section = (kind: MagicKind): string =>
    textColumns(
      MAGICS.filter(magic => magic.kind === kind).map(magic => [magicLabel(magic), magic.help])
    );
  return [
    `Line magics:\n${section('line')}`,
    `Cell magics:\n${section('cell')}`,
    '%name? shows the help of a magic.'
  ].join('\n\n');
}

/** The rows of a Markdown table of a magic's options: option, default, meaning. */
export function optionMarkdownRows(magic: MagicSpec): string[] {
  return magic.options.map(option => {
    const [form, help] = optionHelpRow(option);
    const cells = [`\`${form}\``, defaultOf(option.value), help];
    return `| ${cells.map(cell => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  });
}

function optionHelpRow(option: MagicOption): [form: string, help: string] {
  const short = option.short === undefined ? '' : `-${option.short}, `;
  const negative = isNegatable(option) ? `, --no-${option.long}` : '';
  const form = `${short}--${option.long}${valueForm(option)}${negative}`;
  return [form, option.help];
}

function defaultOf(value: OptionValue): string {
  switch (value.kind) {
    case 'flag':
      return 'off';
    case 'switch':
    case 'choice':
      return value.default;
    case 'period':
      return value.default === null ? 'off' : formatCount(value.default);
    case 'integer':
      return typeof value.default === 'string' ? value.default : formatCount(value.default);
    case 'text':
    case 'files':
    case 'budgets':
      return '';
  }
}

/** Two columns, the second one aligned; a long first cell puts the second on its own line. */
function textColumns(rows: readonly (readonly string[])[]): string {
  const width = Math.min(34, Math.max(...rows.map(([first]) => first.length)));
  return rows
    .map(([first, second]) =>
      first.length > width
        ? `  ${first}\n  ${' '.repeat(width)}  ${second}`
        : `  ${first.padEnd(width)}  ${second}`
    )
    .join('\n');
}
