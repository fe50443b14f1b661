import type { CellOutput, OutputItem } from '../../vscode/src/controller/cellOutputs';
import type { CellExecution, CellOutputs } from '../../vscode/src/controller/cellRun';
import type { CellRequest } from '../../vscode/src/controller/kernelSession';

/** An output as it is on show now: its forms, joined to text. */
export interface ShownOutput {
  items: { mime: string; text: string }[];
  readonly metadata: Readonly<Record<string, unknown>>;
}

const textOf = (data: Uint8Array): string => new TextDecoder().decode(data);

/** A cell of a notebook that shows what it is told to, and remembers how it went. */
export class ShownTestCell implements CellExecution<ShownOutput> {
  outputs: ShownOutput[] = [];
  executionCount: number | null = null;
  hasStarted = false;
  /** Undefined until it has ended. */
  result: boolean | null | undefined;
  /** How often outputs were changed after the end. */
  lateChanges = 0;
  readonly ended: Promise<boolean | null>;
  #end!: (result: boolean | null) => void;

  constructor(readonly cellId: string) {
    this.ended = new Promise(resolve => (this.#end = resolve));
  }

  /** The first form of each output. */
  get texts(): string[] {
    return this.outputs.map(({ items }) => items[0].text);
  }

  request(code: string): CellRequest<ShownOutput> {
    return { code, cellId: this.cellId, execution: this };
  }

  start(): void {
    this.hasStarted = true;
  }

  count(executionCount: number): void {
    this.executionCount = executionCount;
  }

  end(result: boolean | null): void {
    if (this.result !== undefined) throw new Error(`${this.cellId} ends twice`);
    this.result = result;
    this.#end(result);
  }

  clear(): void {
    this.outputs = [];
  }

  add({ items, metadata }: CellOutput): ShownOutput {
    const output: ShownOutput = {
      items: items.map(({ mime, data }) => ({ mime, text: textOf(data) })),
      metadata
    };
    this.outputs.push(output);
    return output;
  }

  extend(output: ShownOutput, { mime, data }: OutputItem): void {
    const held = output.items.find(item => item.mime === mime);
    if (held) held.text += textOf(data);
    else output.items.push({ mime, text: textOf(data) });
  }

  replace(output: ShownOutput, items: readonly OutputItem[]): void {
    output.items = items.map(({ mime, data }) => ({ mime, text: textOf(data) }));
  }

  change(make: (outputs: CellOutputs<ShownOutput>) => void): void {
    this.lateChanges += 1;
    make(this);
  }
}
