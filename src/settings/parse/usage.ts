import { type MagicOption, type MagicSpec, magicLabel } from '../table/optionTypes';

/** The form of a magic in one line; the options of a command come before its file. */
export function usageLine(magic: MagicSpec): string {
  const options = magic.options.some(({ long }) => long !== 'help') ? ['[options]'] : [];
  const operands = [operandForms(magic)].filter(forms => forms !== '');
  const rest = magic.kind === 'command' ? [...options, ...operands] : [...operands, ...options];
  return `Usage: ${[magicLabel(magic), ...rest].join(' ')}`;
}

function operandForms({ subcommands, operands }: MagicSpec): string {
  const forms = subcommands.map(({ name, operands: words }) =>
    words === '' ? name : `${name} ${words}`
  );
  return (operands === '' ? forms : [...forms, operands]).join(' | ');
}

/** The text after the name of an option: ` N`, `[=N]`, ` FILE…`, or nothing. */
export function valueForm({ value }: MagicOption): string {
  switch (value.kind) {
    case 'flag':
    case 'switch':
      return '';
    case 'period':
      return `[=${value.metavar}]`;
    case 'files':
      return ` ${value.metavar}${value.most === 1 ? '' : '…'}`;
    case 'integer':
    case 'choice':
    case 'text':
    case 'budgets':
      return ` ${value.metavar}`;
  }
}
