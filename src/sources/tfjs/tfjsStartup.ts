import { isPlainPromise } from '../../record/promiseSlice';
import { NO_TOKEN, type Token } from '../../record/slices/sliceStore';
import { type EngineHook, type TfjsEngine, type TfjsStart, engineHook } from './tfjsEngine';
import type { TfjsTrace } from './tfjsTrace';

/** Name of operator slices for the one-time start of a back end. */
const INIT = 'init';

/** The hooks that record how back ends are started and chosen. */
export function startupHooks(trace: TfjsTrace): readonly EngineHook[] {
  return [backendHook(trace), kernelsHook(trace), ...choiceHooks(trace)];
}

/** Records the start of a back end, on a lane until it is ready when that is asynchronous. */
function backendHook(trace: TfjsTrace): EngineHook {
  const { recorder } = trace.around;
  const { inFlight } = recorder;
  const settle = (token: Token, start: TfjsStart | null): void => {
    if (!isPlainPromise(start?.success)) {
      recorder.end(token);
      return;
    }
    recorder.moveToLane(token);
    inFlight.enter();
    const end = (): void => {
      recorder.endAsync(token);
      inFlight.leave();
    };
    start.success.then(end, end);
  };
  return engineHook({
    method: 'initializeBackend',
    isWanted: kinds => kinds.operators || kinds.graphOperators,
    replace: original =>
      function initializeBackend(this: TfjsEngine, name: string): TfjsStart {
        const token = begin(trace, `tfjs/${name}`, 'backend');
        if (token === NO_TOKEN) return original.call(this, name);
        let start: TfjsStart | null = null;
        try {
          start = original.call(this, name);
          return start;
        } finally {
          trace.guard(() => settle(token, start));
        }
      }
  });
}

/** Records how the kernels of a back end are set up. */
function kernelsHook(trace: TfjsTrace): EngineHook {
  return engineHook({
    method: 'setupRegisteredKernels',
    isWanted: kinds => kinds.operators || kinds.graphOperators,
    replace: original =>
      function setupRegisteredKernels(this: TfjsEngine): void {
        const token = begin(trace, `tfjs/${this.backendName ?? 'none'}`, 'kernels');
        try {
          original.call(this);
        } finally {
          if (token !== NO_TOKEN) trace.guard(() => trace.around.recorder.end(token));
        }
      }
  });
}

function begin(trace: TfjsTrace, of: string, step: 'backend' | 'kernels'): Token {
  const { recorder } = trace.around;
  if (!recorder.enabled) return NO_TOKEN;
  const token = trace.guard(() => trace.begin(INIT)) ?? NO_TOKEN;
  if (token === NO_TOKEN) return NO_TOKEN;
  recorder.arg(token, 'of', of);
  recorder.arg(token, 'step', step);
  return token;
}

/** Records the calls by which a program chooses a back end and waits for it. */
function choiceHooks(trace: TfjsTrace): readonly EngineHook[] {
  const call = <T>(name: string, run: () => T): T => {
    const token = trace.guard(() => trace.beginCall(name)) ?? NO_TOKEN;
    try {
      return run();
    } finally {
      if (token !== NO_TOKEN) trace.guard(() => trace.endCall(token));
    }
  };
  const setBackend = engineHook({
    method: 'setBackend',
    isWanted: kinds => kinds.api,
    replace: original =>
      function (this: TfjsEngine, name: string): unknown {
        return call('setBackend', () => original.call(this, name));
      }
  });
  const ready = engineHook({
    method: 'ready',
    isWanted: kinds => kinds.api,
    replace: original =>
      function (this: TfjsEngine): unknown {
        return call('ready', () => original.call(this));
      }
  });
  return [setBackend, ready];
}
