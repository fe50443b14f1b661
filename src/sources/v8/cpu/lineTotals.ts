import { growing } from '../../../model/profile/columns';
import { Importing, LOADED_FROM, loadsModules } from '../../../analysis/stacks/moduleLoading';
import { FrameKind, type LineTotalTable } from '../../../model/profile/profile';
import type { ImportingLine } from '../../../facts/startUp';
import { GARBAGE_COLLECTOR, ShownFiles, type SourceLinesOptions } from './callFrames';
import { denseLine } from './denseLines';
import { displayFile } from '../scripts/frameClassifier';
import { classifyScript, isWasm } from '../../../model/profile/scriptKind';
import type { SourceLine } from '../scripts/sourceMapper';
import type { SampledLine } from './sampledLines';
import { placeCallSites } from './placeCallSites';
import type { TimedNode } from './seenCalls';

/** The row of a node without a source line. */
const NO_ROW = -1;

/**
 * Adds up the time of source lines over the stacks of samples. A line counts once for a
 * sample, however often a recursion came through it. Lines of the profiler, the kernel and Node are
 * left out, and script lines that lead to no source line. Lines behind the end of a source count for its
 * last line, and those behind the end of a script without a map are left out: they are lines of another
 * script, as V8 gives them to a function in which one of that script was inlined.
 */
export class LineTotals {
  readonly #rows = new Map<string, number>();
  readonly #scripts = new Map<string, KnownScript>();
  readonly #file = growing.uint32();
  readonly #line = growing.uint32();
  readonly #self: number[] = [];
  readonly #total: number[] = [];
  readonly #own: number[] = [];
  /** The part of `total` and `own` spent loading packages that the user's modules import. */
  readonly #importingTotal: number[] = [];
  readonly #importingOwn: number[] = [];
  /** Whether a row is of the user's own code. */
  readonly #isUsers: boolean[] = [];
  /** The time at and below the last visited node, below the innermost line of the user's on each stack. */
  #unclaimed = 0;
  /** The same of the loading of packages, and all of that in what was visited last. */
  #importingUnclaimed = 0;
  #importing = 0;
  /** How often each row is on the current stack. */
  readonly #onStack: number[] = [];
  #sampleCount = 0;

  readonly #functionsOf = (script: string) => this.options.mapper.functions?.(script) ?? null;

  readonly #files: ShownFiles;

  constructor(private readonly options: SourceLinesOptions) {
    this.#files = new ShownFiles(options);
  }

  /** The number of samples added, including those of other code. */
  get samples(): number {
    return this.#sampleCount;
  }

  add(root: SampledLine): void {
    this.#sampleCount += Math.round(countSamples(root));
    this.#visit(placeCallSites(root, this.#functionsOf), NOWHERE, 0);
  }

  /** The finished table, by file in order of first use and line. */
  toTable(): LineTotalTable {
    const file = this.#file.toColumn();
    const line = this.#line.toColumn();
    const order = [...file.keys()].sort((a, b) => file[a] - file[b] || line[a] - line[b]);
    return {
      length: order.length,
      file: Uint32Array.from(order, row => file[row]),
      line: Uint32Array.from(order, row => line[row]),
      self: Float64Array.from(order, row => this.#self[row]),
      total: Float64Array.from(order, row => this.#total[row]),
      own: Float64Array.from(order, row => this.#own[row])
    };
  }

  /** The lines that import packages, with the time that loading these took. */
  importingLines(): ImportingLine[] {
    return this.#importingTotal.flatMap((totalNs, row) => {
      if (totalNs === 0 || !this.#isUsers[row]) return [];
      const file = this.options.strings.at(this.#file.at(row));
      return [{ file, line: this.#line.at(row), ownNs: this.#importingOwn[row], totalNs }];
    });
  }

  /**
   * Returns the time at and below `node`, of a function that begins at the column `begin`. V8 cuts stacks at 255 frames,
   * which bounds the depth.
   */
  #visit(node: TimedNode, caller: Caller, begin: number): number {
    const script = this.#scriptOf(node.scriptName);
    const row = this.#rowOf(node, begin, script);
    const isUsers = row !== NO_ROW && this.#isUsers[row];
    if (row !== NO_ROW) this.#onStack[row]++;
    const { children, columnNumber = 0, selfNs } = node;
    const called = within(node, caller, script.role);
    const isImporting = called.state === Importing.loading;
    let total = selfNs;
    let unclaimed = selfNs;
    let importing = isImporting ? selfNs : 0;
    let importingUnclaimed = importing;
    for (const child of children) {
      total += this.#visit(child, called, columnNumber);
      unclaimed += this.#unclaimed;
      importing += this.#importing;
      importingUnclaimed += this.#importingUnclaimed;
    }
    this.#unclaimed = isUsers ? 0 : unclaimed;
    this.#importingUnclaimed = isUsers ? 0 : importingUnclaimed;
    this.#importing = importing;
    if (row === NO_ROW) return total;
    this.#self[row] += selfNs;
    if (isUsers) this.#own[row] += unclaimed;
    if (isUsers) this.#importingOwn[row] += importingUnclaimed;
    if (--this.#onStack[row] > 0) return total;
    this.#total[row] += total;
    this.#importingTotal[row] += importing;
    return total;
  }

  #scriptOf(name: string): KnownScript {
    const known = this.#scripts.get(name);
    if (known !== undefined) return known;
    const script = { role: this.#roleOf(name), rows: new Map<number, LineRow>() };
    this.#scripts.set(name, script);
    return script;
  }

  #roleOf(script: string): number {
    const { mapper } = this.options;
    const kind = classifyScript(mapper.known(script) ? mapper.sourceFile(script) : script);
    if (kind === FrameKind.user && !mapper.isInternal(script)) return Role.users;
    return loadsModules(kind, displayFile(script, '/')) ? Role.loader : Role.other;
  }

  /** The row of a line, or of one with most of a script that of the function that begins at the column `begin`. */
  #rowOf({ scriptName, lineNumber }: TimedNode, begin: number, { rows }: KnownScript): number {
    const known = rows.get(lineNumber);
    if (typeof known === 'number') return known;
    if (known === undefined && !this.options.mapper.isDense?.(scriptName, lineNumber)) {
      const row = this.#newRow(scriptName, lineNumber, 0);
      rows.set(lineNumber, row);
      return row;
    }
    const ofFunctions = known ?? new Map<number, number>();
    rows.set(lineNumber, ofFunctions);
    const row = ofFunctions.get(begin) ?? this.#newRow(scriptName, lineNumber, begin);
    ofFunctions.set(begin, row);
    return row;
  }

  #newRow(file: string, line: number, column: number): number {
    const source =
      denseLine(this.options.mapper, { file, line, column }) ?? this.#sourceLine(file, line);
    return source === null ? NO_ROW : this.#rowOfSource(file, source);
  }

  #sourceLine(script: string, line: number): SourceLine | null {
    const { mapper } = this.options;
    if (line < 1 || mapper.isInternal(script)) return null;
    const last = mapper.lastLine(script, line) ?? Infinity;
    if (!mapper.known(script)) return isShown(script) && line <= last ? { line } : null;
    const source = mapper.mapLine(script, line);
    if (source === null) return null;
    return { ...source, line: Math.max(1, Math.min(source.line, last)) };
  }

  #rowOfSource(script: string, source: SourceLine): number {
    const { line } = source;
    const path = source.file ?? this.options.mapper.sourceFile(script);
    const file = this.#files.row(path);
    const key = `${line}\u0000${file}`;
    const known = this.#rows.get(key);
    if (known !== undefined) return known;
    this.#file.push(file);
    this.#self.push(0);
    this.#total.push(0);
    this.#own.push(0);
    this.#importingTotal.push(0);
    this.#importingOwn.push(0);
    this.#isUsers.push(classifyScript(path) === FrameKind.user);
    this.#onStack.push(0);
    const row = this.#line.push(line);
    this.#rows.set(key, row);
    return row;
  }
}

/** The row of a line, or those of the functions on it by the columns at which they begin. */
type LineRow = number | Map<number, number>;

/** A script on sampled stacks. */
interface KnownScript {
  /** One of {@link Role}. */
  readonly role: number;
  /** By line. */
  readonly rows: Map<number, LineRow>;
}

/** What calls the function of a node. */
interface Caller {
  /** One of `Importing`. */
  readonly state: number;
  /** {@link NODE_LOADER}, the script of the user's whose top level it is, or ''. */
  readonly loader: string;
  /** Whether a function of the user's is on the stack. */
  readonly isWithin: boolean;
}

const NODE_LOADER = 'node:';
const IN_FUNCTION = { state: Importing.no, loader: '', isWithin: true } as const;
const NOWHERE: Caller = { state: Importing.no, loader: '', isWithin: false };

/** The role of a script in loading modules. */
const Role = { users: 0, loader: 1, other: 2 } as const;

/** Where the stack is at a node of a script, see `importingStacks`. */
function within({ name, scriptName }: TimedNode, caller: Caller, role: number): Caller {
  const { state, loader, isWithin } = caller;
  if (isWithin) return IN_FUNCTION;
  if (role === Role.users) {
    // The code of a module outside of functions has no name, and Node's loader calls it; inlined code may be below it.
    const isTopLevel = name === '' && (loader === NODE_LOADER || loader === scriptName);
    return isTopLevel ? { state: Importing.topLevel, loader: scriptName, isWithin } : IN_FUNCTION;
  }
  if (role === Role.other) return loader === '' ? caller : { state, loader: '', isWithin };
  return { state: LOADED_FROM[state], loader: NODE_LOADER, isWithin };
}

function isShown(script: string): boolean {
  if (isWasm(script)) return false;
  const kind = classifyScript(script);
  return kind === FrameKind.user || kind === FrameKind.library;
}

/** The samples at and below a node, but for those of garbage collections. */
function countSamples(root: SampledLine): number {
  let count = 0;
  const open: SampledLine[] = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.name !== GARBAGE_COLLECTOR) count += node.hitCount;
    for (const child of node.children) open.push(child);
  }
  return count;
}
