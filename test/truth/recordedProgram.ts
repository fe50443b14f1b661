import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type FinishedProfile, loadProfile } from 'kernelscope';

const COMMAND = fileURLToPath(new URL('../../src/bin/kernelscope.cjs', import.meta.url));

/** Runs a program in `folder` under the profiler on the Node under test; its profile. */
export async function recordedProgram(
  folder: string,
  name: string,
  text: string,
  options: readonly string[] = []
): Promise<FinishedProfile> {
  const [file, saved] = [name, `${name}.kscope`].map(each => path.join(folder, each));
  writeFileSync(file, text);
  const node = process.env['KERNELSCOPE_NODE'] ?? process.execPath;
  const args = [COMMAND, 'run', '-q', ...options, '-o', saved, file];
  const child = spawn(node, args, { cwd: folder, stdio: 'ignore' });
  await once(child, 'close');
  return loadProfile(saved);
}
