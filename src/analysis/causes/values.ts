import type { SyntaxNode } from '@lezer/common';
import type { Code } from './code';
import { kindOf, type ValueKind } from './kinds';
import { assignments, bare, callOf, childrenOf, listed, variablesIn, within } from './syntax';

/** Whether an array, made of a value, has holes: it is written here and there, or elements are deleted. */
export function hasHoles(object: SyntaxNode, made: SyntaxNode, code: Code): boolean {
  const isArray = made.name === 'ArrayExpression' || callOf(made, code)?.name === 'Array';
  if (!isArray) return false;
  if (/,\s*,/.test(code.textOf(made)) && made.name === 'ArrayExpression') return true;
  const name = code.textOf(bare(object, code));
  const isDeleted = code.nodes.some(node => {
    const [operator, target] = childrenOf(node);
    const isDelete = node.name === 'UnaryExpression' && operator?.name === 'delete';
    return isDelete && target !== undefined && isElementOf(target, name, code);
  });
  return isDeleted || writesOf(name, code).some(({ index }) => isScattered(index, code));
}

/** Whether the elements of an array are of several kinds, as far as the text tells. */
export function isMixed(object: SyntaxNode, made: SyntaxNode, code: Code): boolean {
  const name = code.textOf(bare(object, code));
  const values = made.name === 'ArrayExpression' ? [...listed(made)] : [];
  if (made.name !== 'ArrayExpression' && callOf(made, code)?.name !== 'Array') return false;
  values.push(...writesOf(name, code).map(({ value }) => value));
  for (const node of code.nodes) {
    const call = callOf(node, code);
    const isPush = call?.name === 'push' && call.receiver !== null;
    if (isPush && call.receiver && code.textOf(call.receiver) === name) values.push(...call.args);
  }
  const kinds = new Set(values.flatMap(value => kindsOf(value, code)));
  kinds.delete('unknown');
  return kinds.size > 1;
}

/** The kinds that a value may have. */
function kindsOf(node: SyntaxNode, code: Code): readonly ValueKind[] {
  const value = bare(node, code);
  if (value.name !== 'ConditionalExpression') return [kindOf(value, code)];
  const branches = childrenOf(value).filter(({ name }) => name !== 'LogicOp');
  return branches.slice(1).flatMap(branch => kindsOf(branch, code));
}

interface Write {
  readonly index: SyntaxNode;
  readonly value: SyntaxNode;
}

function writesOf(name: string, code: Code): readonly Write[] {
  return assignments(code.tree.topNode, code).flatMap(({ target, operator, value }) => {
    const index = isElementOf(target, name, code) ? childrenOf(target)[2] : undefined;
    return operator === '=' && index && value ? [{ index, value }] : [];
  });
}

function isElementOf(node: SyntaxNode, name: string, code: Code): boolean {
  const [object, bracket] = childrenOf(node);
  return node.name === 'MemberExpression' && bracket?.name === '[' && code.textOf(object) === name;
}

/** Whether an index skips places, or comes from the end: a product, or a variable that is counted down. */
function isScattered(index: SyntaxNode, code: Code): boolean {
  const isProduct = within(index, code, 'ArithOp').some(
    each => code.textOf(each) === '*' || code.textOf(each) === '**'
  );
  if (isProduct) return true;
  const name = code.textOf(bare(index, code));
  return assignments(code.tree.topNode, code).some(
    ({ target, operator }) => operator === '--' && code.textOf(target) === name
  );
}

/** How large a value gets: some 64 bits, more by as much each time, by a factor each time, or any size. */
const SIZES = { bounded: 0, summed: 1, multiplied: 2, any: 3 } as const;

type Size = (typeof SIZES)[keyof typeof SIZES];

/** The bits of numbers that can be computed with in two halves. */
const WIDTH = 64;

/** Whether the code tells that the result of an expression of type `BigInt`, or what it is assigned to, has no more than some 64 bits. */
export function isBounded(node: SyntaxNode, code: Code): boolean {
  const target = node.name === 'AssignmentExpression' ? node.firstChild : null;
  return sizeOf(target ?? node, code, { small: [], budget: { steps: MOST_STEPS } }) <= SIZES.summed;
}

/** The values that are looked at: code is a stranger's, and each of its variables may be made of several others. */
const MOST_STEPS = 300;

/** The state of a search for the size of a value. */
interface Known {
  /** The variables that are taken to be small. */
  readonly small: readonly string[];
  /** For the whole search. */
  readonly budget: { steps: number };
}

function sizeOf(node: SyntaxNode, code: Code, known: Known): Size {
  if (known.budget.steps-- <= 0) return SIZES.any;
  const value = bare(node, code);
  const rule = Object.hasOwn(SIZE_RULES, value.name) ? SIZE_RULES[value.name] : undefined;
  return rule?.(value, code, known) ?? SIZES.any;
}

type SizeRule = (value: SyntaxNode, code: Code, known: Known) => Size;

const SIZE_RULES: Readonly<Record<string, SizeRule | undefined>> = {
  Number: (value, code) => (isNarrow(code.textOf(value)) ? SIZES.bounded : SIZES.any),
  VariableName: sizeOfVariable,
  MemberExpression: (value, code, known) => {
    const isElement = childrenOf(value)[1]?.name === '[' && kindOf(value, code) === 'bigint';
    return isElement ? SIZES.bounded : sizeOfVariable(value, code, known);
  },
  BinaryExpression: (value, code, known) => {
    const [left, operator, right] = childrenOf(value);
    if (operator === undefined || right === undefined) return SIZES.any;
    const sizes = [sizeOf(left, code, known), sizeOf(right, code, known)] as const;
    return sizeOfResult(code.textOf(operator), sizes, code.textOf(bare(right, code)));
  },
  CallExpression: (value, code, known) => {
    const call = callOf(value, code);
    const cut = isCut(value, code) ? call?.args.at(1) : undefined;
    if (cut !== undefined) return sizeOfCut(sizeOf(cut, code, known));
    return call?.name === 'BigInt' ? SIZES.bounded : SIZES.any;
  }
};

/** The digits of a number, with those of `BigInt` in all bases; others are wider than {@link WIDTH}, or no whole numbers. */
const DIGITS = /^(?:0[xX][\da-fA-F]{1,64}|0[bB][01]{1,64}|0[oO][0-7]{1,64}|\d{1,64})$/;

function isNarrow(text: string): boolean {
  const digits = text.replaceAll('_', '').replace(/n$/, '');
  return DIGITS.test(digits) && BigInt(digits) >> BigInt(WIDTH) === 0n;
}

/** Whether a call cuts off all bits but the last ones. */
function isCut(node: SyntaxNode, code: Code): boolean {
  const call = callOf(node, code);
  const [width] = call?.args ?? [];
  const isOne = /^as(?:Ui|I)ntN$/.test(call?.name ?? '');
  return isOne && width !== undefined && Number(code.textOf(width)) <= WIDTH;
}

/** The size of the last bits of a value: what may have any size is of type `BigInt` in any case. */
const sizeOfCut = (size: Size): Size => (size === SIZES.any ? SIZES.any : SIZES.bounded);

function sizeOfResult(
  operator: string,
  [left, right]: readonly [Size, Size],
  amount: string
): Size {
  const larger = Math.max(left, right) as Size;
  const isPlain = larger === SIZES.bounded;
  switch (operator) {
    case '&':
      return Math.min(left, right) === SIZES.bounded ? sizeOfCut(larger) : larger;
    case '%':
      return right === SIZES.bounded ? sizeOfCut(left) : larger;
    case '/':
    case '>>':
      return left;
    case '*':
      return isPlain ? SIZES.bounded : (Math.max(larger, SIZES.multiplied) as Size);
    case '<<':
    case '**':
      return isPlain && Number(amount.replace(/n$/, '')) <= WIDTH ? SIZES.bounded : SIZES.any;
    default:
      return left + right > SIZES.summed ? (Math.max(larger, SIZES.multiplied) as Size) : larger;
  }
}

/** The size of a variable, or of a property of `this`, by all that is assigned to it. */
function sizeOfVariable(node: SyntaxNode, code: Code, { small, budget }: Known): Size {
  const name = code.textOf(node);
  if (small.includes(name)) return SIZES.summed;
  const known = { small: [...small, name], budget };
  const all = assignments(code.tree.topNode, code);
  const isSet = (target: SyntaxNode): boolean => code.textOf(bare(target, code)) === name;
  const own = all.filter(({ target }) => isSet(target));
  const isMasked = own.some(({ operator, value }) => {
    if (value === null) return false;
    if (/^[&%]=$/.test(operator)) return sizeOf(value, code, known) === SIZES.bounded;
    const isMask = /^(?:&|%)$/.test(code.textOf(childrenOf(bare(value, code)).at(1) ?? value));
    const cuts = isMask || isCut(bare(value, code), code);
    return operator === '=' && cuts && sizeOf(value, code, known) === SIZES.bounded;
  });
  if (isMasked) return SIZES.bounded;
  const isTakenApart = all.some(
    ({ target }) =>
      !isSet(target) &&
      /Pattern|^(?:Array|Object)Expression$/.test(target.name) &&
      variablesIn(target).some(isSet)
  );
  const begun = beginningOf(node, code);
  if (isTakenApart || begun === null || sizeOf(begun, code, known) > SIZES.summed) return SIZES.any;
  const stays = own.every(({ operator, value }) => {
    if (value === null || /^(?:>>|\/)=$/.test(operator)) return true;
    const size = sizeOf(value, code, known);
    return operator === '='
      ? size <= SIZES.summed
      : /^[-+]=$/.test(operator) && size === SIZES.bounded;
  });
  return stays ? SIZES.bounded : SIZES.any;
}

/** The value that a variable begins with; null if it is not known. */
function beginningOf(node: SyntaxNode, code: Code): SyntaxNode | null {
  const definition =
    node.name === 'VariableName' ? code.definitionAt(code.textOf(node), node) : null;
  for (let each = definition?.nextSibling ?? null; each !== null; each = each.nextSibling) {
    if (each.name === 'Equals') return each.nextSibling;
    if (each.name !== 'TypeAnnotation') return null;
  }
  return null;
}
