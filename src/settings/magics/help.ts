import { formatCount } from '../../base/text';
import { MAGICS } from './magicTable';
import {
  type MagicKind,
  type MagicOption,
  type MagicSpec,
  type OptionValue,
  isNegatable,
  magicLabel
} from '../table/optionTypes';
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
  const options = magic.options.map(option => [formOf(option), withDefault(option)]);
  parts.push(`Options [default]:\n${textColumns(options)}`);
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
    const cells = [`\`${formOf(option)}\``, defaultOf(option.value), option.help];
    return `| ${cells.map(cell => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  });
}

function formOf(option: MagicOption): string {
  const short = option.short === undefined ? '' : `-${option.short}, `;
  const negative = isNegatable(option) ? `, --no-${option.long}` : '';
  return `${short}--${option.long}${valueForm(option)}${negative}`;
}

function defaultOf(value: OptionValue): string {
  switch (value.kind) {
    case 'flag':
      return 'off';
    case 'switch':
    case 'choice':
      return value.default;
    case 'period':
    case 'integer':
      if (value.default === null) return 'off';
      return typeof value.default === 'string' ? value.default : formatCount(value.default);
    case 'text':
    case 'files':
    case 'budgets':
      return '';
  }
}

/** The meaning of an option, with the default unless that is off or nothing. */
function withDefault({ value, help }: MagicOption): string {
  const text = defaultOf(value);
  return text === '' || text === 'off' ? help : `${help} [${text}]`;
}

/** Two columns, the second one aligned; a long first cell puts the second on its own line. */
function textColumns(rows: readonly (readonly string[])[]): string {
  const width = Math.min(31, Math.max(...rows.map(([first]) => first.length)));
  return rows
    .map(([first, second]) =>
      first.length > width
        ? `  ${first}\n  ${' '.repeat(width)}  ${second}`
        : `  ${first.padEnd(width)}  ${second}`
    )
    .join('\n');
}
