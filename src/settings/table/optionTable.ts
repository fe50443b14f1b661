import {
  DEFAULT_PROFILE_OPTIONS as USUAL,
  DEFAULT_TIMEIT_OPTIONS,
  TEXT_FORMATS,
  type OptionsPatch,
  type ProfileOptions
} from './profileOptions';
import { SORT_KEYS } from '../../analysis/statistics/aggregateTypes';
import type { ChoiceValue, MagicOption, OptionValue } from './optionTypes';
import {
  RECORDING_OPTION_NAMES,
  type RecordingFlag,
  type RecordingOption,
  recordingOption
} from './recordingOptions';

function choice(values: readonly string[], usual: string): ChoiceValue {
  return { kind: 'choice', metavar: values.join('|'), values, default: usual };
}

const shown: readonly MagicOption[] = [
  {
    key: 'sortBy',
    long: 'sort-by',
    short: 's',
    value: choice(SORT_KEYS, USUAL.sortBy),
    help: 'order of the table'
  },
  {
    key: 'ascending',
    long: 'ascending',
    short: 'a',
    value: { kind: 'flag' },
    help: 'smallest first'
  },
  {
    key: 'top',
    long: 'top',
    short: 'n',
    value: {
      kind: 'integer',
      metavar: 'N',
      min: 0,
      max: 1_000_000,
      default: 30
    },
    help: 'rows of the text table, 0 for all'
  },
  {
    key: 'format',
    long: 'format',
    short: 'f',
    value: choice(TEXT_FORMATS, USUAL.format),
    help: 'plain-text form of the statistics'
  },
  {
    key: 'quiet',
    long: 'quiet',
    short: 'q',
    value: { kind: 'flag' },
    help: 'record, show nothing; profile.last has it'
  },
  {
    key: 'outputs',
    long: 'output',
    short: 'o',
    value: { kind: 'files', metavar: 'FILE' },
    help: 'write files, the format chosen by their extension',
    perCell: true
  }
];

/** The options of a recording that can be written here. */
const recorded: readonly MagicOption[] = RECORDING_OPTION_NAMES.flatMap(key => {
  const option = recordingOption(key);
  const { flag } = option;
  if (flag === undefined) return [];
  return [{ key, long: flag.long, value: valueOf(option, flag), help: flag.help }];
});

function valueOf({ type, default: usual }: RecordingOption, flag: RecordingFlag): OptionValue {
  if (flag.period) {
    const isStated = typeof usual === 'number' || usual === null;
    return { kind: 'period', ...flag.period, default: isStated ? usual : (flag.usual ?? 'auto') };
  }
  if (type === 'booleanOrNull') {
    return { kind: 'switch', default: flag.usual ?? 'auto', auto: true };
  }
  return usual === true ? { kind: 'switch', default: 'on' } : { kind: 'flag' };
}

const bounded: readonly MagicOption[] = [
  {
    key: 'gpu',
    long: 'gpu',
    value: { kind: 'switch', default: 'on if a GPU is found', auto: true },
    help: 'record GPU work; with --gpu a profile without any says why'
  },
  {
    key: 'maxEvents',
    long: 'max-events',
    value: {
      kind: 'integer',
      metavar: 'N',
      min: 1,
      max: 100_000_000,
      default: USUAL.maxEvents
    },
    help: 'keep at most N slices, count the rest; totals stay exact'
  }
];

const repeated: readonly MagicOption[] = [
  {
    key: 'warmup',
    long: 'warmup',
    value: {
      kind: 'integer',
      metavar: 'N',
      min: 0,
      max: 10_000,
      default: 0
    },
    help: 'run the cell N times before it is recorded',
    perCell: true
  },
  {
    key: 'repeat',
    long: 'repeat',
    value: {
      kind: 'integer',
      metavar: 'N',
      min: 1,
      max: 10_000,
      default: 1
    },
    help: 'record N runs; mean and 95 % confidence interval of each row',
    perCell: true
  },
  {
    key: 'compare',
    long: 'compare',
    value: {
      kind: 'text',
      metavar: 'last|NAME|FILE',
      words: ['last']
    },
    help: 'show differences from another profile',
    perCell: true
  },
  {
    key: 'trial',
    long: 'try',
    value: { kind: 'flag' },
    help: 'run the edited cell in turns with the cell as it was recorded before',
    perCell: true
  },
  {
    key: 'budgets',
    long: 'assert',
    value: { kind: 'budgets', metavar: '"EXPR; EXPR"' },
    help: 'fail the cell when a budget is missed',
    perCell: true
  }
];

/** Shows help instead of running; every magic has it. */
export const HELP_OPTION: MagicOption = {
  key: null,
  long: 'help',
  short: 'h',
  value: { kind: 'flag' },
  help: 'show this help',
  perCell: true
};

/** Options of `%%profile`, in the order of its help. */
export const PROFILE_OPTIONS: readonly MagicOption[] = [
  ...shown,
  ...recorded,
  ...bounded,
  ...repeated,
  HELP_OPTION
];

/** Options of `%timeit` and `%%timeit`. */
export const TIMEIT_OPTIONS: readonly MagicOption[] = [
  {
    key: 'loops',
    long: 'number',
    short: 'n',
    value: {
      kind: 'integer',
      metavar: 'N',
      min: 1,
      max: 1_000_000_000,
      default: 'enough for 0.2 s'
    },
    help: 'loops of the code in one run'
  },
  {
    key: 'runs',
    long: 'repeat',
    short: 'r',
    value: {
      kind: 'integer',
      metavar: 'R',
      min: 1,
      max: 10_000,
      default: DEFAULT_TIMEIT_OPTIONS.runs
    },
    help: 'runs that are measured'
  },
  HELP_OPTION
];

/** The options of `%%profile` that can be settings: those that do not belong to one cell. */
export const SETTING_OPTIONS: readonly MagicOption[] = PROFILE_OPTIONS.filter(
  ({ perCell }) => perCell !== true
);

/** Options by their long names, each value as `%profile config` would read it back. */
export function settingTexts(options: ProfileOptions): Readonly<Record<string, string>> {
  return Object.fromEntries(
    SETTING_OPTIONS.flatMap(({ key, long, value }) =>
      key === null ? [] : [[long, textOf((options as OptionsPatch)[key], value)]]
    )
  );
}

function textOf(value: OptionsPatch[keyof OptionsPatch], { kind }: OptionValue): string {
  if (value === null) return kind === 'period' ? 'off' : 'auto';
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return typeof value === 'object' ? '' : String(value);
}
