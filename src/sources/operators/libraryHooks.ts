import type { Recorder } from '../../record/recorder';
import { ApiCalls } from './apiCalls';
import { ModuleWatch } from './moduleWatch';
import type { HookDeps } from './operatorCalls';
import { OperatorContext } from './operatorContext';
import { OperatorMemory } from './operatorMemory';
import { RecordedKinds } from './recordedKinds';

/** State shared by all hooks in libraries that record into one recorder. */
export class LibraryHooks implements HookDeps {
  /** The kinds of records that open recordings want. */
  readonly kinds = new RecordedKinds();
  /** The scopes and custom operators that running code is in. */
  readonly operatorContext = new OperatorContext();
  readonly apiCalls: ApiCalls;
  readonly moduleWatch = new ModuleWatch();
  readonly operatorMemory: OperatorMemory;
  /** Those of another recorder that records the same calls, while it does; null for none. */
  twin: LibraryHooks | null = null;

  constructor(readonly recorder: Recorder) {
    this.apiCalls = new ApiCalls(recorder);
    this.operatorMemory = new OperatorMemory(recorder);
  }
}
