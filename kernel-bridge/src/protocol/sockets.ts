import { isUtf8 } from 'node:buffer';
import { type Publisher, Router } from 'zeromq';
import { type Connection, address } from './connection';

/** A socket that sends whole messages, in the order of the calls. */
export interface Outlet {
  send(frames: readonly Uint8Array[]): void;
}

/** The socket of the main thread; the others belong to the helper thread. */
export interface MainSockets {
  readonly shell: Outlet;
  /** Passes every message of the shell socket to `receive`, until the sockets are closed. */
  listen(receive: (frames: readonly Uint8Array[]) => void): Promise<void>;
  close(): void;
}

/**
 * Options of every socket that sends. Nothing is dropped and every send is immediate, even the
 * thousandth from one synchronous cell: a cell may print faster than the client reads.
 */
export const SENDING = { sendHighWaterMark: 0, sendTimeout: 0, linger: 1000 } as const;

/**
 * A frame in a form that ZeroMQ copies. It would read bytes in place, on its own thread, and return
 * them to the thread that sent them, which crashes the process if that thread has ended by then.
 * Everything but attached binary data is text.
 */
function copied(frame: Uint8Array): string | Buffer {
  const bytes = Buffer.from(frame.buffer, frame.byteOffset, frame.byteLength);
  return isUtf8(bytes) ? bytes.toString() : Buffer.from(bytes);
}

/** Sends on `socket`, made with `SENDING`; messages sent after its end are lost without an error. */
export function outlet(socket: Publisher | Router): Outlet {
  return {
    send(frames) {
      if (!socket.closed) {
        socket.send(frames.map(copied)).catch(() => undefined);
      }
    }
  };
}

/** Sends on a socket that is `mandatory`; false where the client is not connected. */
export async function sendTo(socket: Router, frames: readonly Uint8Array[]): Promise<boolean> {
  try {
    await socket.send(frames.map(copied));
    return true;
  } catch {
    return false;
  }
}

/** Binds the main thread's sockets. @throws when a port is taken */
export async function bindMainSockets(connection: Connection): Promise<MainSockets> {
  const shell = new Router(SENDING);
  await shell.bind(address(connection, connection.shellPort));
  return {
    shell: outlet(shell),
    async listen(receive) {
      for await (const frames of shell) {
        receive(frames);
      }
    },
    close: () => shell.close()
  };
}
