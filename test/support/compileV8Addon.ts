import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

/** The first Node whose headers take C++20. */
const FIRST_WITH_CPP20 = 24;

/** Compiles an addon with V8's interface for the Node of `executable`, of sources that may include those in `included`. */
export function compileV8Addon(
  addon: string,
  sources: readonly string[],
  { executable, included }: { readonly executable: string; readonly included: string }
): void {
  const headers = path.join(path.dirname(path.dirname(executable)), 'include', 'node');
  if (!existsSync(headers)) throw new Error(`There are no headers of Node in ${headers}`);
  const version = execFileSync(executable, ['-p', 'parseInt(process.versions.node)']);
  const standard = Number(version) < FIRST_WITH_CPP20 ? 17 : 20;
  execFileSync('g++', [
    ...[`-std=c++${standard}`, '-O1', '-g', '-fPIC', '-shared', '-fno-rtti', '-fno-exceptions'],
    ...['-Wall', '-Wextra', '-Werror', '-DBUILDING_NODE_EXTENSION', '-Wl,-z,nodelete'],
    ...[
      '-DNODE_GYP_MODULE_NAME=addon',
      '-I',
      included,
      '-isystem',
      headers,
      ...sources,
      '-o',
      addon
    ]
  ]);
}
