import type { Profiler } from 'node:inspector';
import type { LineTickTable } from '../../../model/profile/profile';
import { ShownFiles, type SourceLinesOptions } from './callFrames';
import { denseLine } from './denseLines';
import type { SourceLine } from '../scripts/sourceMapper';

type Ticks = Map<number, number>;

/** Adds up the self samples of source lines. */
export class LineTicks {
  readonly #scripts = new Map<string, Ticks>();
  /** Ticks of dense lines, by the source line on which their functions begin. */
  readonly #ofFunctions = new Map<string, Map<SourceLine, number>>();

  readonly #shown: ShownFiles;

  constructor(private readonly options: SourceLinesOptions) {
    this.#shown = new ShownFiles(options);
  }

  /** Adds the ticks of one node of a CPU profile. */
  add(node: Profiler.ProfileNode): void {
    const { url, lineNumber, columnNumber } = node.callFrame;
    const ticks: Ticks = this.#scripts.get(url) ?? new Map<number, number>();
    this.#scripts.set(url, ticks);
    for (const tick of node.positionTicks ?? []) {
      const place = { file: url, line: tick.line, column: columnNumber + 1 };
      const begin = tick.line === lineNumber + 1 ? denseLine(this.options.mapper, place) : null;
      if (begin === null) addTicks(ticks, tick.line, tick.ticks);
      else this.#ofFunction(url).set(begin, tick.ticks);
    }
  }

  /**
   * The finished table: files in order of first use, lines ascending. Script lines that lead to no
   * source line are left out; those behind the end of the source count for its last line.
   */
  toTable(): LineTickTable {
    const files = new Map<number, Ticks>();
    for (const [url, ticks] of this.#scripts) this.#addSources(url, ticks, files);
    for (const [url, begins] of this.#ofFunctions) {
      for (const [source, count] of begins) this.#addSource(url, source, { count, files });
    }
    const rows = [...files].flatMap(([file, ticks]) => {
      const sorted = [...ticks].sort(([a], [b]) => a - b);
      return sorted.map(([line, count]) => ({ file, line, count }));
    });
    return {
      length: rows.length,
      file: Uint32Array.from(rows, row => row.file),
      line: Uint32Array.from(rows, row => row.line),
      ticks: Uint32Array.from(rows, row => row.count)
    };
  }

  #addSources(url: string, ticks: Ticks, files: Map<number, Ticks>): void {
    const { mapper } = this.options;
    const isKnown = mapper.known(url);
    for (const [line, count] of ticks) {
      const source = isKnown ? mapper.mapLine(url, line) : { line };
      if (source === null) continue;
      const last = mapper.lastLine(url, source.line) ?? Infinity;
      this.#addSource(url, { ...source, line: Math.min(source.line, last) }, { count, files });
    }
  }

  #addSource(
    url: string,
    source: SourceLine,
    { count, files }: { readonly count: number; readonly files: Map<number, Ticks> }
  ): void {
    const file = this.#shown.row(source.file ?? this.options.mapper.sourceFile(url));
    const ofFile: Ticks = files.get(file) ?? new Map<number, number>();
    files.set(file, ofFile);
    addTicks(ofFile, Math.max(1, source.line), count);
  }

  #ofFunction(url: string): Map<SourceLine, number> {
    const known = this.#ofFunctions.get(url) ?? new Map<SourceLine, number>();
    this.#ofFunctions.set(url, known);
    return known;
  }
}

function addTicks(ticks: Ticks, line: number, count: number): void {
  ticks.set(line, (ticks.get(line) ?? 0) + count);
}
