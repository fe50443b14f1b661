/** A function in a script or in its source. */
export interface ScriptPlace {
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
