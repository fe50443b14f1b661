import { DEFAULT_TIMEIT_OPTIONS, SORT_KEYS, TEXT_FORMATS } from './profileOptions';
import type { OptionsPatch } from './profileOptions';
import type { ChoiceValue, MagicOption } from './optionTypes';

function choice<Value extends string>(
  values: readonly Value[],
  initial: Value,
  patch: (value: Value) => OptionsPatch
): ChoiceValue {
  const set = (text: string): OptionsPatch => {
    const value = values.find(candidate => candidate === text);
    return value === undefined ? {} : patch(value);
  };
  return { kind: 'choice', metavar: values.join('|'), values, default: initial, set };
}

const shown: readonly MagicOption[] = [
  {
    long: 'sort-by',
    short: 's',
    value: choice(SORT_KEYS, 'total', sortBy => ({ sortBy })),
    help: 'order of the table'
  },
  {
    long: 'ascending',
    short: 'a',
    value: { kind: 'flag', set: ascending => ({ ascending }) },
    help: 'smallest first'
  },
  {
    long: 'top',
    short: 'n',
    value: {
      kind: 'integer',
      metavar: 'N',
      min: 0,
      max: 1_000_000,
      default: 30,
      set: top => ({ top })
    },
    help: 'rows of the text table, 0 for all'
  },
  {
    long: 'format',
    short: 'f',
    value: choice(TEXT_FORMATS, 'table', format => ({ format })),
    help: 'plain-text form of the statistics'
  },
  {
    long: 'quiet',
    short: 'q',
    value: { kind: 'flag', set: quiet => ({ quiet }) },
    help: 'record, show nothing; profile.last has it'
  },
  {
    long: 'output',
    short: 'o',
    value: { kind: 'files', metavar: 'FILE', set: outputs => ({ outputs }) },
    help: 'write files, the format chosen by their extension',
    perCell: true
  }
];

const recorded: readonly MagicOption[] = [
  {
    long: 'cpu',
    value: {
      kind: 'period',
      negatable: true,
      metavar: 'MICROSECONDS',
      min: 50,
      max: 1_000_000,
      whenBare: 1000,
      default: 1000,
      set: cpuIntervalUs => ({ cpuIntervalUs })
    },
    help: 'sample the V8 call stack: call tree and line heat'
  },
  {
    long: 'lines',
    value: { kind: 'switch', default: 'on', set: lines => ({ lines }) },
    help: 'with --cpu: total time of each line, from the lines of calls'
  },
  {
    long: 'memory',
    value: {
      kind: 'period',
      negatable: true,
      metavar: 'MILLISECONDS',
      min: 1,
      max: 60_000,
      whenBare: 10,
      default: 10,
      set: memoryPeriodMs => ({ memoryPeriodMs })
    },
    help: 'sample resident, heap, external and array-buffer memory'
  },
  {
    long: 'operators',
    value: { kind: 'switch', default: 'on', set: operators => ({ operators }) },
    help: 'record operators of TensorFlow.js, ONNX Runtime and instrumented code'
  },
  {
    long: 'shapes',
    value: { kind: 'flag', set: shapes => ({ shapes }) },
    help: 'record the input shapes of each operator'
  },
  {
    long: 'stack',
    value: { kind: 'flag', set: stacks => ({ stacks }) },
    help: 'record the TypeScript stack of each operator'
  },
  {
    long: 'flops',
    value: { kind: 'flag', set: flops => ({ flops }) },
    help: 'record the floating-point operations of each operator, and its input shapes'
  },
  {
    long: 'allocations',
    value: {
      kind: 'period',
      negatable: false,
      metavar: 'BYTES',
      min: 1024,
      max: 1_073_741_824,
      whenBare: 524_288,
      default: null,
      set: allocationBytes => ({ allocationBytes })
    },
    help: 'sample the heap: who allocated what'
  },
  {
    long: 'async',
    value: {
      kind: 'switch',
      default: 'on from Node 24',
      set: async => ({ async }),
      auto: { async: null }
    },
    help: 'count work after an await for the range it belongs to'
  },
  {
    long: 'api',
    value: { kind: 'flag', set: api => ({ api }) },
    help: 'record calls into the public interface of libraries, too'
  },
  {
    long: 'node-shares',
    value: { kind: 'flag', set: nodeShares => ({ nodeShares }) },
    help: 'run models of ONNX Runtime once more, for the time of their nodes'
  },
  {
    long: 'gpu',
    value: {
      kind: 'switch',
      default: 'on where a GPU is found',
      set: gpu => ({ gpu }),
      auto: { gpu: null }
    },
    help: 'record what GPUs do; with --gpu a profile says why where there is none'
  },
  {
    long: 'workers',
    value: { kind: 'switch', default: 'on', set: workers => ({ workers }) },
    help: 'record threads and processes that the cell or program starts, and attached ones'
  },
  {
    long: 'max-events',
    value: {
      kind: 'integer',
      metavar: 'N',
      min: 1,
      max: 100_000_000,
      default: 4_000_000,
      set: maxEvents => ({ maxEvents })
    },
    help: 'keep at most N slices, count the rest; totals stay exact'
  }
];

const repeated: readonly MagicOption[] = [
  {
    long: 'warmup',
    value: {
      kind: 'integer',
      metavar: 'N',
      min: 0,
      max: 10_000,
      default: 0,
      set: warmup => ({ warmup })
    },
    help: 'run the cell N times before it is recorded',
    perCell: true
  },
  {
    long: 'repeat',
    value: {
      kind: 'integer',
      metavar: 'N',
      min: 1,
      max: 10_000,
      default: 1,
      set: repeat => ({ repeat })
    },
    help: 'record N runs; mean and 95 % confidence interval of each row',
    perCell: true
  },
  {
    long: 'compare',
    value: {
      kind: 'text',
      metavar: 'last|NAME|FILE',
      words: ['last'],
      set: compare => ({ compare })
    },
    help: 'show differences from another profile',
    perCell: true
  },
  {
    long: 'assert',
    value: { kind: 'budgets', metavar: '"EXPR; EXPR"', set: budgets => ({ budgets }) },
    help: 'fail the cell when a budget is missed',
    perCell: true
  }
];

/** Asks for help in place of a run; every magic has it. */
export const HELP_OPTION: MagicOption = {
  long: 'help',
  short: 'h',
  value: { kind: 'flag', set: () => ({}) },
  help: 'show this help',
  perCell: true
};

/** Options of `%%profile`, in the order of its help. */
export const PROFILE_OPTIONS: readonly MagicOption[] = [
  ...shown,
  ...recorded,
  ...repeated,
  HELP_OPTION
];

/** Options of `%timeit` and `%%timeit`. */
export const TIMEIT_OPTIONS: readonly MagicOption[] = [
  {
    long: 'number',
    short: 'n',
    value: {
      kind: 'integer',
      metavar: 'N',
      min: 1,
      max: 1_000_000_000,
      default: 'as many as take 0.2 s',
      set: loops => ({ loops })
    },
    help: 'loops of the code in one run'
  },
  {
    long: 'repeat',
    short: 'r',
    value: {
      kind: 'integer',
      metavar: 'R',
      min: 1,
      max: 10_000,
      default: DEFAULT_TIMEIT_OPTIONS.runs,
      set: runs => ({ runs })
    },
    help: 'runs that are measured'
  },
  HELP_OPTION
];
