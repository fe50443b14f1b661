/** A call in the code of a function, by the last name of what is called. */
export interface ScriptCall {
  /** '' for a function that is written as an argument. */
  readonly name: string;
  /** One-based line of the script. */
  readonly line: number;
  /** The number of loops around it in its function. */
  readonly loops: number;
}

/** The lines of a loop, one-based. */
export interface ScriptLoop {
  readonly line: number;
  readonly lastLine: number;
}

/** A function of a script, on one-based lines and columns of the script. */
export interface ScriptFunction {
  /** The name V8 gives it; '' for the script itself and functions without a name. */
  readonly name: string;
  /** The place at which it begins as V8 sees it: that of its parameters. */
  readonly line: number;
  readonly column: number;
  readonly lastLine: number;
  /** The calls in its code, without those of functions in it. */
  readonly calls: readonly ScriptCall[];
  /** The loops in its code, without those of functions in it. */
  readonly loops: readonly ScriptLoop[];
  /** True of generators and functions declared `async`: V8 inlines no code of them. */
  readonly isResumable: boolean;
}

export interface CallingLine {
  readonly function: ScriptFunction;
  readonly line: number;
  /** The number of loops around the call in that function. */
  readonly loops: number;
}

/** The number of loops of a function around a line. */
export function loopsAt({ loops }: ScriptFunction, line: number): number {
  return loops.filter(loop => loop.line <= line && line <= loop.lastLine).length;
}

/** True of a function of several lines whose first line has no call and no loop of its own. */
export function beginsIdle({ line, lastLine, calls, loops }: ScriptFunction): boolean {
  return lastLine > line && ![...calls, ...loops].some(each => each.line === line);
}

/** Calls that are followed at most from a function to one that was inlined in it. */
export const MAX_INLINED_CALLS = 4;

/** Ways that are told apart at most. */
const MAX_WAYS = 16;

/** The functions of a script, found by their places and by the lines of their code. */
export class ScriptFunctions {
  readonly #byColumn = new Map<number, ScriptFunction[]>();
  readonly #byName = new Map<string, ScriptFunction[]>();

  /** `functions` are in order of their beginnings, each after that around it; the first is the script. */
  constructor(private readonly functions: readonly ScriptFunction[]) {
    for (const each of functions) {
      addTo(this.#byColumn, each.column, each);
      addTo(this.#byName, lastName(each.name), each);
    }
  }

  get #script(): ScriptFunction {
    return this.functions[0];
  }

  /** The last line of the script. */
  get lastLine(): number {
    return this.#script.lastLine;
  }

  /** The functions that begin at `column` and have that name, or else any name; see {@link isWrapped}. */
  at(column: number, name: string): readonly ScriptFunction[] {
    if (isWrapped(column)) return [this.#script];
    const begin = this.#byColumn.get(column) ?? [];
    const named = begin.filter(each => each.name === name);
    return named.length > 0 ? named : begin;
  }

  /** True if a function has the name, as the last one of its own: `add` for V8's `List.add`. */
  hasNamed(name: string): boolean {
    return this.#byName.has(name);
  }

  /** True of a line outside of functions that runs once and calls nothing: it takes no time that samples see. */
  isBrief(own: ScriptFunction, line: number): boolean {
    const isCall = own.calls.some(call => call.line === line);
    return own === this.#script && !isCall && loopsAt(own, line) === 0;
  }

  /** The function that begins at a place. */
  beginning(line: number, column: number): ScriptFunction | null {
    if (isWrapped(column)) return this.#script;
    return this.#byColumn.get(column)?.find(each => each.line === line) ?? null;
  }

  /**
   * The functions with code of their own on a line, innermost first. Functions in which another one
   * covers the whole line have none there.
   */
  on(line: number): readonly ScriptFunction[] {
    const found: ScriptFunction[] = [];
    for (let place = this.functions.length - 1; place >= 0; place--) {
      const each = this.functions[place];
      if (each.line > line || each.lastLine < line) continue;
      found.push(each);
      if (each.line < line && line < each.lastLine) break;
    }
    return found;
  }

  /** The innermost function with code of its own on a line, other than the script itself; null if none has. */
  within(line: number): ScriptFunction | null {
    return this.on(line).find(each => each !== this.#script) ?? null;
  }

  /**
   * The shortest ways by which one function calls another in this script, each as the lines that call,
   * outermost first; by the names of what is called, so that some may not exist when the script runs.
   */
  ways(from: ScriptFunction, to: ScriptFunction): readonly (readonly CallingLine[])[] {
    let open: CallingWay[] = [{ at: from, lines: [] }];
    const seen = new Set([from]);
    for (let depth = 0; depth < MAX_INLINED_CALLS && open.length > 0; depth++) {
      const next = open.flatMap(way => this.#continued(way)).filter(({ at }) => !seen.has(at));
      const arrived = next.filter(({ at }) => at === to);
      if (arrived.length > 0) return arrived.slice(0, MAX_WAYS).map(({ lines }) => lines);
      for (const { at } of next) seen.add(at);
      open = next.slice(0, MAX_WAYS);
    }
    return [];
  }

  #continued({ at, lines }: CallingWay): CallingWay[] {
    return at.calls.flatMap(call => {
      const line = { function: at, line: call.line, loops: call.loops };
      return this.#called(at, call).map(to => ({ at: to, lines: [...lines, line] }));
    });
  }

  #called(caller: ScriptFunction, { name, line }: ScriptCall): readonly ScriptFunction[] {
    const named = this.#byName.get(name) ?? [];
    if (name !== '') return named;
    const isArgument = (each: ScriptFunction): boolean =>
      each.line === line && each.lastLine <= caller.lastLine && each !== caller;
    return named.filter(isArgument);
  }
}

/**
 * True of the column at which the code of a cell begins to V8: it is compiled within a function, whose beginning is put
 * before the text.
 */
function isWrapped(column: number): boolean {
  return column < 0;
}

/** A way that has come to a function. */
interface CallingWay {
  readonly at: ScriptFunction;
  readonly lines: readonly CallingLine[];
}

/** The name by which a function is called: `add` for V8's `List.add`. */
export function lastName(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1);
}

function addTo<Key>(map: Map<Key, ScriptFunction[]>, key: Key, each: ScriptFunction): void {
  const list = map.get(key);
  if (list) list.push(each);
  else map.set(key, [each]);
}
