import { onnxFlops } from '../../analysis/operators/flops/onnxFlops';
import { tfjsFlops } from '../../analysis/operators/flops/tfjsFlops';
import type { Source } from '../../record/build/contribution';
import type { OnnxruntimeHook } from '../../sources/onnx/onnxruntime';
import { OnnxruntimeSource } from '../../sources/onnx/onnxruntimeSource';
import type { OperatorMemory } from '../../sources/operators/operatorMemory';
import { OperatorMemorySource } from '../../sources/operators/operatorMemory';
import type { TfjsHook } from '../../sources/tfjs/tfjs';
import { TfjsSource } from '../../sources/tfjs/tfjs';
import type { RecordingOptions } from '../options/recordingOptions';
import { wantsFacts } from '../options/recordingOptions';

/** The hooks in libraries, which all recordings share. */
export interface LibraryHooks {
  readonly tfjs: TfjsHook;
  readonly onnxruntime: OnnxruntimeHook;
  readonly operatorMemory: OperatorMemory;
}

/** The sources of a recording that hooks in libraries serve. */
export function hookSources(options: RecordingOptions, hooks: LibraryHooks): Source[] {
  const { operators, graphOperators, api, tensorMemory, layers } = options;
  const sources: Source[] = [];
  if (operators || graphOperators || api || tensorMemory || layers) {
    const flops = options.flops ? tfjsFlops : null;
    sources.push(new TfjsSource(hooks.tfjs, { ...options, flops }));
  }
  if (operators || graphOperators || api) {
    const shapes = wantsFacts(options);
    const flops = options.flops ? onnxFlops : null;
    sources.push(new OnnxruntimeSource(hooks.onnxruntime, { ...options, shapes, flops }));
  }
  if (options.memoryEveryOperators !== null) {
    sources.push(new OperatorMemorySource(hooks.operatorMemory, options.memoryEveryOperators));
  }
  return sources;
}
