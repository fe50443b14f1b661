import { ownListener } from 'kernelscope/host';

/** The way out of Node that emits no event. */
interface Leaving {
  reallyExit: (code?: number) => never;
}

/**
 * Calls `act` once before this process ends: at its `exit` event, or when code leaves past that event. What
 * `act` throws does not stop the process from ending.
 */
export function beforeEnd(act: () => void): void {
  const target = process as unknown as Leaving;
  const leave = target.reallyExit.bind(process);
  let isDone = false;
  const once = ownListener(() => {
    if (isDone) return;
    isDone = true;
    act();
  });
  process.on('exit', once);
  target.reallyExit = (code?: number): never => {
    try {
      once();
    } catch {
      return leave(code);
    }
    return leave(code);
  };
}
