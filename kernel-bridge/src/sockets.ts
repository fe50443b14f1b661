import { Publisher, Router } from 'zeromq';
import type { Connection } from './connection';
import { address } from './connection';

/** A socket that sends whole messages, in the order of the calls. */
export interface Outlet {
  send(frames: readonly Uint8Array[]): void;
}

/** The sockets of the main thread; control and heartbeat belong to the helper thread. */
export interface MainSockets {
  readonly shell: Outlet;
  readonly iopub: Outlet;
  /** Gives every message of the shell socket to `receive`, until the sockets are closed. */
  listen(receive: (frames: readonly Uint8Array[]) => void): Promise<void>;
  close(): void;
}

const UNLIMITED = 0;
const LINGER_MS = 1000;

/** A full queue drops nothing: a cell may print faster than the client reads. */
export function outlet(socket: Publisher | Router): Outlet {
  return {
    send(frames) {
      socket.send(frames.map(frame => Buffer.from(frame))).catch(() => undefined);
    }
  };
}

/** Binds the main thread's sockets. @throws when a port is taken */
export async function bindMainSockets(connection: Connection): Promise<MainSockets> {
  const options = { sendHighWaterMark: UNLIMITED, linger: LINGER_MS };
  const iopub = new Publisher(options);
  const shell = new Router(options);
  const stdin = new Router(options);
  await Promise.all([
    iopub.bind(address(connection, connection.iopubPort)),
    shell.bind(address(connection, connection.shellPort)),
    stdin.bind(address(connection, connection.stdinPort))
  ]);
  return {
    shell: outlet(shell),
    iopub: outlet(iopub),
    async listen(receive) {
      for await (const frames of shell) {
        receive(frames);
      }
    },
    close() {
      for (const socket of [iopub, shell, stdin]) {
        socket.close();
      }
    }
  };
}
