import type { MessageHeader } from './wire';

/** A cell whose recording begins. */
export interface ProgressCell {
  /** Header of the request that runs the cell. */
  readonly parent: MessageHeader;
  readonly name: string | null;
  readonly cellId: string;
  /** Token of the first slice of the recording. */
  readonly firstToken: number;
}

/** News of a recording, from the main thread to the thread that shows its progress. */
export type ProgressNews =
  /** The main thread stands still for a heap snapshot, before the recording of the cell begins or after its end. */
  | { readonly kind: 'snapshot'; readonly cell: Omit<ProgressCell, 'firstToken'> }
  | { readonly kind: 'begin'; readonly cell: ProgressCell }
  /** Memory in which the slices are, or will be. */
  | { readonly kind: 'slices'; readonly memory: SharedArrayBuffer }
  /** The cell has ended, and GPUs are still doing its work. */
  | { readonly kind: 'waiting' }
  /** The cell has ended; its profile is being made. */
  | { readonly kind: 'preparing' }
  /** The profile is on show, or there is none. */
  | { readonly kind: 'end' };
