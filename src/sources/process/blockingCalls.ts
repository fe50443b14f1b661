import { intrinsics } from '../../base/intrinsics/intrinsics';
import { OwnMap } from '../../base/intrinsics/ownMap';
import { blockedWaits } from './blockedWaits';
import { nodeBinding } from './nodeInternals';
import { replaceIfAllowed } from './replaceMethod';

const { apply } = Reflect;

/** The causes of waits in `Atomics.wait` and in calls that wait for a child process. */
const BY_ATOMICS = 'Atomics.wait';
const BY_PROCESS = 'process';

/** The beginning of the stack of an error that `Atomics.wait` throws: all above what called it. */
const THROWN = /^[^]*?\n {4}at Atomics\.wait \(<anonymous>\)/;

/**
 * Has calls that block this thread take place as blocked waits for as long as anyone wants: those of `Atomics.wait`,
 * and of what waits for a child process, below the functions that programs see. V8 samples them as if code ran.
 */
class BlockingCalls {
  readonly #users = new OwnMap<object, () => void>();
  #restore: readonly (() => void)[] = [];

  /**
   * Watches for one user more. Never throws.
   *
   * @param beforeProcess called before each wait for a child process
   */
  acquire(user: object, beforeProcess: () => void = () => undefined): void {
    this.#users.set(user, beforeProcess);
    if (this.#users.size > 1) return;
    const before = (): void => this.#users.forEach(each => each());
    this.#restore = [...hookAtomics(), ...hookSpawning(before)];
  }

  /** Watches for one user less; with the last one the calls are as they were. */
  release(user: object): void {
    if (!this.#users.delete(user) || this.#users.size > 0) return;
    for (const restore of this.#restore) restore();
    this.#restore = [];
  }
}

/** The blocking calls of this thread. */
export const blockingCalls = new BlockingCalls();

/** A proxy has the name, the length and the text of the function, and is no constructor either. */
function hookAtomics(): (() => void)[] {
  const { wait } = Atomics;
  const trap = (target: typeof wait, self: unknown, given: unknown[]): unknown => {
    try {
      return blockedWaits.blockedWait(BY_ATOMICS, () => apply(target, self, given) as unknown);
    } catch (error) {
      throw intrinsics.aside(() => withStackFrom(error, trap));
    }
  };
  return replaceIfAllowed(Atomics, 'wait', new Proxy(wait, { apply: trap }));
}

function hookSpawning(before: () => void): (() => void)[] {
  const binding = nodeBinding('spawn_sync');
  if (binding === null) return [];
  const spawn: unknown = Reflect.get(binding, 'spawn');
  if (typeof spawn !== 'function') return [];
  const watched = new Proxy(spawn, {
    apply: (target, self, given: unknown[]): unknown => {
      before();
      return blockedWaits.blockedWait(BY_PROCESS, () => apply(target, self, given) as unknown);
    }
  });
  return replaceIfAllowed(binding, 'spawn', watched);
}

/** An error of `Atomics.wait` with the stack that it has where nothing is recorded, without the frames up to `hook`. */
function withStackFrom(error: unknown, hook: (...given: never[]) => unknown): unknown {
  if (!(error instanceof Error) || typeof error.stack !== 'string') return error;
  const [thrown] = THROWN.exec(error.stack) ?? [];
  const callers: { stack?: unknown } = {};
  Error.captureStackTrace(callers, hook);
  if (thrown === undefined || typeof callers.stack !== 'string') return error;
  const frames = callers.stack.split('\n').slice(1, Error.stackTraceLimit);
  error.stack = [thrown, ...frames].join('\n');
  return error;
}
