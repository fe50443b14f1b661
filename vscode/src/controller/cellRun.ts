import type { RecordingProgress } from 'kernelscope/model';
import { progressOf } from '../../../extension/src/shell/notebook/progressMessage';
import { fieldsOf } from '../messages/messages';
import type { Content } from './bridgeMessages';
import {
  type CellOutput,
  type OutputItem,
  type StreamName,
  displayItems,
  displayOutput,
  errorOutput,
  streamItem,
  streamOutput
} from './cellOutputs';

/** The outputs of a cell while it runs; each change is shown after those before it. */
export interface CellOutputs<Handle> {
  /** Takes all outputs away. */
  clear(): void;
  /** Adds an output, by whose handle it is changed later. */
  add(output: CellOutput): Handle;
  extend(output: Handle, item: OutputItem): void;
  /** Replaces what an output shows, in whichever cell it is. */
  replace(output: Handle, items: readonly OutputItem[]): void;
}

/** A cell that runs, as VS Code shows it. */
export interface CellExecution<Handle> extends CellOutputs<Handle> {
  /** From now on the cell is shown as one that runs. */
  start(): void;
  /** Shows the number beside the cell. */
  count(executionCount: number): void;
  /** The cell has ended, well or not; null if it never began, or was interrupted before it did. */
  end(isGood: boolean | null): void;
  /** Makes changes to a cell that has ended already; none if it runs again. */
  change(make: (outputs: CellOutputs<Handle>) => void): void;
}

/** What the cells of one kernel have in common. */
export interface SharedByCells<Handle> {
  /** The outputs that show a display, by its id. */
  readonly displays: Map<string, Handle[]>;
  /** How far a recording has come; null at its end. */
  readonly onProgress: (progress: RecordingProgress | null) => void;
}

/** Most bytes of outputs that a run of a cell may leave in the notebook. */
export const MAX_OUTPUT_BYTES = 128 * 1024 * 1024;

const MEGABYTE = 1024 * 1024;

/** One run of a cell: makes outputs of what the kernel publishes for it. */
export class CellRun<Handle> {
  readonly #execution: CellExecution<Handle>;
  readonly #shared: SharedByCells<Handle>;
  /** The last output, while it is a stream that more text may be added to. */
  #stream: { readonly name: StreamName; readonly handle: Handle } | null = null;
  #isClearing = false;
  /** What of {@link SharedByCells.displays} is of this run. */
  readonly #displayed = new Map<Handle, string>();
  #leftBytes = MAX_OUTPUT_BYTES;
  #isOver = false;
  #state: 'waiting' | 'running' | 'ended' = 'waiting';

  constructor(execution: CellExecution<Handle>, shared: SharedByCells<Handle>) {
    this.#execution = execution;
    this.#shared = shared;
  }

  /** The cell begins, without the outputs of its last run. */
  start(): void {
    this.#state = 'running';
    this.#execution.start();
    this.#execution.clear();
  }

  /** The cell has ended; what it publishes later is still shown. Ends once. */
  end(isGood: boolean | null): void {
    if (this.#state === 'ended') return;
    this.#state = 'ended';
    this.#execution.end(isGood);
  }

  /** Its outputs are gone: no display is updated in them any more. */
  forget(): void {
    for (const [handle, id] of this.#displayed) {
      const left = this.#shared.displays.get(id)?.filter(each => each !== handle) ?? [];
      if (left.length > 0) this.#shared.displays.set(id, left);
      else this.#shared.displays.delete(id);
    }
    this.#displayed.clear();
  }

  /** Takes a message that the kernel has published for the cell. */
  take(type: string, content: Content): void {
    if (type === 'execute_input') this.#count(content);
    else if (this.#state === 'ended') this.#execution.change(to => this.#show(type, content, to));
    else this.#show(type, content, this.#execution);
  }

  /** Says something about the run that is not from the cell, on the stream of errors. */
  remark(text: string): void {
    const write = (to: CellOutputs<Handle>): void => this.#write('stderr', `${text}\n`, to);
    if (this.#state === 'ended') this.#execution.change(write);
    else write(this.#execution);
  }

  /** Shows an error of which the kernel itself did not tell. */
  fail(name: string, message: string): void {
    this.take('error', { ename: name, evalue: message, traceback: [`${name}: ${message}`] });
  }

  /** Says that an output was too large to come here at all. */
  leaveOut(bytes: number): void {
    const size = String(Math.round(bytes / MEGABYTE));
    this.remark(`An output of ${size} MiB was left out: it is too large for a notebook.`);
  }

  #count({ execution_count: count }: Content): void {
    if (typeof count === 'number') this.#execution.count(count);
  }

  #show(type: string, content: Content, to: CellOutputs<Handle>): void {
    switch (type) {
      case 'stream': {
        const name = content['name'] === 'stderr' ? 'stderr' : 'stdout';
        const { text } = content;
        if (typeof text === 'string' && text !== '') this.#write(name, text, to);
        break;
      }
      case 'display_data':
      case 'execute_result':
        this.#display(displayOutput(type, content), content, to);
        break;
      case 'update_display_data':
        this.#update(content, to);
        break;
      case 'error':
        this.#add(errorOutput(content), to);
        break;
      case 'clear_output':
        if (content['wait'] === true) this.#isClearing = true;
        else this.#clear(to);
        break;
    }
  }

  #write(name: StreamName, text: string, to: CellOutputs<Handle>): void {
    const open = this.#isClearing || this.#stream?.name !== name ? null : this.#stream;
    if (open === null) {
      const handle = this.#add(streamOutput(name, text), to);
      if (handle !== null) this.#stream = { name, handle };
    } else {
      const item = streamItem(name, text);
      if (this.#mayHold([item], to)) to.extend(open.handle, item);
    }
  }

  #display(output: CellOutput, content: Content, to: CellOutputs<Handle>): void {
    const handle = this.#add(output, to);
    const id = displayIdOf(content);
    if (handle === null || id === null) return;
    const shown = this.#shared.displays.get(id) ?? [];
    this.#shared.displays.set(id, [...shown, handle]);
    this.#displayed.set(handle, id);
  }

  #update(content: Content, to: CellOutputs<Handle>): void {
    const progress = progressOf({ header: { msg_type: 'update_display_data' }, content });
    if (progress !== null) {
      this.#shared.onProgress(progress.phase === 'ended' ? null : progress);
      return;
    }
    const id = displayIdOf(content);
    const items = displayItems(content);
    for (const handle of (id === null ? null : this.#shared.displays.get(id)) ?? []) {
      to.replace(handle, items);
    }
  }

  #add(output: CellOutput, to: CellOutputs<Handle>): Handle | null {
    if (this.#isClearing) this.#clear(to);
    this.#stream = null;
    return this.#mayHold(output.items, to) ? to.add(output) : null;
  }

  #clear(to: CellOutputs<Handle>): void {
    this.#isClearing = false;
    this.#stream = null;
    this.forget();
    to.clear();
  }

  /** Counts what is added; beyond the limit it is not, and one sentence says so. */
  #mayHold(items: readonly OutputItem[], to: CellOutputs<Handle>): boolean {
    this.#leftBytes -= items.reduce((sum, { data }) => sum + data.length, 0);
    if (this.#leftBytes >= 0) return true;
    if (!this.#isOver) {
      this.#isOver = true;
      const most = String(MAX_OUTPUT_BYTES / MEGABYTE);
      to.add(streamOutput('stderr', `\nThe rest is left out: a cell may output ${most} MiB.\n`));
    }
    return false;
  }
}

function displayIdOf({ transient }: Content): string | null {
  const { display_id: id } = fieldsOf(transient);
  return typeof id === 'string' ? id : null;
}
