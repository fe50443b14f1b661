import { execFileSync } from 'node:child_process';
import { abiOf, headersOf, standardOf } from '../../scripts/steps/v8Addon.mjs';

/** Compiles an addon with V8's interface for the Node of `executable`, of sources that may include those in `included`. */
export function compileV8Addon(
  addon: string,
  sources: readonly string[],
  { executable, included }: { readonly executable: string; readonly included: string }
): void {
  const headers = headersOf(executable);
  const abi = abiOf(headers);
  if (abi === undefined) throw new Error(`There are no headers of V8 in ${headers}`);
  execFileSync('g++', [
    ...[standardOf(abi), '-O1', '-g', '-fPIC', '-shared', '-fno-rtti', '-fno-exceptions'],
    ...['-Wall', '-Wextra', '-Werror', '-DBUILDING_NODE_EXTENSION', '-Wl,-z,nodelete'],
    ...['-DNODE_GYP_MODULE_NAME=addon', '-I', included, '-isystem', headers],
    ...[...sources, '-o', addon]
  ]);
}
