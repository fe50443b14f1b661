/** One stored cell: session (always 0), number and source, as Jupyter lists history. */
export type HistoryEntry = readonly [session: 0, line: number, source: string];

const MAX_ENTRIES = 1000;

function toNumber(value: unknown, otherwise: number): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : otherwise;
}

function globToPattern(glob: string): RegExp {
  const escaped = glob.replace(/[.+^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replaceAll('*', '[^]*').replaceAll('?', '[^]')}$`);
}

/** The cells of this kernel's life, the latest 1,000. */
export class History {
  #entries: HistoryEntry[] = [];

  /** Stores the source of cell `line`. */
  add(line: number, source: string): void {
    this.#entries.push([0, line, source]);
    if (this.#entries.length > MAX_ENTRIES) {
      this.#entries.shift();
    }
  }

  /** Content of a `history_reply` for the content of a `history_request`. */
  answer(request: Readonly<Record<string, unknown>>): object {
    const entries = this.#select(request);
    const history = request['output'] === true ? entries.map(withOutput) : entries;
    return { status: 'ok', history };
  }

  #select(request: Readonly<Record<string, unknown>>): readonly HistoryEntry[] {
    const count = toNumber(request['n'], MAX_ENTRIES);
    switch (request['hist_access_type']) {
      case 'range':
        return this.#range(toNumber(request['start'], 0), toNumber(request['stop'], Infinity));
      case 'search':
        return latest(this.#search(request['pattern']), count);
      default:
        return latest(this.#entries, count);
    }
  }

  #range(start: number, stop: number): readonly HistoryEntry[] {
    return this.#entries.filter(([, line]) => line >= start && line < stop);
  }

  #search(glob: unknown): readonly HistoryEntry[] {
    const pattern = globToPattern(typeof glob === 'string' ? glob : '*');
    return this.#entries.filter(([, , source]) => pattern.test(source));
  }
}

/** The last `count` entries; none for 0 and less. */
function latest(entries: readonly HistoryEntry[], count: number): readonly HistoryEntry[] {
  return entries.slice(Math.max(0, entries.length - Math.max(0, Math.floor(count))));
}

function withOutput([session, line, source]: HistoryEntry): readonly unknown[] {
  return [session, line, [source, null]];
}
