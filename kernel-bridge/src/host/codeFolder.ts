import { createHash } from 'node:crypto';
import { homedir } from 'node:os';
import path from 'node:path';

const NAME = 'kernelscope';
const ENDING = '.code';

/** The environment and the platform of a process. */
export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  readonly home: string;
}

function ownSurroundings(): Surroundings {
  return { env: process.env, platform: process.platform, home: homedir() };
}

/** A script, and a text that is another one for each content of it. */
export interface Build {
  readonly script: string;
  readonly content: string;
}

/**
 * The file for what V8 has compiled of a build of the kernel, in the user's folder for caches; null where
 * the user wants none of Node's. V8 takes code of its own release alone, and keeps the path of the script.
 */
export function codeFile(
  { script, content }: Build,
  surroundings = ownSurroundings()
): string | null {
  if (surroundings.env['NODE_DISABLE_COMPILE_CACHE']) return null;
  const build = createHash('sha256').update(`${content}\0${script}`).digest('hex').slice(0, 16);
  const name = [build, process.version, process.arch].join('-');
  return path.join(cacheFolder(surroundings), NAME, `${name}${ENDING}`);
}

function cacheFolder({ env, platform, home }: Surroundings): string {
  if (env['XDG_CACHE_HOME']) return env['XDG_CACHE_HOME'];
  if (platform === 'win32') return env['LOCALAPPDATA'] ?? path.join(home, 'AppData', 'Local');
  return platform === 'darwin' ? path.join(home, 'Library', 'Caches') : path.join(home, '.cache');
}

/** True for the name of a file that {@link codeFile} names. */
export function isCodeFile(name: string): boolean {
  return name.endsWith(ENDING);
}
