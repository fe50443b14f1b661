import { removeMagic } from 'kernelscope/settings';
import { moduleScript } from '../cells/cellModules';
import type { RunCell } from './executeRequest';
import { cellFile } from '../cells/cellRun';
import { getCodeMetadata } from '../tslab/tslab';

/** UTF-16 units of all sources together that a kernel keeps. */
const KEPT_UNITS = 4_000_000;

/** The newest sources of cells, by the names of their scripts, within a bound of memory. */
export class CellTexts {
  readonly #texts = new Map<string, string>();
  readonly #limit: number;
  #units = 0;

  constructor(limit = KEPT_UNITS) {
    this.#limit = limit;
  }

  /** Keeps the source of `script` in place of an older one; the oldest sources go for it. */
  keep(script: string, text: string): void {
    this.#drop(script);
    this.#texts.set(script, text);
    this.#units += text.length;
    for (const oldest of this.#texts.keys()) {
      if (this.#units <= this.#limit) {
        return;
      }
      this.#drop(oldest);
    }
  }

  /** The kept texts, oldest first. */
  entries(): Iterable<readonly [script: string, text: string]> {
    return this.#texts.entries();
  }

  #drop(script: string): void {
    this.#units -= this.#texts.get(script)?.length ?? 0;
    this.#texts.delete(script);
  }
}

/**
 * `runCell` that keeps the source of each cell as the user typed it, magics included. A cell that is
 * a module keeps its older source until the new one was converted.
 */
export function keepingTexts(runCell: RunCell, texts: CellTexts, rootDir: string): RunCell {
  return async request => {
    const { source, number } = request;
    const { module } = getCodeMetadata(removeMagic(source));
    if (module === undefined) {
      texts.keep(cellFile(number), source);
      return runCell(request);
    }
    const outcome = await runCell(request);
    if (outcome.status === 'ok') {
      texts.keep(moduleScript(rootDir, module), source);
    }
    return outcome;
  };
}
