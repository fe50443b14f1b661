import { ANONYMOUS } from '../../../model/profile/frameNames';
import { FrameKind } from '../../../model/profile/profile';
import { scriptTitle } from '../../../model/profile/scriptKind';
import type { ImportedTrace } from './importedTrace';

/** A function in a script or in its source. */
interface ScriptPlace {
  readonly name: string;
  readonly file: string;
  /** Counted from 1; 0 if unknown. */
  readonly line: number;
  readonly column: number;
}

/** What is known of scripts by their names in a file, which profiles keep as they are. */
export interface ScriptNames {
  /** One of `FrameKind`. */
  readonly kindOf: (url: string) => number;
  /** The function in the source that a script was compiled from; null without a source map. By default null. */
  readonly sourceOf?: (place: ScriptPlace) => ScriptPlace | null;
  /** The file and line of a whole line of a script in its source, likewise; line 0 where it has many. */
  readonly lineOf?: (file: string, line: number) => Pick<ScriptPlace, 'file' | 'line'> | null;
}

/** V8's names for its own time, by the kind of frame it is shown as. */
export const STATES: ReadonlyMap<string, number> = new Map([
  ['(garbage collector)', FrameKind.gc],
  ['(program)', FrameKind.program]
]);

/** V8's names for the bottom of all stacks and for a thread that waits. */
export const NO_FUNCTIONS: readonly string[] = ['(root)', '(idle)'];

/** The name of the script of code that was made of a text at run time. */
export const EVALUATED = '(eval)';

/** A function as files of samples have it. */
export interface ImportedFrame extends Omit<ScriptPlace, 'line' | 'column'> {
  readonly line?: number;
  readonly column?: number;
  /** Where it is not told by the file; see {@link ImportedFrames}. */
  readonly kind?: number;
}

/** The functions of a trace of samples, in the words of a profile. */
export class ImportedFrames {
  /**
   * @param ofNoFile the kind of functions without a file: in a trace that has files, these are native; in one
   * that has none, nothing is known about them
   */
  constructor(
    private readonly trace: ImportedTrace,
    private readonly scripts: ScriptNames,
    private readonly ofNoFile: typeof FrameKind.native | typeof FrameKind.user
  ) {}

  /** The row of a function in `frames`. */
  row({ name, file, line = 0, column = 0, kind }: ImportedFrame): number {
    const { texts, samples } = this.trace;
    const given = { name, file, line, column };
    const place = (file === '' ? null : this.scripts.sourceOf?.(given)) ?? given;
    return samples.stacks.frame({
      name: texts.of(place.name || ANONYMOUS),
      file: texts.of(scriptTitle(place.file)),
      line: lineNumber(place.line),
      column: lineNumber(place.column),
      kind: kind ?? this.#kindOf(name, place.file)
    });
  }

  /** The line of a script, in its source where that is known, and the text of its file. */
  line(file: string, line: number): { readonly file: number; readonly line: number } {
    const place = this.scripts.lineOf?.(file, line) ?? { file, line };
    return { file: this.trace.texts.of(scriptTitle(place.file)), line: lineNumber(place.line) };
  }

  #kindOf(name: string, file: string): number {
    if (file === '') return STATES.get(name) ?? this.ofNoFile;
    return this.scripts.kindOf(file);
  }
}

const MAX_LINE = 2 ** 31 - 1;

/** A line or column from 1 on; 0 for any other number. */
export function lineNumber(value: number): number {
  return Number.isInteger(value) && value > 0 && value < MAX_LINE ? value : 0;
}
