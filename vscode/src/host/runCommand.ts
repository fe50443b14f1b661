import type { Uri } from 'vscode';

/** What makes the profile: a program that runs, the tests in a file or of it, or a file that holds one. */
export type ProfiledPart = 'file' | 'tests' | 'conversion';

/** A program and its arguments, each one word: nothing of it goes through a shell. */
export interface RunCommand {
  readonly program: string;
  readonly args: readonly string[];
  readonly folder: Uri;
  /** The file that it leaves. */
  readonly output: Uri;
}

/** The part of VS Code that {@link RunCommands} needs. */
export interface RunCommandsDeps {
  readonly isFile: (file: Uri) => PromiseLike<boolean>;
  readonly readText: (file: Uri) => PromiseLike<string>;
  readonly join: (folder: Uri, ...parts: readonly string[]) => Uri;
  /** The setting `kernelscope.path`; empty where it is not set. */
  readonly installedAt: () => string;
  readonly now: () => Date;
}

/** A file to profile, and the folder of the workspace that it is in. */
export interface ProfiledFile {
  readonly file: Uri;
  readonly root: Uri;
  readonly part: ProfiledPart;
}

/** What the arguments of a run depend on. */
interface RunArguments extends Omit<ProfiledFile, 'root'> {
  readonly folder: Uri;
  readonly output: Uri;
}

/** The folder of what is recorded, as `kernelscope run` has it. */
const OUTPUT_FOLDER = '.kernelscope';

/** Where packages have their programs. */
const COMMAND = ['node_modules', 'kernelscope', 'bin', 'kernelscope.cjs'] as const;

/** Where the environments of Python have those of wheels. */
const ENVIRONMENT_COMMANDS = [
  ['.venv', 'bin', 'kernelscope'],
  ['.venv', 'Scripts', 'kernelscope.exe']
] as const;

/** A file that has tests by its name. */
const TEST_FILE = /[.-](?:test|spec)[.][cm]?[jt]sx?$|(?:^|[/])__tests__[/]/;

/** Puts together how a file is profiled, by the packages around it. */
export class RunCommands {
  readonly #deps: RunCommandsDeps;

  constructor(deps: RunCommandsDeps) {
    this.#deps = deps;
  }

  /** Null where Kernelscope is not installed. Runs in the folder of the nearest `package.json`. */
  async of({ file, root, part }: ProfiledFile): Promise<RunCommand | null> {
    const folders = foldersAround(file, root, this.#deps.join);
    const start = await this.#startOf(folders);
    if (start === null) return null;
    const folder = await this.#packageFolder(folders, root);
    const name = `${stemOf(file)}-${stampOf(this.#deps.now())}.kscope`;
    const output = this.#deps.join(root, OUTPUT_FOLDER, name);
    const [program, ...first] = start;
    const args = [...first, ...(await this.#argsOf({ file, part, folder, output }))];
    return { program, args, folder, output };
  }

  async #argsOf({ file, part, folder, output }: RunArguments): Promise<readonly string[]> {
    if (part === 'conversion') return ['convert', file.fsPath, output.fsPath];
    const what = part === 'file' ? [file.fsPath] : await this.#testsOf(file, folder);
    return ['run', '-o', output.fsPath, ...what];
  }

  /** The program of the setting, else that of the nearest package or environment; Node runs scripts. */
  async #startOf(folders: readonly Uri[]): Promise<readonly [string, ...string[]] | null> {
    const set = this.#deps.installedAt();
    if (set !== '') return /[.][cm]?js$/.test(set) ? ['node', set] : [set];
    for (const folder of folders) {
      const script = this.#deps.join(folder, ...COMMAND);
      if (await this.#deps.isFile(script)) return ['node', script.fsPath];
      const program = await this.#environmentCommand(folder);
      if (program !== null) return [program];
    }
    return null;
  }

  async #environmentCommand(folder: Uri): Promise<string | null> {
    for (const parts of ENVIRONMENT_COMMANDS) {
      const program = this.#deps.join(folder, ...parts);
      if (await this.#deps.isFile(program)) return program.fsPath;
    }
    return null;
  }

  async #packageFolder(folders: readonly Uri[], root: Uri): Promise<Uri> {
    for (const folder of folders) {
      if (await this.#deps.isFile(this.#deps.join(folder, 'package.json'))) return folder;
    }
    return root;
  }

  /** How the tests of a file are run by what the package has for tests. */
  async #testsOf(file: Uri, folder: Uri): Promise<readonly string[]> {
    const packages = await this.#packagesOf(folder);
    const path = file.fsPath;
    const hasTests = TEST_FILE.test(file.path);
    if (packages.has('vitest')) {
      return ['vitest', '--', ...(hasTests ? ['run', path] : ['related', '--run', path])];
    }
    if (packages.has('jest')) {
      return ['jest', '--', hasTests ? '--runTestsByPath' : '--findRelatedTests', path];
    }
    if (packages.has('mocha')) return ['mocha', '--', path];
    return ['--', 'node', '--test', path];
  }

  async #packagesOf(folder: Uri): Promise<ReadonlySet<string>> {
    try {
      const text = await this.#deps.readText(this.#deps.join(folder, 'package.json'));
      const { dependencies, devDependencies } = JSON.parse(text) as Record<string, object>;
      return new Set([...Object.keys(dependencies ?? {}), ...Object.keys(devDependencies ?? {})]);
    } catch {
      return new Set();
    }
  }
}

/** The folders around a file, from its own to `root`. */
function foldersAround(file: Uri, root: Uri, join: RunCommandsDeps['join']): Uri[] {
  const folders: Uri[] = [];
  for (let at = join(file, '..'); at.path.length > root.path.length; at = join(at, '..')) {
    folders.push(at);
  }
  return [...folders, root];
}

const stemOf = ({ path }: Uri): string =>
  path.slice(path.lastIndexOf('/') + 1).replace(/[.][^.]*$/, '');

/** A moment in a name, in local time, so that names are in its order. */
function stampOf(moment: Date): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  const day = [moment.getFullYear(), two(moment.getMonth() + 1), two(moment.getDate())].join('');
  return `${day}-${[moment.getHours(), moment.getMinutes(), moment.getSeconds()].map(two).join('')}`;
}
