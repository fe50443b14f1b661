import { onnxFlops } from '../../analysis/operators/libraryFlops';
import type { HookDeps } from '../operators/operatorCalls';
import { type FactOptions, wantsFacts } from '../operators/recordedKinds';
import type { SourceKind } from '../source';
import { OnnxruntimeHook } from './onnxruntime';
import { OnnxruntimeSource } from './onnxruntimeSource';

/** The recording options that the hooks in ONNX Runtime read. */
interface OnnxruntimeOptions extends FactOptions {
  readonly operators: boolean;
  readonly graphOperators: boolean;
  readonly api: boolean;
  readonly nodeShares: boolean;
}

/** ONNX Runtime. */
export const ONNXRUNTIME: SourceKind<OnnxruntimeOptions, { readonly hooks: HookDeps }> = {
  open: ({ hooks }) => {
    const hook = new OnnxruntimeHook(hooks);
    return {
      sources: options => {
        const { operators, graphOperators, api, nodeShares } = options;
        if (!(operators || graphOperators || api)) return [];
        const flops = options.flops ? onnxFlops : null;
        return [new OnnxruntimeSource(hook, { shapes: wantsFacts(options), nodeShares, flops })];
      }
    };
  }
};
