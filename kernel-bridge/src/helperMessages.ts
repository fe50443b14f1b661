import type { Connection } from './connection';
import type { Message, Sender } from './wire';

/** What the main thread gives the helper thread at its start. */
export interface HelperData {
  readonly connection: Connection;
  readonly sender: Sender;
  /** Memory of the shared `InterruptState`. */
  readonly interrupt: SharedArrayBuffer;
  /** Content of the answer to `kernel_info_request`. */
  readonly kernelInfo: object;
}

/** What the helper thread tells the main thread. */
export type HelperMessage =
  | { readonly kind: 'ready' }
  /** A control request was answered; its status is for the output channel. */
  | { readonly kind: 'handled'; readonly request: Message }
  | { readonly kind: 'interrupt' }
  | { readonly kind: 'failed'; readonly reason: string };

/** What the main thread tells the helper thread: close your sockets and end. */
export type HelperCommand = { readonly kind: 'stop' };
