import path from 'node:path';

/** What finding Python needs to know. */
export interface PythonSearch {
  /** The setting: a path, or the name of a program; empty if it is not set. */
  readonly setting: string;
  /** Folders that may have an environment, the nearest first: that of the notebook, and those around it. */
  readonly folders: readonly string[];
  readonly isWindows: boolean;
  /** Whether there is a file at a path. */
  readonly exists: (path: string) => boolean;
}

/** A Python, and where it was found. */
export interface FoundPython {
  /** A path, or the name of a program on `PATH`. */
  readonly command: string;
  readonly origin: 'setting' | 'environment' | 'path';
}

/** The Python that runs the kernel: that of the setting, of a `.venv` of the workspace, or of the system. */
export function findPython({ setting, folders, isWindows, exists }: PythonSearch): FoundPython {
  if (setting !== '') return { command: setting, origin: 'setting' };
  const own = folders.map(folder => environmentPython(folder, isWindows)).find(exists);
  if (own !== undefined) return { command: own, origin: 'environment' };
  return { command: isWindows ? 'python' : 'python3', origin: 'path' };
}

/** The Python of the environment `.venv` of a folder, whether there is one or not. */
function environmentPython(folder: string, isWindows: boolean): string {
  return isWindows
    ? path.win32.join(folder, '.venv', 'Scripts', 'python.exe')
    : path.posix.join(folder, '.venv', 'bin', 'python');
}

/** A folder and those around it, up to `root` and with it. The folder alone if it is not below `root`. */
export function foldersUpTo(root: string | undefined, folder: string): readonly string[] {
  const found = [folder];
  for (let at = folder; at !== root;) {
    const above = path.dirname(at);
    if (root === undefined || above === at) return [folder];
    at = above;
    found.push(at);
  }
  return found;
}

/** The wheel of Kernelscope that was built last in some folders, or in the folders `dist` in them; null without one. */
export function findWheel(
  folders: readonly string[],
  list: (folder: string) => readonly string[]
): string | null {
  for (const folder of folders.flatMap(each => [each, path.join(each, 'dist')])) {
    const wheels = list(folder).filter(name => /^kernelscope-.+[.]whl$/.test(name));
    const [newest] = wheels.sort((a, b) => b.localeCompare(a, 'en', { numeric: true }));
    if (newest !== undefined) return path.join(folder, newest);
  }
  return null;
}

/** A program and its arguments, which no shell sees. */
export type Command = readonly [program: string, ...args: string[]];

/** Where and from what a kernel is installed. */
export interface InstallPlace {
  /** The folder that gets an environment, where one is needed. */
  readonly folder: string;
  /** What pip is asked for: a name, or the path of a wheel. */
  readonly source: string;
  readonly isWindows: boolean;
}

/** What installs the kernel for a Python: into its environment, or, for the Python of the system, into a new `.venv`. */
export function installCommands(
  { command, origin }: FoundPython,
  { folder, source, isWindows }: InstallPlace
): readonly Command[] {
  // what begins like an option is never taken for one
  const install = (python: string): Command => [python, '-m', 'pip', 'install', '--', source];
  if (origin !== 'path') return [install(command)];
  const environment = isWindows
    ? path.win32.join(folder, '.venv')
    : path.posix.join(folder, '.venv');
  const made = environmentPython(folder, isWindows);
  return [[command, '-m', 'venv', environment], install(made)];
}

/** A command as one would type it, to be read. */
export const commandText = (command: Command): string =>
  command.map(part => (/^[\w./:\\=@[\],+-]+$/.test(part) ? part : JSON.stringify(part))).join(' ');
