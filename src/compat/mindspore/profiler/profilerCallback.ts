import { isObject } from '../../../base/isObject';
import type { EitherCase } from '../../../base/snakeCase';
import { StepSlices } from '../../../engine/sessions/stepSlices';
import { readOptions } from '../../../engine/arguments/readArguments';
import { ArgumentTypeError } from '../../../engine/arguments/argumentErrors';
import type { Recorder } from '../../../record/recorder';
import { ProfilerOptionsError } from './profilerErrors';
import {
  type ArgumentType,
  type OptionTable,
  wholeArgument
} from '../../../engine/arguments/argumentTypes';
import { type CycleProfilerOptions, Profiler } from './profiler';
import type { ProfilerOptions } from './profilerOptions';

/** The batches of a training to record, counted from 1 through all epochs, and how. */
export interface ProfilerCallbackOptions {
  /** The first batch to record, at least 1; default 1. */
  readonly startStep?: number;
  /** The last batch to record, not before `startStep`; default 5. */
  readonly stopStep?: number;
  /** The recording options: those of `Profiler` except its schedule and whether it starts; or one itself. */
  readonly profiler?:
    | Profiler
    | EitherCase<Omit<ProfilerOptions<Profiler>, 'startProfile' | 'schedule'>>;
}

/** For `callbacks` of `model.fit` and `model.fitDataset` of TensorFlow.js. */
export interface ProfilerCallback {
  /** The profiler: after the training its results are those of the recorded batches. */
  readonly profiler: Profiler;
  /** Called when a training begins: counts its batches from 1. */
  readonly onTrainBegin: () => void;
  /** Called before each batch: starts the profiler at `startStep`, and begins a step. */
  readonly onBatchBegin: () => void;
  /** Called after each batch: ends its step, and stops the profiler at `stopStep`. */
  readonly onBatchEnd: () => Promise<void>;
  /** Called when the training ends: stops the profiler, and analyses its cycles. */
  readonly onTrainEnd: () => Promise<void>;
}

/** Makes callbacks that record some batches of a training: `profilerCallback`. */
export interface ProfilerCallbackFunction {
  /**
   * MindSpore's `StopAtStep`: records the batches from `startStep` to `stopStep`, each as a step with
   * its number, and analyses them when the training ends. A shorter training is recorded to its end.
   * With several trainings in turn, counting restarts in each.
   *
   * @throws ProfilerArgumentError for invalid options
   */
  (options?: EitherCase<ProfilerCallbackOptions>): ProfilerCallback;
}

const optionsArgument: ArgumentType<NonNullable<ProfilerCallbackOptions['profiler']>> = {
  name: 'object of options of Profiler',
  read: (option, value) => {
    if (!isObject(value)) {
      throw new ArgumentTypeError(option, 'object of options of Profiler', value);
    }
    if (value instanceof Profiler) {
      if (!value.hasSchedule) return value;
      throw new ProfilerOptionsError(
        `${option} has a schedule, which says when it records: leave that to startStep and stopStep`
      );
    }
    const taken = ['startProfile', 'schedule'].find(name => Reflect.get(value, name) !== undefined);
    if (taken === undefined) return value;
    throw new ProfilerOptionsError(
      `${option}.${taken} is not for profilerCallback, whose startStep and stopStep say when it records`
    );
  }
};

const TABLE: OptionTable<Required<ProfilerCallbackOptions>> = {
  startStep: { type: wholeArgument(1), default: 1 },
  stopStep: { type: wholeArgument(1), default: 5 },
  profiler: { type: optionsArgument, default: {} }
};

/** The `profilerCallback` function over a recorder and what makes profilers. */
export function createProfilerCallback(
  recorder: Recorder,
  newProfiler: (options: CycleProfilerOptions) => Profiler
): ProfilerCallbackFunction {
  return options => {
    const { startStep, stopStep, profiler } = readOptions('profilerCallback', TABLE, options);
    if (stopStep < startStep) {
      throw new ProfilerOptionsError(
        `stopStep is ${stopStep}, before startStep ${startStep}: give the same number or a greater one`
      );
    }
    const made =
      profiler instanceof Profiler ? profiler : newProfiler({ ...profiler, startProfile: false });
    return callbacksOf({ profiler: made, startStep, stopStep, steps: new StepSlices(recorder) });
  };
}

interface CallbackParts {
  readonly profiler: Profiler;
  readonly startStep: number;
  readonly stopStep: number;
  readonly steps: StepSlices;
}

function callbacksOf({ profiler, startStep, stopStep, steps }: CallbackParts): ProfilerCallback {
  let step = 0;
  let hasRecorded = false;
  const stop = async (): Promise<void> => {
    if (profiler.isStarted) await profiler.stop();
  };
  return {
    profiler,
    onTrainBegin: () => {
      step = 0;
      hasRecorded = false;
    },
    onBatchBegin: () => {
      step++;
      if (step === startStep && !profiler.isStarted) profiler.start();
      if (step < startStep || step > stopStep) return;
      hasRecorded = true;
      steps.begin(step);
    },
    onBatchEnd: async () => {
      steps.end();
      if (step === stopStep) await stop();
    },
    onTrainEnd: async () => {
      steps.end();
      await stop();
      if (hasRecorded && profiler.needsAnalysis) await profiler.analyse();
    }
  };
}
