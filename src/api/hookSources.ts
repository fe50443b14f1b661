import { onnxFlops } from '../analysis/flops/onnxFlops';
import { tfjsFlops } from '../analysis/flops/tfjsFlops';
import type { Source } from '../record/contribution';
import type { OnnxruntimeHook } from '../sources/onnxruntime';
import { OnnxruntimeSource } from '../sources/onnxruntimeSource';
import type { TfjsHook } from '../sources/tfjs';
import { TfjsSource } from '../sources/tfjs';
import type { RecordingOptions } from './recordingOptions';

/** The hooks in libraries, which all recordings share. */
export interface LibraryHooks {
  readonly tfjs: TfjsHook;
  readonly onnxruntime: OnnxruntimeHook;
}

/** The sources of a recording that hooks in libraries serve. */
export function hookSources(options: RecordingOptions, hooks: LibraryHooks): Source[] {
  const { operators, graphOperators, api, tensorMemory } = options;
  const sources: Source[] = [];
  if (operators || graphOperators || api || tensorMemory) {
    const flops = options.flops ? tfjsFlops : null;
    sources.push(new TfjsSource(hooks.tfjs, { shapes: options.shapes, flops }));
  }
  if (operators || graphOperators || api) {
    const shapes = options.shapes || options.flops;
    const flops = options.flops ? onnxFlops : null;
    sources.push(new OnnxruntimeSource(hooks.onnxruntime, { ...options, shapes, flops }));
  }
  return sources;
}
