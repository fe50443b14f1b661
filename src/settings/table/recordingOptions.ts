import { FACT_RECORDS, type FactOptions } from '../../facts/table';
import type {
  RecordingOption,
  RecordingValues,
  RecordingValueType
} from '../../facts/shared/recordingOption';

export type {
  RecordingFlag,
  RecordingOption,
  RecordingValueType
} from '../../facts/shared/recordingOption';

const row = <Type extends RecordingValueType>(
  type: Type,
  usual: RecordingValues[Type],
  rest: Omit<RecordingOption<Type>, 'type' | 'default'>
): RecordingOption<Type> => ({ type, default: usual, ...rest });

/** The options of a recording that belong to no fact of `facts/table.ts`, in the order of help texts and errors. */
const OWN_OPTIONS = {
  /**
   * Time between CPU samples, microseconds; `null` takes none. `auto` is 1 ms, and doubles as a recording gets long: an
   * hour has fewer than 20,000 samples.
   */
  cpuIntervalUs: row('positiveAutoOrNull', 'auto', {
    light: 'asSet',
    isCpuWork: true,
    flag: {
      long: 'cpu',
      help: 'sample the V8 call stack: call tree and line heat',
      usual: 'auto: 1,000, more in long runs',
      period: {
        ...{ metavar: 'MICROSECONDS', min: 50, max: 1_000_000 },
        ...{ whenBare: 'auto', negatable: true }
      }
    }
  }),
  /** Record the lines of calls with the CPU samples, for total times per line. */
  lines: row('boolean', true, {
    light: 'asSet',
    isCpuWork: true,
    flag: { long: 'lines', help: 'with --cpu: total time of each line, from the lines of calls' }
  }),
  /** Keep the text of the hot functions in the user's own files. */
  sourceTexts: row('boolean', true, {
    light: 'asSet',
    flag: {
      long: 'sources',
      help: 'keep the text of hot functions in the files of this folder'
    }
  }),
  /** Time between memory samples, milliseconds; `null` takes none. */
  memoryPeriodMs: row('positiveOrNull', 10, {
    light: 'asSet',
    isCpuWork: true,
    flag: {
      long: 'memory',
      help: 'sample resident, heap, external and array-buffer memory',
      period: {
        ...{ metavar: 'MILLISECONDS', min: 1, max: 60_000 },
        ...{ whenBare: 10, negatable: true }
      }
    }
  }),
  /** Record eager operators and instrumented functions. */
  operators: row('boolean', true, {
    light: false,
    isCpuWork: true,
    flag: {
      long: 'operators',
      help: 'record operators of TensorFlow.js, ONNX Runtime and instrumented code'
    }
  }),
  /** Record operators that run inside a compiled graph. */
  graphOperators: row('boolean', true, { light: 'asSet', isCpuWork: true }),
  /** Keep the shapes and types of what operators read and make. */
  shapes: row('boolean', false, {
    light: false,
    flag: { long: 'shapes', help: 'record the input shapes of each operator' }
  }),
  /** Keep which tensors operators read and make, with their shapes and types. */
  tensors: row('boolean', false, { light: 'asSet' }),
  /** Keep the TypeScript stack that each operator is run from. */
  stacks: row('boolean', false, {
    light: false,
    flag: { long: 'stack', help: 'record the TypeScript stack of each operator' }
  }),
  /** Record the number of floating-point operations of each operator, with shapes and types. */
  flops: row('boolean', false, {
    light: false,
    flag: {
      long: 'flops',
      help: 'record the floating-point operations of each operator, and its input shapes'
    }
  }),
  /** Bytes between samples of heap allocations; `null` takes none. */
  allocationBytes: row('positiveOrNull', null, {
    light: null,
    isCpuWork: true,
    flag: {
      long: 'allocations',
      help: 'sample heap allocations, with the functions that make them',
      period: {
        ...{ metavar: 'BYTES', min: 1024, max: 1_073_741_824 },
        ...{ whenBare: 524_288, negatable: false }
      }
    }
  }),
  /** The same of what is still alive at the end; with `allocationBytes` both are sampled, at the shorter interval. */
  retainedBytes: row('positiveOrNull', null, {
    light: null,
    isCpuWork: true,
    flag: {
      long: 'retained',
      help: 'sample objects still alive at the end, with who allocated them',
      period: {
        ...{ metavar: 'BYTES', min: 1024, max: 1_073_741_824 },
        ...{ whenBare: 131_072, negatable: false }
      }
    }
  }),
  /**
   * Attribute work after an `await` to the range it belongs to, and distinguish running from waiting.
   * It slows down every promise on Node before 24; `null` attributes the work of functions declared `async`.
   */
  async: row('booleanOrNull', null, {
    light: false,
    flag: {
      long: 'async',
      help: 'count work after an await for the range it belongs to',
      usual: 'without running time'
    }
  }),
  /** Measure how long the event loop was idle in all, where no single waits are recorded. */
  idleTime: row('boolean', false, { light: true }),
  /** Record calls into the public interface of libraries, and their number. */
  api: row('boolean', false, {
    light: false,
    isCpuWork: true,
    flag: { long: 'api', help: 'record calls into the public interface of libraries, too' }
  }),
  /** Run ONNX Runtime models a second time for the shares of their nodes. */
  nodeShares: row('boolean', false, {
    light: false,
    isCpuWork: true,
    flag: {
      long: 'node-shares',
      help: 'run models of ONNX Runtime again, for the times of their nodes'
    }
  }),
  /** Record the bytes of tensors by device, and each allocation with its scope. */
  tensorMemory: row('boolean', true, { light: 'asSet', isCpuWork: true }),
  /** Take the memory in use, by device, at the end of every so many operators; `null` takes none. */
  memoryEveryOperators: row('countOrNull', null, { light: 'asSet', isCpuWork: true }),
  /** Record layers that are applied to tensors, and the models that run them, as slices. */
  layers: row('boolean', false, { light: 'asSet', isCpuWork: true }),
  /** Time asynchronous operators until they settle; false times the calls that start them alone. */
  untilSettled: row('boolean', true, { light: 'asSet' }),
  /** Count the bytes of every message between threads; false counts those of buffers alone. */
  messageBytes: row('boolean', false, { light: 'asSet' }),
  /** The longest wait at the end for GPU work in flight, milliseconds; `null` does not wait. */
  gpuWaitMs: row('positiveOrNull', 10_000, {
    light: 'asSet',
    flag: {
      long: 'gpu-wait',
      help: 'wait at the end, for so long at most, for GPU work that has not ended',
      period: {
        ...{ metavar: 'MILLISECONDS', min: 1, max: 600_000 },
        ...{ whenBare: 10_000, negatable: true }
      }
    }
  }),
  /**
   * Also record the threads and processes that are attached to this one, and those that a program or a
   * cell starts.
   */
  workers: row('boolean', true, {
    light: false,
    flag: {
      long: 'workers',
      help: 'record threads and processes that the cell or program starts, and attached ones'
    }
  })
} as const;

type OwnOptions = typeof OWN_OPTIONS;

/** The name of an option of a recording. */
export type RecordingOptionName = keyof OwnOptions | keyof FactOptions;

/** The values of the options of a recording. */
export type RecordingOptionValues = {
  readonly [Name in RecordingOptionName]: RecordingValues[TypeOf<Name>];
};

type TypeOf<Name extends RecordingOptionName> = (OwnOptions & FactOptions)[Name]['type'];

/**
 * All options for the data that a recording collects, in the order of help texts and errors. Their
 * types, defaults, checks and help everywhere come from here.
 */
const OPTIONS: ReadonlyMap<RecordingOptionName, RecordingOption> = new Map(
  optionsAfter(Object.entries(OWN_OPTIONS) as [keyof OwnOptions, RecordingOption][])
);

/** Each option of `own`, and those of facts that follow it. */
function optionsAfter(
  own: readonly (readonly [RecordingOptionName, RecordingOption])[]
): (readonly [RecordingOptionName, RecordingOption])[] {
  return own.flatMap(entry => {
    const following = FACT_RECORDS.flatMap(({ option }) => {
      const after: RecordingOptionName | undefined = option?.after;
      return option && after === entry[0] ? [option] : [];
    });
    return [entry, ...optionsAfter(following.map(option => [option.name, option]))];
  });
}

/** The names of all, in their order. */
export const RECORDING_OPTION_NAMES: readonly RecordingOptionName[] = [...OPTIONS.keys()];

/** The option of that name. */
export function recordingOption(name: RecordingOptionName): RecordingOption {
  const option = OPTIONS.get(name);
  if (option === undefined) throw new Error(`There is no option ${name}`);
  return option;
}

/** A value for each of `names`, as `value` finds it for the option. */
export function valuesOf<Name extends RecordingOptionName>(
  names: readonly Name[],
  value: (option: RecordingOption, name: Name) => unknown
): Pick<RecordingOptionValues, Name> {
  const entries = names.map(name => [name, value(recordingOption(name), name)]);
  return Object.fromEntries(entries) as Pick<RecordingOptionValues, Name>;
}

/** The options of a light recording, such as `%profile on` makes of every cell, where `set` are in force. */
export function lightValues(set: RecordingOptionValues): RecordingOptionValues {
  return valuesOf(RECORDING_OPTION_NAMES, ({ light }, name) =>
    light === 'asSet' ? set[name] : light
  );
}

/** The options of the other threads and processes of a recording that are as usual there, whatever is set. */
export const ONE_THREAD_OPTIONS = valuesOf(
  RECORDING_OPTION_NAMES.filter(name => recordingOption(name).isOfOneThread),
  option => option.default
);
