import type { Node } from 'acorn';
import { partitionPoint } from '../../../base/partitionPoint';
import { type NodeFields, fieldsOf, nodesIn, parseScript } from './parseScript';
import type { ScriptCall, ScriptFunction, ScriptLoop } from './scriptFunctions';

/** The beginnings of the lines of a script, as positions in UTF-16 units, ascending; the first is 0. */
export type LineBeginnings = readonly number[];

/** A function while its code is being read. */
interface OpenFunction extends ScriptFunction {
  readonly calls: ScriptCall[];
  readonly loops: ScriptLoop[];
  isResumable: boolean;
}

/** A node to visit, with what is around it. */
interface Visit {
  readonly node: Node;
  readonly within: OpenFunction;
  /** The number of loops around it in that function. */
  readonly loops: number;
  /** The name that it gets if it is a function. */
  readonly name: string;
}

const LOOPS: ReadonlySet<unknown> = new Set([
  'ForStatement',
  'ForInStatement',
  'ForOfStatement',
  'WhileStatement',
  'DoWhileStatement'
]);

/** V8 puts the beginning of the script at its first character. */
const SCRIPT_BEGIN = { name: '', line: 1, column: 1 };

/**
 * The functions of a script by its text, in order of their beginnings: the script itself, functions,
 * and classes, which V8 takes for functions where they have no constructor or fields.
 *
 * @throws SyntaxError if the text is neither a script nor a module
 */
export function readFunctions(code: string): ScriptFunction[] {
  return functionsIn(parseScript(code), code, lineBeginnings(code));
}

/** {@link readFunctions} of a text that was parsed, and that may have its lines broken elsewhere. */
export function functionsIn(program: Node, code: string, lines: LineBeginnings): ScriptFunction[] {
  const script: OpenFunction = {
    ...{ ...SCRIPT_BEGIN, lastLine: lines.length },
    ...{ calls: [], loops: [], isResumable: false }
  };
  const functions: OpenFunction[] = [script];
  const open: Visit[] = [{ node: program, within: script, loops: 0, name: '' }];
  const keeper = NAME_KEEPER.exec(code)?.groups?.['name'] ?? null;
  for (let visit = open.pop(); visit !== undefined; visit = open.pop()) {
    const { node } = visit;
    const fields = fieldsOf(node);
    let { within, loops } = visit;
    const begin = beginOf(fields, node, code);
    if (begin !== null) {
      const lastLine = lineAt(lines, Math.max(begin, node.end - 1));
      within = {
        ...{ name: nameOf(fields, visit.name), ...placeAt(lines, begin), lastLine },
        ...{ calls: [], loops: [] },
        isResumable: fields['async'] === true || fields['generator'] === true
      };
      loops = 0;
      functions.push(within);
    }
    if (LOOPS.has(fields['type'])) {
      loops++;
      const lastLine = lineAt(lines, Math.max(node.start, node.end - 1));
      within.loops.push({ line: lineAt(lines, node.start), lastLine });
    }
    for (const { name, at } of callsOf(fields)) {
      within.calls.push({ name, line: lineAt(lines, at), loops });
    }
    const given = keptName(fields, keeper);
    for (const child of childrenOf(fields, within.name)) {
      open.push({ ...child, name: given ?? child.name, within, loops });
    }
  }
  return functions.sort((a, b) => a.line - b.line || a.column - b.column);
}

/** The function by which esbuild, and so tsx, gives functions their names as a program runs; V8 sees none of them. */
const NAME_KEEPER =
  /\b(?<name>[\w$]+)\s*=\s*\((?<to>[\w$]+),\s*(?<value>[\w$]+)\)\s*=>\s*[\w$.]+\(\k<to>,\s*"name",\s*\{\s*(?:value:\s*)?\k<value>,\s*configurable:\s*(?:true|!0)\s*\}\)/;

/** The name that a call of `keeper` gives to a function; null for any other node. */
function keptName(
  { type, callee, arguments: given }: NodeFields,
  keeper: string | null
): string | null {
  if (type !== 'CallExpression' || keeper === null) return null;
  const [called] = nodesIn(callee);
  if (called === undefined || textOf(called) !== keeper) return null;
  const value = fieldsOf(nodesIn(given).at(1) ?? called)['value'];
  return typeof value === 'string' ? value : null;
}

/** The nodes in the fields of a node, with the names that functions among them get. */
function childrenOf(
  fields: NodeFields,
  around: string
): { readonly node: Node; readonly name: string }[] {
  return Object.entries(fields).flatMap(([field, value]) => {
    const name = nameFor(fields, field, around);
    return nodesIn(value).map(node => ({ node, name }));
  });
}

/** The beginnings of the lines of a text. */
export function lineBeginnings(code: string): LineBeginnings {
  const ends = code.matchAll(/\r\n|[\n\r\u2028\u2029]/g);
  return [0, ...Array.from(ends, end => end.index + end[0].length)];
}

/** The position at which V8 lets a function or class begin; null for another node. */
function beginOf({ type, id }: NodeFields, { start }: Node, code: string): number | null {
  switch (type) {
    case 'ArrowFunctionExpression':
    case 'ClassDeclaration':
    case 'ClassExpression':
      return start;
    case 'FunctionDeclaration':
    case 'FunctionExpression': {
      const [name] = nodesIn(id);
      return Math.max(start, code.indexOf('(', name?.end ?? start));
    }
    default:
      return null;
  }
}

/** The name of a function's own, or else the one of the place to which it is given. */
function nameOf({ id }: NodeFields, given: string): string {
  const [own] = nodesIn(id);
  return own ? textOf(own) : given;
}

/** The name that V8 gives to a nameless function in a field of a node; a constructor has that `around` it. */
function nameFor(fields: NodeFields, field: string, around: string): string {
  const { type, kind } = fields;
  const [key] = nodesIn(fields['id'] ?? fields['key'] ?? fields['left']);
  if (key === undefined || (field !== 'init' && field !== 'value' && field !== 'right')) return '';
  if (type === 'MethodDefinition' && kind === 'constructor') return around;
  const isAccessor = kind === 'get' || kind === 'set';
  return isAccessor ? `${kind} ${textOf(key)}` : textOf(key);
}

/** The functions that a node calls or passes on: last names, with positions. */
function callsOf(fields: NodeFields): { readonly name: string; readonly at: number }[] {
  const { type, callee, arguments: given } = fields;
  if (type !== 'CallExpression' && type !== 'NewExpression') return [];
  return [callee, given].flatMap(nodesIn).map(nameCalled);
}

/** The last name of what is called, such as `add` of `(0, list.add)`, with its position. */
function nameCalled(node: Node): { readonly name: string; readonly at: number } {
  const fields = fieldsOf(node);
  switch (fields['type']) {
    case 'SequenceExpression':
      return nameCalled(nodesIn(fields['expressions']).at(-1) ?? node);
    case 'MemberExpression': {
      const [property = node] = nodesIn(fields['property']);
      return { name: textOf(property), at: property.start };
    }
    default:
      return { name: textOf(node), at: node.start };
  }
}

/** The name that a node is; as V8 writes it for a member, which leaves `prototype` out. */
function textOf(node: Node): string {
  const { type, name, object, property, value } = fieldsOf(node);
  switch (type) {
    case 'Identifier':
      return String(name);
    case 'PrivateIdentifier':
      return `#${String(name)}`;
    case 'Literal':
      return String(value);
    case 'MemberExpression': {
      const parts = [...nodesIn(object), ...nodesIn(property)].map(textOf);
      return parts.filter(part => part !== '' && part !== 'prototype').join('.');
    }
    default:
      return '';
  }
}

function placeAt(lines: LineBeginnings, position: number): { line: number; column: number } {
  const line = lineAt(lines, position);
  return { line, column: position - lines[line - 1] + 1 };
}

/** The one-based line of a position. */
function lineAt(lines: LineBeginnings, position: number): number {
  return partitionPoint(1, lines.length, line => lines[line] <= position);
}
