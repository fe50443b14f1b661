import { spawn } from 'node:child_process';
import { copyFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { buildFakeCuda } from '../../support/fakeCuda/build';
import { type Execution, KernelClient } from '../kernelClient';
import type { PageSetup } from './pageSetup';
import { PYTHON } from './python';
import { type Page, ROOT } from './readPages';

/** How long commands may take. */
const PATIENCE_MS = 60_000;

/** The result of a snippet. */
export interface Outcome {
  readonly isOk: boolean;
  /** All that it printed and showed, and its error. */
  readonly text: string;
}

/** Packages that a page says to install. */
function packagesOf({ text }: Page): readonly string[] {
  return [...text.matchAll(/`npm install ([^`]+)`/g)].flatMap(([, names]) => names.split(' '));
}

/** Puts a package of the repository into a folder, as `npm install` does. */
function install(name: string, folder: string): void {
  const link = path.join(folder, 'node_modules', name);
  mkdirSync(path.dirname(link), { recursive: true });
  symlinkSync(path.join(ROOT, 'node_modules', name), link);
}

/** Puts the product into a folder, with its command. */
function installProduct(folder: string): void {
  install('kernelscope', folder);
  const commands = path.join(folder, 'node_modules', '.bin');
  mkdirSync(commands);
  symlinkSync('../kernelscope/bin/kernelscope.cjs', path.join(commands, 'kernelscope'));
}

/** Puts into the folder of a page what its reader has. */
function fillFolder(folder: string, page: Page, setup: PageSetup): void {
  installProduct(folder);
  for (const name of new Set([...packagesOf(page), ...(setup.packages ?? [])])) {
    install(name, folder);
  }
  for (const [name, source] of Object.entries(setup.files ?? {})) {
    copyFileSync(path.join(ROOT, source), path.join(folder, name));
  }
  setup.prepare?.(folder);
}

function outcomeOf({ reply, outputs }: Execution): Outcome {
  const texts = outputs.map(output => {
    if (output.type === 'stream') return output.text;
    if (output.type === 'error') return output.traceback.join('\n');
    return `${String(output.data['text/plain'])}\n`;
  });
  return { isOk: reply['status'] === 'ok', text: texts.join('') };
}

/** Someone who tries the snippets of a page, with a notebook and a terminal in one folder. */
export class Reader {
  /** The output of snippets, by title. */
  readonly printed = new Map<string, string>();
  readonly folder: string;
  readonly #kernel: KernelClient;
  readonly #environment: NodeJS.ProcessEnv;

  private constructor(kernel: KernelClient, environment: Readonly<Record<string, string>>) {
    this.#kernel = kernel;
    this.folder = kernel.process.folder;
    const commands = [
      path.join(this.folder, 'node_modules', '.bin'),
      path.dirname(process.execPath)
    ];
    const PATH = [...commands, process.env['PATH']].join(path.delimiter);
    this.#environment = { ...process.env, ...environment, PATH };
  }

  /** A reader who has what the page and its setup say, and nothing else. */
  static async open(page: Page, setup: PageSetup): Promise<Reader> {
    const gpu = setup.hasGpu === true && { KERNELSCOPE_CUDA_LIBRARIES: buildFakeCuda().folder };
    const environment = { ...gpu, ...setup.environment };
    const reader = new Reader(await KernelClient.start(environment), environment);
    try {
      fillFolder(reader.folder, page, setup);
      await reader.#runAll(setup.cells ?? []);
      return reader;
    } catch (error) {
      await reader.dispose();
      throw error;
    }
  }

  /** Runs a cell that asks for each of `answers`. */
  async runCell(code: string, answers: readonly string[] = []): Promise<Outcome> {
    const before = this.#kernel.questions.length;
    const id = this.#kernel.submit(code, { allow_stdin: answers.length > 0 });
    for (const [at, answer] of answers.entries()) {
      this.#kernel.answer(answer, await this.#kernel.question(before + at + 1));
    }
    return outcomeOf(await this.#kernel.finish(id));
  }

  /** Runs commands until one of them fails. */
  runShell(code: string): Promise<Outcome> {
    return this.#run('sh', ['-e', '-c', code]);
  }

  /** Runs a program of this name; its output has no profile. */
  runProgram(name: string, code: string): Promise<Outcome> {
    writeFileSync(path.join(this.folder, name), code);
    return this.#run('kernelscope', ['run', '--quiet', name]);
  }

  /** Runs a program in Python. */
  runPython(code: string): Promise<Outcome> {
    return this.#run(PYTHON, ['-c', code]);
  }

  dispose(): Promise<void> {
    return this.#kernel.dispose();
  }

  /** Runs cells, none of which may fail. */
  async #runAll(cells: readonly string[]): Promise<void> {
    for (const cell of cells) {
      const { isOk, text } = await this.runCell(cell);
      if (!isOk) throw new Error(`A cell before the first snippet fails: ${text}`);
    }
  }

  #run(command: string, args: readonly string[]): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      const options = { cwd: this.folder, env: this.#environment, timeout: PATIENCE_MS };
      const child = spawn(command, args, options);
      let text = '';
      const take = (bytes: Buffer) => void (text += bytes.toString());
      child.stdout.on('data', take);
      child.stderr.on('data', take);
      child.on('error', reject);
      child.on('close', code => resolve({ isOk: code === 0, text }));
      child.stdin.end();
    });
  }
}
