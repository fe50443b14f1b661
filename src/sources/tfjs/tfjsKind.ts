import { tfjsFlops } from '../../analysis/operators/libraryFlops';
import type { HookDeps } from '../operators/operatorCalls';
import type { SourceKind } from '../source';
import { TfjsHook, TfjsSource } from './tfjs';

/** The recording options that the hooks in TensorFlow.js read. */
interface TfjsOptions {
  readonly operators: boolean;
  readonly graphOperators: boolean;
  readonly api: boolean;
  readonly tensorMemory: boolean;
  readonly layers: boolean;
  readonly shapes: boolean;
  readonly tensors: boolean;
  readonly flops: boolean;
}

/** TensorFlow.js. */
export const TFJS: SourceKind<TfjsOptions, { readonly hooks: HookDeps }> = {
  open: ({ hooks }) => {
    const hook = new TfjsHook(hooks);
    return {
      sources: options => {
        const { operators, graphOperators, api, tensorMemory, layers, shapes, tensors } = options;
        if (!(operators || graphOperators || api || tensorMemory || layers)) return [];
        const flops = options.flops ? tfjsFlops : null;
        return [new TfjsSource(hook, { shapes, tensors, flops })];
      }
    };
  }
};
