/** Formats that `--output` can write. */
export type OutputFormat =
  | 'perfetto'
  | 'chrome'
  | 'speedscope'
  | 'cpuprofile'
  | 'pprof'
  | 'folded'
  | 'html'
  | 'csv'
  | 'memoryFlow'
  | 'kscope';

/** A file to write a profile to. */
export interface OutputFile {
  readonly path: string;
  readonly format: OutputFormat;
  /** Whether the bytes are to be gzipped. */
  readonly gzip: boolean;
}

/** One file name ending and what it stands for. */
export interface OutputExtension {
  readonly extension: string;
  readonly format: OutputFormat;
  readonly gzip: boolean;
  readonly help: string;
}

/** Every known ending; a longer one stands before any that it ends with. */
export const OUTPUT_EXTENSIONS: readonly OutputExtension[] = [
  known('.perfetto-trace.gz', 'perfetto', 'Perfetto trace, gzipped'),
  known('.perfetto-trace', 'perfetto', 'Perfetto trace (ui.perfetto.dev)'),
  known('.speedscope.json', 'speedscope', 'flame graphs (speedscope.app)'),
  known('.json.gz', 'chrome', 'Chrome trace events, gzipped'),
  known('.json', 'chrome', 'Chrome trace events'),
  known('.cpuprofile', 'cpuprofile', 'V8 CPU profile of one thread (Chrome DevTools, VS Code)'),
  known('.pb.gz', 'pprof', 'pprof, gzipped'),
  known('.pb', 'pprof', 'pprof'),
  known('.folded', 'folded', 'folded stacks, a line for each'),
  known('.html', 'html', 'the table and a picture, without scripts'),
  known('.csv', 'csv', 'the table as comma-separated values'),
  known('.svg', 'memoryFlow', 'device memory as time × address, without scripts'),
  known('.kscope', 'kscope', 'the whole profile, to load again')
];

function known(extension: string, format: OutputFormat, help: string): OutputExtension {
  return { extension, format, gzip: extension.endsWith('.gz'), help };
}

/** Endings that can be written, in the order of {@link OUTPUT_EXTENSIONS}. */
export function writableExtensions(): string[] {
  return OUTPUT_EXTENSIONS.map(({ extension }) => extension);
}

/** The ending of `path` among {@link OUTPUT_EXTENSIONS}, ignoring case, or null. */
export function extensionOf(path: string): OutputExtension | null {
  const lower = path.toLowerCase();
  return OUTPUT_EXTENSIONS.find(({ extension }) => lower.endsWith(extension)) ?? null;
}

/** What a path ends in that stands for no format that can be written; null without an ending. */
export function unknownEnding(path: string): string | null {
  if (outputFile(path)) return null;
  return /[^./\\](\.[^./\\]+)$/.exec(path)?.[1] ?? null;
}

/** `path` with the format its ending stands for, or null when that cannot be written. */
export function outputFile(path: string): OutputFile | null {
  const extension = extensionOf(path);
  if (extension === null) return null;
  return { path, format: extension.format, gzip: extension.gzip };
}
