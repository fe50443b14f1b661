import type { OutputFormatName } from '../../../engine/arguments/outputFormats';

/** The output of a `Profiler`: MindSpore's tree of directories, or MegEngine's files. */
export type ProfilerOutput =
  | { readonly kind: 'tree'; readonly outputPath: string }
  | {
      readonly kind: 'files';
      readonly path: string;
      readonly formats: readonly OutputFormatName[];
      readonly sampleRate: number;
      readonly profileDevice: boolean;
    };
