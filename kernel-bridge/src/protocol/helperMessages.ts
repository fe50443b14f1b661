import type { MessagePort } from 'node:worker_threads';
import type { Connection } from './connection';
import type { Message, Sender } from './wire';

/** The data that the main thread gives the helper thread at its start. */
export interface HelperData {
  readonly connection: Connection;
  readonly sender: Sender;
  /** Memory of the shared `InterruptState`. */
  readonly interrupt: SharedArrayBuffer;
  /** The port for messages to publish, and the shared counts. */
  readonly output: { readonly port: MessagePort; readonly counts: SharedArrayBuffer };
  /** The port for answers of the user, and the memory of the shared `InputSignal`. */
  readonly input: { readonly port: MessagePort; readonly signal: SharedArrayBuffer };
  /** Content of the answer to `kernel_info_request`. */
  readonly kernelInfo: object;
}

/** Messages from the helper thread to the main thread. */
export type HelperMessage =
  | { readonly kind: 'ready' }
  /** A control request was answered; its status is for the output channel. */
  | { readonly kind: 'handled'; readonly request: Message }
  | { readonly kind: 'interrupt' }
  /** The client that started the kernel has gone. */
  | { readonly kind: 'orphaned' }
  | { readonly kind: 'failed'; readonly reason: string };

/** A command from the main thread to the helper thread: close your sockets and end. */
export type HelperCommand = { readonly kind: 'stop' };
