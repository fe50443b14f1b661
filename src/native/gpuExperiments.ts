/** Settings that cannot be decided without a GPU; users choose by variables of the environment. */
export interface GpuExperiments {
  /** Size of the hardware's buffer for samples of metrics, MiB. */
  readonly metricBufferMib: number;
  /** Time between two looks into that buffer, milliseconds. */
  readonly metricReadMs: number;
  /**
   * How `cuda.reset()` gets a lost device back: by resetting its primary context, by giving up the share
   * of the context that the thread has, or not at all.
   */
  readonly reset: 'reset' | 'release' | 'off';
  /**
   * How records are drained while calls are captured: only those that CUPTI has handed over are taken, CUPTI is
   * asked for the rest, or the device is also waited for.
   */
  readonly captureDrain: 'hold' | 'flush' | 'wait';
}

/** A variable of the environment for one field. */
interface ExperimentVariable<Field extends keyof GpuExperiments> {
  readonly name: string;
  readonly byDefault: GpuExperiments[Field];
  /** The values, for people. */
  readonly values: string;
  /** Undefined for a text that is not a value. */
  readonly read: (text: string) => GpuExperiments[Field] | undefined;
}

/** The variables, by their fields. */
export const EXPERIMENT_VARIABLES: {
  readonly [Field in keyof GpuExperiments]: ExperimentVariable<Field>;
} = {
  metricBufferMib: wholeNumber('KERNELSCOPE_GPU_METRIC_BUFFER_MIB', 64, 4096),
  metricReadMs: wholeNumber('KERNELSCOPE_GPU_METRIC_READ_MS', 20, 1000),
  reset: oneOf('KERNELSCOPE_CUDA_RESET', ['reset', 'release', 'off']),
  captureDrain: oneOf('KERNELSCOPE_GPU_CAPTURE_DRAIN', ['hold', 'flush', 'wait'])
};

/** The experiments that an environment asks for, and a sentence for each value that is not one. */
export function readGpuExperiments(env: Readonly<Record<string, string | undefined>>): {
  readonly experiments: GpuExperiments;
  readonly problems: readonly string[];
} {
  const problems: string[] = [];
  const valueOf = <Field extends keyof GpuExperiments>(
    variable: ExperimentVariable<Field>
  ): GpuExperiments[Field] => {
    const text = env[variable.name] ?? '';
    if (text === '') return variable.byDefault;
    const value = variable.read(text);
    if (value !== undefined) return value;
    const used = `${variable.byDefault} is used`;
    problems.push(
      `${variable.name} must be ${variable.values}, got ${JSON.stringify(text)}: ${used}.`
    );
    return variable.byDefault;
  };
  const experiments = {
    metricBufferMib: valueOf(EXPERIMENT_VARIABLES.metricBufferMib),
    metricReadMs: valueOf(EXPERIMENT_VARIABLES.metricReadMs),
    reset: valueOf(EXPERIMENT_VARIABLES.reset),
    captureDrain: valueOf(EXPERIMENT_VARIABLES.captureDrain)
  };
  return { experiments, problems };
}

function wholeNumber(name: string, byDefault: number, most: number) {
  return {
    name,
    byDefault,
    values: `a whole number from 1 to ${most}`,
    read: (text: string) => {
      const value = /^\d{1,9}$/.test(text) ? Number(text) : 0;
      return value >= 1 && value <= most ? value : undefined;
    }
  };
}

/** The first value is the default. */
function oneOf<Value extends string>(name: string, values: readonly [Value, ...Value[]]) {
  return {
    name,
    byDefault: values[0],
    values: `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`,
    read: (text: string) => values.find(value => value === text)
  };
}
