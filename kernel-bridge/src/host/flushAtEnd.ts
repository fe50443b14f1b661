import { intrinsics, ownListener } from 'kernelscope/host';

/** As it was before cells could replace it. */
const { apply } = Reflect;

type EndName = 'abort' | 'reallyExit' | 'kill';
type EndFunction = (...args: unknown[]) => unknown;

/**
 * Has `flush`, which publishes all output and blocks until that is done, called before the process ends
 * itself. If it is ended from outside, or crashes, the output of the last 100 ms can be lost.
 */
export function flushAtEnd(flush: () => void): void {
  const host = process as unknown as Record<EndName, EndFunction>;
  const before = (name: EndName, isEnd: (args: readonly unknown[]) => boolean): void => {
    const original = host[name];
    host[name] = function (this: unknown, ...args: unknown[]): unknown {
      if (isEnd(args)) intrinsics.own(flush);
      return apply(original, this, args);
    };
  };
  process.on('exit', ownListener(flush));
  before('abort', () => true);
  before('reallyExit', () => true);
  before('kill', ([pid, signal]) => pid === process.pid && signal !== 0);
}
