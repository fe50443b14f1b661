import { apply, toNumber } from '../../base/intrinsics/ownFunctions';
import { wrapMethod } from '../../engine/members/launched/wrapMethod';
import { unseenCall } from '../../native/unseenCall';
import { findHooks, hiddenFromHooks } from '../../sources/process/nodeInternals';

/** What Node keeps on `process` for its end. */
interface Ending {
  /** True as soon as the process ends. */
  readonly _exiting?: boolean;
}

const { isArray } = Array;

type AtEnd = (code: number) => void;

/** What is called at the end, in its order; null before the first. */
let acts: AtEnd[] | null = null;

/**
 * Calls `act` with the exit code as this process or thread ends: before the listeners of `exit`, whether
 * the program ends by itself, by an error, by `process.exit` or by Node's way past the listeners. It is
 * no listener: the program does not see it, and does not take it away with its own. `act` may be called
 * again, as listeners may end the process once more.
 */
export function onProcessEnd(act: AtEnd): void {
  if (acts !== null) {
    acts.push(act);
    return;
  }
  const all = [act];
  acts = all;
  findHooks();
  // the program may take the global away
  const ending = process;
  const end = (code: number): void => {
    hiddenFromHooks(() => {
      for (let index = 0; index < all.length; index++) all[index](code);
    });
  };
  hearOfExit(() => end(toNumber(ending.exitCode ?? 0)));
  wrapMethod(ending, 'reallyExit', original =>
    // `--trace-exit` prints the stack of the call
    unseenCall({
      prepare(...args) {
        end(toNumber((args[0] as number | undefined) ?? ending.exitCode ?? 0));
        return [apply, undefined, original, this, args];
      }
    })
  );
}

/** Calls `act` before this process becomes another program by `process.execve`, where Node has that. */
export function onExecve(act: () => void): void {
  wrapMethod(process, 'execve', original =>
    unseenCall({
      prepare(...args) {
        // by wrong arguments nothing begins
        if (typeof args[0] === 'string' && (args[1] === undefined || isArray(args[1]))) act();
        return [apply, undefined, original, this, args];
      }
    })
  );
}

/**
 * Node looks `process.emit` up to tell of the exit, after it has noted that the process ends. A program
 * may put another one in its place, which keeps hearing.
 */
function hearOfExit(act: () => void): void {
  const ending = process as NodeJS.Process & Ending;
  const prototype = Object.getPrototypeOf(process) as object;
  let emit: unknown = Reflect.get(process, 'emit');
  Object.defineProperty(prototype, 'emit', {
    configurable: true,
    get(): unknown {
      if (ending._exiting === true) act();
      return emit;
    },
    set(this: unknown, value: unknown) {
      if (this === ending) emit = value;
      else if (typeof this === 'object' && this !== null) define(this, value);
    }
  });
}

function define(target: object, value: unknown): void {
  Object.defineProperty(target, 'emit', {
    value,
    configurable: true,
    enumerable: true,
    writable: true
  });
}
