import type { SyntaxNode } from '@lezer/common';
import type { Code } from './code';
import { kindOf, type ValueKind } from './kinds';
import { assignments, bare, callOf, childrenOf, listed, within } from './syntax';

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
