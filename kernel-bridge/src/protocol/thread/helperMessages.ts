import type { MessagePort } from 'node:worker_threads';
import type { Connection } from '../connection';
import type { Message, Sender } from '../wire';

/** What the main thread gives the helper thread at its start. */
export interface HelperData {
  readonly connection: Connection;
  readonly sender: Sender;
  /** Memory of the shared `InterruptState`. */
  readonly interrupt: SharedArrayBuffer;
  /** Where the main thread hands over what is to be published, and the counts that both keep. */
  readonly output: { readonly port: MessagePort; readonly counts: SharedArrayBuffer };
  /** Content of the answer to `kernel_info_request`. */
  readonly kernelInfo: object;
}

/** What the helper thread tells the main thread. */
export type HelperMessage =
  | { readonly kind: 'ready' }
  /** A control request was answered; its status is for the output channel. */
  | { readonly kind: 'handled'; readonly request: Message }
  | { readonly kind: 'interrupt' }
  /** The client that started the kernel has gone. */
  | { readonly kind: 'orphaned' }
  | { readonly kind: 'failed'; readonly reason: string };

/** What the main thread tells the helper thread: close your sockets and end. */
export type HelperCommand = { readonly kind: 'stop' };
