import path from 'node:path';
import { codeFile } from './codeFolder';
import { loadCode } from './loadedCode';
import type * as kernel from './main';

/** A text that is another one for each content of `main.cjs`; the build puts it in. */
declare const KERNELSCOPE_BUILD: string;

const connectionFile = process.argv[2];
if (connectionFile === undefined) {
  process.stderr.write('usage: node kernel.cjs CONNECTION_FILE\n');
  process.exitCode = 2;
} else {
  const script = path.join(__dirname, 'main.cjs');
  const file = codeFile({ script, content: KERNELSCOPE_BUILD });
  const { exports, code } = loadCode<typeof kernel>(script, file, require);
  exports.main(connectionFile, code);
}
