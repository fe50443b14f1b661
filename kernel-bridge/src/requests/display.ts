import type { HeldOutputs } from './heldOutputs';
import type { OutputContext, OutputOwner } from './outputContext';
import type { Draft } from '../protocol/wire';

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
  /** A new output, with all its MIME types together. */
  show(display: DisplayData): void;
  /** The value of the cell with this execution count. */
  result(data: Readonly<Record<string, unknown>>, number: number): void;
  /** Replaces the outputs that carry the same `display_id`. */
  update(display: DisplayData): void;
  /** Text of the cell's standard output or error. */
  write(stream: 'stdout' | 'stderr', text: string): void;
  /** Shows outputs that waited. */
  release(held: HeldOutputs): void;
  /** Discards outputs that waited, and their parts in files. */
  drop(held: HeldOutputs): void;
  /** The current cell has ended: adds any notes about its output. */
  settle(): void;
  /** Keeps all text so far: the process is about to end. */
  save(): void;
}

/** Bounds what cells show. */
export interface OutputLimits {
  /** The part of `text` that `owner` may still show; `show` says where the rest is. */
  admit(owner: OutputOwner, text: string, show: ShowNote): string;
  /** Forgets outputs that waited. */
  drop(held: HeldOutputs): void;
  /** The cell of `owner` has ended. */
  settle(owner: OutputOwner): void;
  /** Writes what was gathered for a file: the process is about to end. */
  save(): void;
}

/** Shows a note under a cell, or replaces it. */
export type ShowNote = (note: DisplayData, isUpdate: boolean) => void;

/** A display that publishes for whichever cell is speaking; silent cells show nothing. */
export function createDisplay(
  context: OutputContext,
  publish: Publish,
  limits: OutputLimits | null = null
): Display {
  const send = (type: string, content: object): void => {
    const owner = context.current;
    if (owner?.isSilent === true) {
      return;
    }
    if (owner?.held === undefined) {
      publish({ type, content });
    } else {
      owner.held.add({ type, content }, publish);
    }
  };
  const complete = (display: DisplayData): object => ({ metadata: {}, transient: {}, ...display });
  const show = (display: DisplayData): void => send('display_data', complete(display));
  const update = (display: DisplayData): void => send('update_display_data', complete(display));
  const showNote: ShowNote = (note, isUpdate) => (isUpdate ? update(note) : show(note));
  return {
    show,
    result: (data, number) =>
      send('execute_result', { data, metadata: {}, execution_count: number }),
    update,
    write(name, text) {
      const owner = context.current;
      const isBounded = limits !== null && owner !== null && !owner.isSilent;
      const shown = isBounded ? limits.admit(owner, text, showNote) : text;
      if (shown !== '') send('stream', { name, text: shown });
    },
    release: held => held.show(publish),
    drop(held) {
      held.drop();
      limits?.drop(held);
    },
    settle: () => void (context.current && limits?.settle(context.current)),
    save: () => limits?.save()
  };
}
