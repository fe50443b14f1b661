import { Buffer } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import { intrinsics, OwnWeakMap } from 'kernelscope/host';
import { describeThrown } from '../tslab/failure';
import type { OutputFile, OutputFiles } from './outputFiles';
import type { OutputLimits } from './display';
import type { OutputOwner } from './outputContext';

/** Bytes of streams that one cell shows; the rest goes to a file. */
const SHOWN_BYTES = 10_000_000;
/**
 * Text for the file is gathered up to so many UTF-16 units, and so long while more comes: each time that the
 * built-in objects change sides, and that the file is written, costs more than a line.
 */
const GATHERED_UNITS = 64 * 1024;
const GATHERED_MS = 50;
/** The note is brought up to date at most so often while a cell writes. */
const NOTE_MS = 1000;

/** The dependencies of output beyond the limit. */
export interface SpillOptions {
  /** Creates the file. @throws if that is not possible */
  readonly createFile: () => OutputFile;
  /** Shows the note; later calls replace the text of the first. */
  readonly note: (text: string, isUpdate: boolean) => void;
  /** Monotonic time, milliseconds. */
  readonly now: () => number;
}

/** As it was before cells could replace it. */
const byteLength = Buffer.byteLength.bind(Buffer);

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

/** The longest start of `text` of at most `bytes` UTF-8 bytes that splits no character. */
function startOf(text: string, bytes: number): string {
  const target = new Uint8Array(bytes);
  const { read } = new TextEncoder().encodeInto(text, target);
  return text.slice(0, read);
}

/** The output of one cell: shown up to a limit; the rest goes to a file that a note names. */
export class CellOutput {
  readonly #options: SpillOptions;
  readonly #limit: number;
  #shownBytes = 0;
  #file: OutputFile | null = null;
  #problem: string | null = null;
  #cutBytes = 0;
  #lostBytes = 0;
  #notedAt: number | null = null;
  #notedBytes = 0;
  #gathered = '';
  #savedAt = -Infinity;
  #isRunning = true;

  constructor(options: SpillOptions, limit = SHOWN_BYTES) {
    this.#options = options;
    this.#limit = limit;
  }

  /** Accepts text; returns the part of it to show. */
  admit(text: string): string {
    const bytes = byteLength(text);
    const free = this.#limit - this.#shownBytes;
    if (bytes <= free) {
      this.#shownBytes += bytes;
      return text;
    }
    if (free > 0) return intrinsics.own(() => this.#cut(text, free));
    this.#gathered += text;
    if (this.#isDue()) intrinsics.own(() => this.save());
    return '';
  }

  /** Writes the text that was gathered for the file. */
  save(): void {
    const text = this.#gathered;
    this.#gathered = '';
    this.#savedAt = this.#options.now();
    if (text !== '') this.#spill(text);
  }

  /**
   * The cell has ended. Makes the note state how much was cut, and closes the file; later text opens it again,
   * and is written at once.
   */
  settle(): void {
    this.#isRunning = false;
    this.save();
    if (this.#cutBytes !== this.#notedBytes) {
      this.#note();
    }
    this.#file?.close();
  }

  /** Deletes the file. */
  forget(): void {
    this.#gathered = '';
    this.#file?.remove();
  }

  #cut(text: string, free: number): string {
    const shown = startOf(text, free);
    this.#shownBytes = this.#limit;
    this.#gathered += text.slice(shown.length);
    this.save();
    return shown;
  }

  #isDue(): boolean {
    if (!this.#isRunning || this.#gathered.length >= GATHERED_UNITS) return true;
    return this.#options.now() - this.#savedAt >= GATHERED_MS;
  }

  #spill(text: string): void {
    this.#cutBytes += Buffer.byteLength(text);
    this.#keep(text);
    if (this.#notedAt === null || this.#options.now() - this.#notedAt >= NOTE_MS) {
      this.#note();
    }
  }

  #keep(text: string): void {
    try {
      this.#problem ??= this.#append(text);
    } catch (error) {
      this.#problem = describeThrown(error).evalue;
    }
    if (this.#problem !== null) {
      this.#lostBytes += Buffer.byteLength(text);
    }
  }

  /** Adds text to the file; returns the reason if that is impossible. */
  #append(text: string): string | null {
    this.#file ??= this.#options.createFile();
    return this.#file.append(text) ? null : 'the file is full';
  }

  #note(): void {
    const isUpdate = this.#notedAt !== null;
    this.#notedAt = this.#options.now();
    this.#notedBytes = this.#cutBytes;
    this.#options.note(this.#text(), isUpdate);
  }

  #text(): string {
    const head = `The output is longer than ${megabytes(this.#limit)}.`;
    const kept = this.#cutBytes - this.#lostBytes;
    const where =
      this.#file === null ? '' : ` The next ${megabytes(kept)} are in ${this.#file.name}.`;
    const lost =
      this.#problem === null
        ? ''
        : ` ${megabytes(this.#lostBytes)} could not be kept: ${this.#problem}.`;
    return head + where + lost;
  }
}

/** The limits of a kernel's cells. Waiting outputs, those of a repetition, have a separate limit. */
export function createOutputLimits(files: OutputFiles, now: () => number): OutputLimits {
  const outputs = new OwnWeakMap<object, CellOutput>();
  let newest: CellOutput | null = null;
  const keyOf = (owner: OutputOwner): object => owner.held ?? owner.request;
  return {
    admit(owner, text, show) {
      let output = outputs.get(keyOf(owner));
      if (output === undefined) {
        output = intrinsics.own(() => createOutput(files, owner, { now, show }));
        outputs.set(keyOf(owner), output);
      }
      if (newest !== output) {
        newest?.save();
        newest = output;
      }
      return output.admit(text);
    },
    save: () => newest?.save(),
    drop: held => outputs.get(held)?.forget(),
    settle: owner => outputs.get(keyOf(owner))?.settle()
  };
}

function createOutput(
  files: OutputFiles,
  { request }: OutputOwner,
  { now, show }: { readonly now: () => number; readonly show: Parameters<OutputLimits['admit']>[2] }
): CellOutput {
  const cellId = request.metadata['cellId'];
  const transient = { display_id: `long-output-${randomUUID()}` };
  return new CellOutput({
    now,
    createFile: () =>
      files.create({
        requestId: request.header.msg_id,
        cellId: typeof cellId === 'string' ? cellId : undefined
      }),
    note: (text, isUpdate) => show({ data: { 'text/plain': text }, transient }, isUpdate)
  });
}
