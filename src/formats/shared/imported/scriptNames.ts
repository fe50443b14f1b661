/** The displayed names of scripts, by their names in V8. */
export interface ScriptNames {
  /** One of `FrameKind`. */
  readonly kindOf: (url: string) => number;
  readonly fileOf: (url: string) => string;
}
