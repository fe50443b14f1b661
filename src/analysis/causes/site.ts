import type { SyntaxNode } from '@lezer/common';
import type { CauseName } from '../../model/output/causes';
import { type Code, type CodePlace } from './code';
import { isGivenTo, isShortLoop, nameOf } from './kinds';
import {
  around,
  assignments,
  bare,
  changesIn,
  childrenOf,
  type Call,
  callOf,
  functionAround,
  isFunction,
  isSameIn,
  isWithin,
  loopsAround,
  outlives,
  parametersOf,
  rootOf,
  variablesIn
} from './syntax';

/** The facts of a profile about a line, apart from its code. */
export interface Evidence {
  /** Whether the line took time of the CPU, or waited, or may keep memory that was not freed. */
  readonly costs: 'cpu' | 'waiting' | 'memory';
  /** Waits at the line, 0 if it took time of the CPU. */
  readonly waits: number;
  /** Whether some of them were waited for at the same time. */
  readonly overlaps: boolean;
  /** Whether all of them were for the work of one other thread, the only one that there was. */
  readonly isForOne: boolean;
  /** Whether the thread was blocked in a call on the line, outside of its event loop. */
  readonly isBlocked: boolean;
  /** The time for which each line of the file waited, with what it called, nanoseconds. */
  readonly waited: ReadonlyMap<number, number>;
  /**
   * What the line's function called itself in Node, libraries and native code, by name, as shares of the time of the
   * line, 0 … 1.
   */
  readonly called: ReadonlyMap<string, number>;
  /** Lines of the file at which V8 gave up optimized code. */
  readonly givenUpLines: readonly number[];
  /** Functions of the file of which V8 gave up optimized code at lines that are not known. */
  readonly givenUpFunctions: readonly string[];
  /** The backends that operators ran on, by time. */
  readonly backends: readonly string[];
  /** Pieces of device memory that were allocated, and those of them that were held at the end. */
  readonly allocated: number;
  readonly held: number;
  /** Whether what was not freed is the memory of buffers, of which strings and numbers have none. */
  readonly isOfBuffers: boolean;
  /** Whether the line's function ran while requests were answered. */
  readonly isForRequests: boolean;
}

/** A cause that was found: the code that has it, and the loop that it is in. */
export interface FoundCause {
  /** Null of code that is meant to take its time, so that no code that calls it is a cause. */
  readonly cause: CauseName | null;
  readonly code: string;
  /** The place of the loop, or of what else makes the code costly; null if it is the line itself. */
  readonly around: CodePlace | null;
}

/** What a rule finds: a piece of code, and the loop around it. */
export interface Match {
  readonly node: SyntaxNode;
  readonly loop?: LoopAround | null;
}

/** How a known cause is told by the code of a line, and by what the profile has beside it. */
export interface CauseRule {
  readonly cause: CauseName;
  /** The costs that it explains: `both` are time of the CPU and waiting; time of the CPU alone unless given. */
  readonly costs?: 'both' | 'memory';
  /** The code on the line that has the cause, and the loop around it; null if there is none. */
  readonly find: (site: Site) => Match | null;
}

/** A loop around code, in its function or around the call of that; or the requests that this answers. */
export interface LoopAround {
  /** Null of requests. */
  readonly place: CodePlace | null;
  /** The loop, if it is in the same function. */
  readonly node: SyntaxNode | null;
  /** Of a loop around the call of the function: how it is called there. */
  readonly from?: CallsInLoop;
}

/** A loop from which a function is called, by way of others or directly. */
export interface CallsInLoop {
  readonly loop: SyntaxNode;
  /** The call of the function, that of the function which has this call, and so on; the last one is in the loop. */
  readonly calls: readonly CallIn[];
}

/** A call with the code that it is a part of. */
export interface CallIn {
  readonly call: Call;
  readonly code: Code;
}

/** The loop over requests, whose code runs again for each. */
const EACH_REQUEST: LoopAround = { place: null, node: null };

/** A line with more was not written by a person; each costs a look at all of the code. */
const MAX_NODES = 1000;

/** A line that is looked at, with the code around it. */
export class Site {
  /** The nodes that run on the line: those that begin there, and those of the simple statement that does; none of a line with very many. */
  readonly nodes: readonly SyntaxNode[];
  readonly calls: readonly Call[];

  constructor(
    readonly code: Code,
    readonly evidence: Evidence,
    /** The loop around the line from which its function is called; null for none. */
    readonly outerLoop: LoopAround | null
  ) {
    const { line } = code.place;
    const nodes = code.nodes.filter(
      node => code.lineAt(keyOf(node)) === line || code.lineAt(statementOf(node).from) === line
    );
    this.nodes = nodes.length > MAX_NODES ? [] : nodes;
    this.calls = this.nodes.flatMap(node => callOf(node, code) ?? []);
  }

  text(node: SyntaxNode): string {
    return this.code.textOf(node);
  }

  placeOf(node: SyntaxNode): CodePlace {
    return { file: this.code.place.file, line: this.code.lineAt(node.from) };
  }

  /** Whether a node runs on the line. */
  isHere(node: SyntaxNode): boolean {
    return this.nodes.some(
      each => each.from === node.from && each.to === node.to && each.name === node.name
    );
  }

  /** Whether the functions around a node are given, by name or as they are, to functions with some names. */
  isGivenTo(node: SyntaxNode, names: RegExp): boolean {
    return isGivenTo(node, this.code, names);
  }

  /** The elements of arrays that are read or written on the line, and those that a loop around it goes through. */
  accesses(): readonly Access[] {
    const indexed = this.nodes.flatMap(node => {
      const [object, bracket] = childrenOf(node);
      const isAccess = node.name === 'MemberExpression' && bracket?.name === '[';
      return isAccess ? [{ node, object }] : [];
    });
    const walked = this.nodes.flatMap(node =>
      node.name === 'VariableName' ? (walkedBy(node, this.code) ?? []) : []
    );
    return [...indexed, ...walked];
  }

  /** The loops around a node, innermost first; the one around the calls of its function comes last. */
  loops(node: SyntaxNode): readonly LoopAround[] {
    const { file } = this.code.place;
    const own = loopsAround(node, this.code).map(loop => {
      return { node: loop, place: { file, line: this.code.lineAt(loop.from) } };
    });
    return this.outerLoop === null ? own : [...own, this.outerLoop];
  }

  /** The innermost loop around a node in which all of some nodes stay what they are, but for variables whose names are `free`. */
  loopOfSame(node: SyntaxNode, same: readonly SyntaxNode[], free?: RegExp): LoopAround | null {
    const isSame = (loop: LoopAround): boolean =>
      same.every(each => this.#isSame(each, loop, free));
    return this.#repeats(node).find(isSame) ?? null;
  }

  /** The innermost loop around a node that what a chain begins with outlives. */
  loopOutlivedBy(node: SyntaxNode, chain: SyntaxNode): LoopAround | null {
    return this.#repeats(node).find(loop => this.#outlives(chain, loop)) ?? null;
  }

  /** The same without loops that are known to run a few times. */
  longLoopOutlivedBy(node: SyntaxNode, chain: SyntaxNode): LoopAround | null {
    const isLong = ({ node: own, from }: LoopAround): boolean =>
      own === null
        ? from === undefined || !isShortLoop(from.loop, from.calls.at(-1)?.code ?? this.code)
        : !isShortLoop(own, this.code);
    return this.#repeats(node).find(loop => this.#outlives(chain, loop) && isLong(loop)) ?? null;
  }

  /** The value of an expression, or what the line's function is given for it where it is called. */
  valueOf(node: SyntaxNode): ValueIn {
    let value: ValueIn = { node, code: this.code };
    for (const call of this.outerLoop?.from?.calls ?? []) {
      const given = givenFor(bare(value.node, value.code), value.code, call);
      if (given === null) break;
      value = { node: given, code: call.code };
    }
    return value;
  }

  /** The loops around a node, those in which its function calls itself, and the requests that it runs for. */
  #repeats(node: SyntaxNode): readonly LoopAround[] {
    const loops = [...this.loops(node), ...this.#recursions(node)];
    return this.evidence.isForRequests ? [...loops, EACH_REQUEST] : loops;
  }

  /** The loops around calls of the function around a node, within itself. */
  #recursions(node: SyntaxNode): readonly LoopAround[] {
    const { code } = this;
    const own = functionAround(node);
    const name = own === null ? '' : nameOf(own, code);
    if (own === null || name === '') return [];
    return code.nodes.flatMap(each => {
      const call = isWithin(each, own) ? callOf(each, code) : null;
      const [loop] = call?.name === name ? loopsAround(each, code) : [];
      const from = call && loop ? { loop, calls: [{ call, code }] } : null;
      return from === null ? [] : [{ node: null, place: this.placeOf(from.loop), from }];
    });
  }

  #outlives(chain: SyntaxNode, { node: loop, from }: LoopAround): boolean {
    if (loop !== null) return outlives(chain, loop, this.code);
    const root = rootOf(chain, this.code);
    if (root === null) return false;
    return (
      root.name === 'this' || comesFromOutside({ node: root, code: this.code }, from, outlives)
    );
  }

  #isSame(node: SyntaxNode, { node: loop, from }: LoopAround, free?: RegExp): boolean {
    const { code } = this;
    const names = variablesIn(node).filter(each => {
      if (free?.test(code.textOf(each)) === true) return false;
      const definition = code.definitionAt(code.textOf(each), each);
      return definition === null || !isWithin(definition, node);
    });
    return loop === null
      ? names.every(each => comesFromOutside({ node: each, code }, from, isSameIn))
      : names.every(each => !changesIn(each, loop, code));
  }
}

/** An expression with the code that it is a part of. */
export interface ValueIn {
  readonly node: SyntaxNode;
  readonly code: Code;
}

/**
 * Whether a variable belongs to code around the functions that a loop calls, goes through what does, or is given to them as
 * something that `stays` what it is in the loop; `at` is the index of the call of its function.
 */
function comesFromOutside(
  value: ValueIn,
  from: CallsInLoop | undefined,
  stays: typeof outlives,
  at = 0
): boolean {
  if (!isLocal(value)) return true;
  const call = from?.calls.at(at);
  const given = call ? givenFor(value.node, value.code, call) : null;
  if (!from || !call || given === null) return false;
  if (at === from.calls.length - 1) return stays(given, from.loop, call.code);
  const root = rootOf(given, call.code);
  return root !== null && comesFromOutside({ node: root, code: call.code }, from, stays, at + 1);
}

/** Whether a variable belongs to a function, and does not go through the elements of what belongs to none. */
function isLocal({ node, code }: ValueIn): boolean {
  if (node.name === 'this') return false;
  const definition = code.definitionAt(code.textOf(node), node);
  if (definition === null || ![...around(definition)].some(isFunction)) return false;
  const walked = walkedBy(node, code)?.object ?? null;
  const root = walked && rootOf(walked, code);
  return root?.name !== 'VariableName' || isLocal({ node: root, code });
}

/** The texts of the arguments of each call of a function by itself; none for where it passes itself to another function. */
function recursionsOf(
  called: SyntaxNode,
  name: string,
  code: Code
): readonly (readonly string[])[] {
  const inner = code.nodes.filter(each => isWithin(each, called) && each.from > called.from);
  const calls = inner.flatMap(each => callOf(each, code) ?? []).filter(call => call.name === name);
  const others = inner.filter(
    each => each.name === 'VariableName' && code.textOf(each) === name
  ).length;
  const direct = calls.filter(({ callee }) => callee.name === 'VariableName').length;
  return [
    ...calls.map(({ args }) => args.map(each => code.textOf(each))),
    ...(others > direct ? [[]] : [])
  ];
}

/** The argument of a call for a variable that is a parameter of the called function and keeps its value; null if it is none. */
function givenFor(
  variable: SyntaxNode,
  code: Code,
  { call, code: from }: CallIn
): SyntaxNode | null {
  const name = code.textOf(variable);
  const definition = code.definitionAt(name, variable);
  const called = definition && functionAround(definition);
  const isCalled = called !== null && nameOf(called, code) === call.name;
  if (variable.name !== 'VariableName' || !isCalled) return null;
  const at = parametersOf(called, code).indexOf(name);
  const isKept =
    assignments(called, code).every(({ target }) => code.textOf(target) !== name) &&
    recursionsOf(called, call.name, code).every(args => args[at] === name);
  const given = isKept ? call.args.at(at < 0 ? call.args.length : at) : undefined;
  // what another function gives may be new each time
  return given === undefined || callOf(given, from)?.receiver === null ? null : given;
}

/** An element of an array that is read or written. */
export interface Access {
  readonly node: SyntaxNode;
  readonly object: SyntaxNode;
}

/** The access of a `for … of` whose variable is used. */
function walkedBy(node: SyntaxNode, code: Code): Access | null {
  const spec = code.definitionAt(code.textOf(node), node)?.parent;
  if (spec?.name !== 'ForOfSpec') return null;
  const of = childrenOf(spec).find(({ name }) => name === 'of');
  return of?.nextSibling ? { node, object: of.nextSibling } : null;
}

/** The place at which V8 sees a node run: a method at its name, others where they begin. */
function keyOf(node: SyntaxNode): number {
  const callee = node.name === 'CallExpression' ? node.firstChild : node;
  const isMethod = callee?.name === 'MemberExpression' && callee.lastChild !== null;
  return isMethod ? (callee.lastChild?.from ?? node.from) : node.from;
}

/** The statement that a node is a part of, or the function's body if that is an expression; of loops and `if` the head alone. */
function statementOf(node: SyntaxNode): SyntaxNode {
  let inner = node;
  for (const outer of around(node)) {
    if (isFunction(outer) || outer.name === 'Block' || outer.name === 'Script') return inner;
    if (/Statement$|^(?:VariableDeclaration|ClassBody)$/.test(inner.name)) return inner;
    inner = outer;
  }
  return inner;
}
