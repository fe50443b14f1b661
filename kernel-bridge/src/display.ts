import type { HeldOutputs } from './heldOutputs';
import type { OutputContext } from './outputContext';
import type { Draft } from './wire';

/** Content of a `display_data` message: one thing in several MIME types. */
export interface DisplayData {
  readonly data: Readonly<Record<string, unknown>>;
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** `display_id` makes a later update of the same output possible; it is not saved. */
  readonly transient?: { readonly display_id?: string };
}

/** Sends a message on the output channel on behalf of the cell that is speaking. */
export type Publish = (draft: Draft) => void;

/** Shows things under cells. */
export interface Display {
  /** A new output, with all its MIME types at once. */
  show(display: DisplayData): void;
  /** Replaces the outputs that carry the same `display_id`. */
  update(display: DisplayData): void;
  /** Text of the cell's standard output or error. */
  write(stream: 'stdout' | 'stderr', text: string): void;
  /** Shows outputs that waited. */
  release(held: HeldOutputs): void;
}

/** A display that publishes for whichever cell is speaking; silent cells show nothing. */
export function createDisplay(context: OutputContext, publish: Publish): Display {
  const send = (type: string, content: object): void => {
    const owner = context.current;
    if (owner?.isSilent === true) {
      return;
    }
    const draft = { type, content };
    if (owner?.held === undefined) {
      publish(draft);
    } else {
      owner.held.add(draft, publish);
    }
  };
  const complete = (display: DisplayData): object => ({ metadata: {}, transient: {}, ...display });
  return {
    show: display => send('display_data', complete(display)),
    update: display => send('update_display_data', complete(display)),
    write: (name, text) => send('stream', { name, text }),
    release: held => held.show(publish)
  };
}
