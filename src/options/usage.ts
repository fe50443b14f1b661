import { isNegatable, magicLabel } from './optionTypes';
import type { MagicOption, MagicSpec } from './optionTypes';

/** One line that shows every option of a magic that works today. */
export function usageLine(magic: MagicSpec): string {
  const options = magic.options
    .filter(({ availability, long }) => availability === 'now' && long !== 'help')
    .map(option => `[${shortForm(option)}]`);
  const words = [magicLabel(magic), ...options];
  const operands = operandForms(magic);
  if (operands !== '') words.splice(1, 0, operands);
  return `Usage: ${words.join(' ')}`;
}

function operandForms({ subcommands, operands }: MagicSpec): string {
  const forms = subcommands
    .filter(({ availability }) => availability === 'now')
    .map(({ name, operands: words }) => (words === '' ? name : `${name} ${words}`));
  return (operands === '' ? forms : [...forms, operands]).join(' | ');
}

function shortForm(option: MagicOption): string {
  const { long, short } = option;
  const positive = (short === undefined ? `--${long}` : `-${short}`) + valueForm(option);
  return isNegatable(option) ? `${positive}|--no-${long}` : positive;
}

/** What follows the name of an option: ` N`, `[=N]`, ` FILE…`, or nothing. */
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
