import WebSocket from 'ws';
import { messageOf } from '../../base/errors';
import { AttachError } from './attachError';
import { CdpSession } from './cdpSession';

/** Bytes of one message at most: a CPU profile is one. */
const MAX_MESSAGE_BYTES = 512 * 1024 * 1024;

/** How long the connection may take, milliseconds. */
const CONNECTING_MS = 10_000;

/** A connection to the inspector of a process. */
export interface CdpConnection {
  readonly session: CdpSession;
  /** Settles when either side has closed it. */
  readonly closed: Promise<void>;
  /** Closes it. Safe to call twice. */
  close(): void;
}

/** Connects to the inspector of a process. @throws AttachError if it does not answer */
export async function connect(url: string, pid: number): Promise<CdpConnection> {
  const socket = new WebSocket(url, {
    perMessageDeflate: false,
    maxPayload: MAX_MESSAGE_BYTES,
    handshakeTimeout: CONNECTING_MS
  });
  const session = new CdpSession(text => socket.send(text));
  const closed = new Promise<void>(resolve => {
    socket.on('close', () => {
      session.end(
        `Process ${pid} was killed, or something closed its inspector: the samples are lost. Attach again, for less time`
      );
      resolve();
    });
  });
  socket.on('message', (data: Buffer) => session.receive(data.toString('utf8')));
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', error => {
      reject(new AttachError(`Its inspector does not answer: ${messageOf(error)}`));
    });
  });
  socket.on('error', error => session.end(`The connection broke: ${messageOf(error)}`));
  return { session, closed, close: () => socket.close() };
}
