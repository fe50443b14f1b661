import type { Profiler } from 'node:inspector';
import type { LineTickTable } from '../model/profile';
import type { SourceLinesOptions } from './callFrames';
import { displayFile } from './frameClassifier';

/** Ticks by line number. */
type Ticks = Map<number, number>;

/** Adds up the self samples of source lines. */
export class LineTicks {
  private readonly scripts = new Map<string, Ticks>();

  constructor(private readonly options: SourceLinesOptions) {}

  /** Adds the ticks of one node of a CPU profile. */
  add(node: Profiler.ProfileNode): void {
    const { url } = node.callFrame;
    const ticks: Ticks = this.scripts.get(url) ?? new Map<number, number>();
    this.scripts.set(url, ticks);
    for (const tick of node.positionTicks ?? []) addTicks(ticks, tick.line, tick.ticks);
  }

  /**
   * The finished table: files in order of first use, lines ascending. Script lines that lead to no
   * source line are left out; those behind the end of the source count for its last line.
   */
  toTable(): LineTickTable {
    const { strings, mapper, folder } = this.options;
    const rows = [...this.scripts].flatMap(([url, ticks]) => {
      const file = strings.intern(displayFile(mapper.sourceFile(url), folder));
      const sorted = [...this.onSource(url, ticks)].sort(([a], [b]) => a - b);
      return sorted.map(([line, count]) => ({ file, line, count }));
    });
    return {
      length: rows.length,
      file: Uint32Array.from(rows, row => row.file),
      line: Uint32Array.from(rows, row => row.line),
      ticks: Uint32Array.from(rows, row => row.count)
    };
  }

  private onSource(url: string, ticks: Ticks): Ticks {
    const { mapper } = this.options;
    if (!mapper.known(url)) return ticks;
    const last = mapper.lastLine(url) ?? Infinity;
    const mapped: Ticks = new Map<number, number>();
    for (const [line, count] of ticks) {
      const source = mapper.mapLine(url, line);
      if (source !== null) addTicks(mapped, Math.max(1, Math.min(source, last)), count);
    }
    return mapped;
  }
}

function addTicks(ticks: Ticks, line: number, count: number): void {
  ticks.set(line, (ticks.get(line) ?? 0) + count);
}
