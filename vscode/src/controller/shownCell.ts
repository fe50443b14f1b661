import {
  type NotebookCell,
  type NotebookCellExecution,
  NotebookCellOutput,
  NotebookCellOutputItem,
  type NotebookController
} from 'vscode';
import type { CellOutput, OutputItem } from './cellOutputs';
import type { CellExecution, CellOutputs } from './cellRun';

const itemOf = ({ mime, data }: OutputItem): NotebookCellOutputItem =>
  new NotebookCellOutputItem(data, mime);

const itemsOf = (items: readonly OutputItem[]): NotebookCellOutputItem[] => items.map(itemOf);

/** The outputs of a cell, by way of an execution that goes on; VS Code keeps the order of the calls. */
class ShownOutputs implements CellOutputs<NotebookCellOutput> {
  constructor(readonly execution: NotebookCellExecution) {}

  clear(): void {
    void this.execution.clearOutput();
  }

  add({ items, metadata }: CellOutput): NotebookCellOutput {
    const output = new NotebookCellOutput(itemsOf(items), { ...metadata });
    void this.execution.appendOutput(output);
    return output;
  }

  extend(output: NotebookCellOutput, item: OutputItem): void {
    void this.execution.appendOutputItems(itemOf(item), output);
  }

  replace(output: NotebookCellOutput, items: readonly OutputItem[]): void {
    void this.execution.replaceOutputItems(itemsOf(items), output);
  }
}

/** A cell of a notebook that waits to run, and then runs. */
export class ShownCell extends ShownOutputs implements CellExecution<NotebookCellOutput> {
  readonly #controller: NotebookController;
  readonly #cell: NotebookCell;

  constructor(controller: NotebookController, cell: NotebookCell) {
    super(controller.createNotebookCellExecution(cell));
    this.#controller = controller;
    this.#cell = cell;
  }

  start(): void {
    this.execution.start(Date.now());
  }

  count(executionCount: number): void {
    this.execution.executionOrder = executionCount;
  }

  end(isGood: boolean | null): void {
    this.execution.end(isGood ?? undefined, Date.now());
  }

  /** Outputs change by executions only, so there is one for a moment, which leaves the marks of the cell. */
  change(make: (outputs: CellOutputs<NotebookCellOutput>) => void): void {
    const { timing, success, executionOrder } = this.#cell.executionSummary ?? {};
    const execution = this.#lateExecution();
    if (execution === null) return;
    execution.executionOrder = executionOrder;
    execution.start(timing?.startTime);
    make(new ShownOutputs(execution));
    execution.end(success, timing?.endTime);
  }

  /** Null where the cell runs again, is gone, or belongs to another kernel now. */
  #lateExecution(): NotebookCellExecution | null {
    try {
      return this.#controller.createNotebookCellExecution(this.#cell);
    } catch {
      return null;
    }
  }
}
