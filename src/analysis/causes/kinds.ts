import type { SyntaxNode } from '@lezer/common';
import type { Code } from './code';
import {
  around,
  bare,
  callOf,
  callWith,
  childrenOf,
  functionAround,
  isFunction,
  listed,
  parametersOf
} from './syntax';

/** The kind of a value, as far as the code around it tells. */
export type ValueKind =
  | 'array'
  | 'string'
  | 'number'
  | 'bigint'
  | 'typedArray'
  | 'bigTypedArray'
  | 'collection'
  | 'regexp'
  | 'object'
  | 'unknown';

/** Steps from use to definition at most: definitions may go round in circles. */
const MAX_STEPS = 8;

const STRING_METHODS =
  /^(?:toString|join|toLowerCase|toUpperCase|trim|trimStart|trimEnd|replace|replaceAll|padStart|padEnd|substring|substr|charAt|toFixed|toISOString|repeat|normalize|toLocaleString|stringify|String)$/;
const ARRAY_METHODS =
  /^(?:split|map|filter|flatMap|flat|sort|toSorted|reverse|toReversed|splice|of|from|keys|values|entries|getOwnPropertyNames|all)$/;

type Rule = (value: SyntaxNode, code: Code, steps: number) => ValueKind;

const KINDS: Readonly<Record<string, ValueKind | Rule | undefined>> = {
  ArrayExpression: 'array',
  ObjectExpression: 'object',
  String: 'string',
  TemplateString: 'string',
  RegExp: 'regexp',
  Number: (value, code) => (code.textOf(value).endsWith('n') ? 'bigint' : 'number'),
  NewExpression: (value, code) => kindOfName(callOf(value, code)?.name ?? ''),
  CallExpression: kindOfCall,
  VariableName: kindOfVariable,
  MemberExpression: kindOfMember,
  ConditionalExpression: (value, code, steps) => {
    const kinds = childrenOf(value).map(each => kindOf(each, code, steps - 1));
    return kinds.slice(2).find(kind => kind !== 'unknown') ?? 'unknown';
  },
  BinaryExpression: (value, code, steps) => {
    const sides = [childrenOf(value).at(0), childrenOf(value).at(-1)];
    const kinds = sides.map(each => (each ? kindOf(each, code, steps - 1) : 'unknown'));
    return (
      (['string', 'bigint', 'number'] as const).find(kind => kinds.includes(kind)) ?? 'unknown'
    );
  }
};

/** The kind of an expression. */
export function kindOf(node: SyntaxNode, code: Code, steps = MAX_STEPS): ValueKind {
  if (steps <= 0) return 'unknown';
  const value = bare(node, code);
  const kind = Object.hasOwn(KINDS, value.name) ? KINDS[value.name] : undefined;
  return typeof kind === 'function' ? kind(value, code, steps) : (kind ?? 'unknown');
}

function kindOfCall(node: SyntaxNode, code: Code, steps: number): ValueKind {
  const call = callOf(node, code);
  if (call === null) return 'unknown';
  const { name, receiver, args } = call;
  if (/^(?:readFileSync|readFile)$/.test(name)) return args.length > 1 ? 'string' : 'typedArray';
  if (STRING_METHODS.test(name)) return 'string';
  if (name === 'digest' && receiver !== null) return args.length > 0 ? 'string' : 'typedArray';
  if (receiver !== null) return kindOfMethod(name, receiver, code, steps);
  return CALLED[name] ?? 'unknown';
}

const CALLED: Readonly<Record<string, ValueKind | undefined>> = {
  BigInt: 'bigint',
  Array: 'array',
  Number: 'number',
  parseInt: 'number',
  parseFloat: 'number'
};

function kindOfMethod(name: string, receiver: SyntaxNode, code: Code, steps: number): ValueKind {
  const object = code.textOf(receiver);
  if (/^(?:slice|concat|fill|subarray)$/.test(name)) return kindOf(receiver, code, steps - 1);
  if (name === 'at') return elementKind(kindOf(receiver, code, steps - 1));
  if (/^(?:keys|values|entries)$/.test(name)) return object === 'Object' ? 'array' : 'unknown';
  if (!ARRAY_METHODS.test(name)) return 'unknown';
  const kind = kindOfName(object);
  return kind === 'unknown' ? 'array' : kind;
}

/** The kind of the elements of a value, by the kind of the value. */
function elementKind(kind: ValueKind): ValueKind {
  if (kind === 'bigTypedArray') return 'bigint';
  if (kind === 'typedArray') return 'number';
  return kind === 'string' ? 'string' : 'unknown';
}

function kindOfMember(node: SyntaxNode, code: Code, steps: number): ValueKind {
  const [object, access] = childrenOf(node);
  if (access?.name === '[') return elementKind(kindOf(object, code, steps - 1));
  const property = node.lastChild;
  if (property === null) return 'unknown';
  const name = code.textOf(property);
  if (/^(?:length|size|byteLength)$/.test(name)) return 'number';
  return kindOfProperty(name, code, steps);
}

/** The kind of the properties of a name, as classes, types and objects in the text define them, or code of classes sets them. */
function kindOfProperty(name: string, code: Code, steps: number): ValueKind {
  for (const node of code.nodes) {
    const isDefinition = /^(?:Private)?PropertyDefinition$/.test(node.name);
    const isSet = node.name === 'MemberExpression' && node.firstChild?.name === 'this';
    if (code.textOf(node) !== (isSet ? `this.${name}` : name) || !(isSet || isDefinition)) continue;
    const kind = kindOfDefinition(node, code, steps);
    if (kind !== 'unknown') return kind;
  }
  return 'unknown';
}

function kindOfVariable(node: SyntaxNode, code: Code, steps: number): ValueKind {
  const name = code.textOf(node);
  const definition = code.definitionAt(name, node);
  if (definition === null) return 'unknown';
  const kind = kindOfDefinition(definition, code, steps);
  if (kind !== 'unknown') return kind;
  return isPushedTo(name, code) ? 'array' : kindOfArgument(definition, code, steps);
}

/** The kind that a definition states: by its type, or else by its value. */
function kindOfDefinition(definition: SyntaxNode, code: Code, steps: number): ValueKind {
  for (let each = definition.nextSibling; each !== null; each = each.nextSibling) {
    if (each.name === 'TypeAnnotation') return kindOfType(code.textOf(each).slice(1).trim());
    if (each.name === 'Equals' || each.name === ':') {
      return each.nextSibling === null ? 'unknown' : kindOf(each.nextSibling, code, steps - 1);
    }
    if (each.name !== 'Optional') return 'unknown';
  }
  return 'unknown';
}

function kindOfType(type: string): ValueKind {
  if (/(?:\[\]|^\[.*\])$/.test(type) || /^(?:Readonly)?Array</.test(type)) return 'array';
  if (/^(?:string|number|bigint)$/.test(type)) return type as ValueKind;
  return kindOfName(/^\w+/.exec(type)?.[0] ?? '');
}

function kindOfName(name: string): ValueKind {
  if (name === 'Array') return 'array';
  if (name === 'RegExp') return 'regexp';
  if (/^Big(?:Int|Uint)64Array$/.test(name)) return 'bigTypedArray';
  if (/^(?:(?:Float\d+|U?[Ii]nt\d+|Uint8Clamped)Array|Buffer)$/.test(name)) return 'typedArray';
  return /^(?:Weak)?(?:Map|Set)$/.test(name) ? 'collection' : 'unknown';
}

function isPushedTo(name: string, code: Code): boolean {
  return code.nodes.some(node => {
    const call = callOf(node, code);
    return call?.name === 'push' && call.receiver !== null && code.textOf(call.receiver) === name;
  });
}

/** The kind of what a function is given for a parameter, wherever it is called in the text. */
function kindOfArgument(definition: SyntaxNode, code: Code, steps: number): ValueKind {
  const within = functionAround(definition);
  if (within === null || definition.parent?.name !== 'ParamList') return 'unknown';
  const at = parametersOf(within, code).indexOf(code.textOf(definition));
  const name = nameOf(within, code);
  if (at < 0 || name === '') return 'unknown';
  for (const node of code.nodes) {
    const call = callOf(node, code);
    if (call === null || call.name !== name || call.args.length <= at) continue;
    const kind = kindOf(call.args[at], code, steps - 1);
    if (kind !== 'unknown') return kind;
  }
  return 'unknown';
}

/** The name of a function, or of the variable or property that it is the value of; '' for none. */
export function nameOf(node: SyntaxNode, code: Code): string {
  const isNamed = (each: SyntaxNode): boolean =>
    /^(?:VariableDefinition|(?:Private)?PropertyDefinition)$/.test(each.name);
  if (node.name !== 'ArrowFunction') {
    const own = childrenOf(node).find(isNamed);
    if (own !== undefined) return code.textOf(own);
  }
  for (let each = node.prevSibling; each !== null; each = each.prevSibling) {
    if (isNamed(each)) return code.textOf(each);
    if (each.name === 'MemberExpression') return each.lastChild ? code.textOf(each.lastChild) : '';
    if (!/^(?:Equals|TypeAnnotation|:|async)$/.test(each.name)) return '';
  }
  return '';
}

/** The value that a variable is defined with, and keeps; null if it is not known. */
export function constantOf(node: SyntaxNode, code: Code): SyntaxNode | null {
  const value = bare(node, code);
  if (value.name !== 'VariableName') return value;
  const definition = code.definitionAt(code.textOf(value), value);
  for (let each = definition?.nextSibling ?? null; each !== null; each = each.nextSibling) {
    if (each.name === 'Equals') return each.nextSibling && bare(each.nextSibling, code);
    if (each.name !== 'TypeAnnotation') return null;
  }
  return null;
}

/** Elements up to which looking through a list is as fast as a look-up. */
const FEW = 16;

/** Whether a value is a literal with few elements, to which none are added. */
export function isShortList(node: SyntaxNode, code: Code): boolean {
  const value = constantOf(node, code);
  if (value?.name !== 'ArrayExpression' || listed(value).length > FEW) return false;
  const isVariable = bare(node, code).name === 'VariableName';
  if (isVariable && listed(value).length === 0) return false;
  return !isVariable || !isPushedTo(code.textOf(bare(node, code)), code);
}

/** Whether a loop goes through a literal with few elements, or counts to a small number. */
export function isShortLoop(loop: SyntaxNode, code: Code): boolean {
  const call = isFunction(loop) ? callWith(loop, code) : callOf(loop, code);
  if (call !== null) {
    const [list] = call.name === 'from' ? call.args : [call.receiver];
    return list != null && isShortList(list, code);
  }
  const spec = childrenOf(loop).find(({ name }) => /^For(?:Of)?Spec$/.test(name));
  const parts = spec === undefined ? [] : childrenOf(spec);
  if (spec?.name === 'ForOfSpec') {
    const list = parts[parts.findIndex(({ name }) => name === 'of') + 1];
    return list !== undefined && isShortList(list, code);
  }
  return parts.some(part => {
    const [, operator, end] = part.name === 'BinaryExpression' ? childrenOf(part) : [];
    const isEnd = operator?.name === 'CompareOp' && /^<=?$/.test(code.textOf(operator));
    const count = end && isEnd ? constantOf(end, code) : null;
    return count?.name === 'Number' && Number(code.textOf(count)) <= FEW;
  });
}

/** Whether code at a node is that of a function given to one of some others, such as a handler of requests. */
export function isGivenTo(node: SyntaxNode, code: Code, names: RegExp): boolean {
  for (const outer of around(node)) {
    if (!isFunction(outer) || outer.parent === null) continue;
    const call = outer.parent.name === 'ArgList' ? callOf(outer.parent.parent, code) : null;
    if (call !== null && names.test(call.name)) return true;
    const name = nameOf(outer, code);
    if (name !== '' && isNamedIn(name, code, names)) return true;
  }
  return false;
}

/** Whether a function is given by its name to one of some others. */
function isNamedIn(name: string, code: Code, names: RegExp): boolean {
  return code.nodes.some(node => {
    const call = callOf(node, code);
    const isOne = call !== null && names.test(call.name);
    return isOne && call.args.some(arg => code.textOf(arg) === name);
  });
}
