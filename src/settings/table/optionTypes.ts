import type { OptionsPatch } from './profileOptions';

/** An option of a magic: its syntax, its meaning, and the field it sets. */
export interface MagicOption {
  /** The option that its value is set as; null for one that sets nothing. */
  readonly key: keyof OptionsPatch | null;
  /** Long name without dashes. */
  readonly long: string;
  /** One-letter name without the dash. */
  readonly short?: string;
  readonly value: OptionValue;
  /** One sentence, without the full stop. */
  readonly help: string;
  /** True if a session-wide default makes no sense, so `%profile config` refuses it. */
  readonly perCell?: boolean;
}

/** The forms an option's value can take. */
export type OptionValue =
  | FlagValue
  | SwitchValue
  | PeriodValue
  | IntegerValue
  | ChoiceValue
  | TextValue
  | FilesValue
  | BudgetsValue;

/** `--name`: off unless given. */
export interface FlagValue {
  readonly kind: 'flag';
}

/** `--name` or `--no-name`; `default` is for the reader. */
export interface SwitchValue {
  readonly kind: 'switch';
  readonly default: string;
  /** Whether it can be set to `auto`, null: for switches whose default depends on the machine. */
  readonly auto?: true;
}

/** `--name`, `--name=NUMBER` and, when `negatable`, `--no-name`; `--name=auto` where the bare `--name` is that. */
export interface PeriodValue extends IntegerRange {
  readonly kind: 'period';
  readonly negatable: boolean;
  /** Value of the bare `--name`. */
  readonly whenBare: number | 'auto';
  /** A number, null for off, or words for the reader. */
  readonly default: number | string | null;
}

/** `--name NUMBER`. */
export interface IntegerValue extends IntegerRange {
  readonly kind: 'integer';
  /** A number, or words that say how it is chosen. */
  readonly default: number | string;
}

/** The whole numbers from `min` to `max`. */
export interface IntegerRange {
  readonly metavar: string;
  readonly min: number;
  readonly max: number;
}

/** `--name WORD`, one of `values`. */
export interface ChoiceValue {
  readonly kind: 'choice';
  readonly metavar: string;
  readonly values: readonly string[];
  readonly default: string;
}

export interface TextValue {
  readonly kind: 'text';
  readonly metavar: string;
  /** Words with a special meaning. */
  readonly words?: readonly string[];
}

/** `--name FILE…`: every word up to the next option, or `most` of them. */
export interface FilesValue {
  readonly kind: 'files';
  readonly metavar: string;
  /** Unlimited unless given. */
  readonly most?: number;
}

/** `--name "EXPR; EXPR"`, in the grammar of `parseBudgets`. */
export interface BudgetsValue {
  readonly kind: 'budgets';
  readonly metavar: string;
}

/** A magic: its name, forms, options and subcommands. */
export interface MagicSpec {
  /** `cell` magics begin with `%%`, `line` magics with `%`, a `command` is one of `kernelscope`. */
  readonly kind: MagicKind;
  /** Name without per cent signs. */
  readonly name: string;
  /** One sentence, without the full stop. */
  readonly help: string;
  /** The words that may follow the name, besides options. */
  readonly operands: string;
  readonly options: readonly MagicOption[];
  readonly subcommands: readonly Subcommand[];
  /** The language of the cell below the magic, unless it is TypeScript. */
  readonly language?: 'sql' | 'sh';
}

/** See {@link MagicSpec.kind}. */
export type MagicKind = 'cell' | 'line' | 'command';

/** Words that may follow `%profile`. */
export type SubcommandName =
  | 'on'
  | 'off'
  | 'last'
  | 'list'
  | 'show'
  | 'save'
  | 'load'
  | 'diff'
  | 'config'
  | 'doctor';

/** A word after a line magic that selects its action. */
export interface Subcommand {
  readonly name: SubcommandName;
  readonly operands: string;
  readonly help: string;
  /** Words with a special meaning that the first operand may be. */
  readonly words: readonly string[];
}

const PREFIX: Readonly<Record<MagicKind, string>> = {
  cell: '%%',
  line: '%',
  command: 'kernelscope '
};

/** `%%profile`: the magic as a user writes it. */
export function magicLabel({ kind, name }: Pick<MagicSpec, 'kind' | 'name'>): string {
  return PREFIX[kind] + name;
}

/** True for options that also have a `--no-` form. */
export function isNegatable({ value }: MagicOption): boolean {
  return value.kind === 'switch' || (value.kind === 'period' && value.negatable);
}
