/** How scripts are shown, by the names that V8 gives them. */
export interface ScriptNames {
  /** One of `FrameKind`. */
  readonly kindOf: (url: string) => number;
  readonly fileOf: (url: string) => string;
}
