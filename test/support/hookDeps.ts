import { type Clock, monotonicClock } from '../../src/base/clock';
import { Recorder } from '../../src/record/recorder';
import { ApiCalls } from '../../src/sources/operators/apiCalls';
import { ModuleWatch } from '../../src/sources/operators/moduleWatch';
import { OperatorContext } from '../../src/sources/operators/operatorContext';
import { OperatorMemory } from '../../src/sources/operators/operatorMemory';
import type { Kinds } from '../../src/sources/operators/recordedKinds';

/** What hooks record with, and a switch for what they are told is wanted. */
export interface TestHookDeps {
  readonly recorder: Recorder;
  readonly kinds: { -readonly [kind in keyof Kinds]: Kinds[kind] };
  readonly apiCalls: ApiCalls;
  readonly operatorContext: OperatorContext;
  readonly moduleWatch: ModuleWatch;
  readonly operatorMemory: OperatorMemory;
}

/** Nothing is wanted. */
export const NO_KINDS: Kinds = {
  operators: false,
  graphOperators: false,
  api: false,
  tensorMemory: false,
  facts: false,
  layers: false
};

/** Hook parts of a new recorder; operators are wanted and nothing else, unless `kinds` says so. */
export function testHookDeps(
  kinds: Partial<Kinds> = {},
  clock: Clock = monotonicClock
): TestHookDeps {
  const recorder = new Recorder({ clock });
  return {
    recorder,
    kinds: { ...NO_KINDS, operators: true, ...kinds },
    apiCalls: new ApiCalls(recorder),
    operatorContext: new OperatorContext(),
    moduleWatch: new ModuleWatch(),
    operatorMemory: new OperatorMemory(recorder)
  };
}
