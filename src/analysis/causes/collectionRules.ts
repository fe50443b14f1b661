import type { SyntaxNode } from '@lezer/common';
import type { Code } from './code';
import type { CauseRule, Match, Site } from './site';
import { hasHoles, isMixed } from './values';
import { constantOf, isShortList, kindOf, nameOf } from './kinds';
import {
  around,
  assignmentOf,
  bare,
  type Call,
  callOf,
  callWith,
  childrenOf,
  functionAround,
  isFunction,
  isWithin,
  listed,
  parametersOf,
  rootOf,
  within
} from './syntax';

/** The first match among the calls on a line of methods with some names. */
export function methodCalls(
  site: Site,
  names: RegExp
): readonly (Call & { receiver: SyntaxNode })[] {
  return site.calls.flatMap(call =>
    call.receiver !== null && !call.isNew && names.test(call.name)
      ? [{ ...call, receiver: call.receiver }]
      : []
  );
}

/** The first of some matches that is one. */
export function firstOf<Each>(
  all: readonly Each[],
  find: (each: Each) => Match | null
): Match | null {
  for (const each of all) {
    const match = find(each);
    if (match !== null) return match;
  }
  return null;
}

const SEARCHES = /^(?:includes|indexOf|lastIndexOf|find|findIndex|some|filter)$/;

/** Several searches of an array with several elements, which outlives their loop. To filter it by an equality is one, too. */
const searchInLoop: CauseRule = {
  cause: 'searchInLoop',
  find: site =>
    firstOf(methodCalls(site, SEARCHES), call => {
      const { code } = site;
      const isByTest = /^(?:find|findIndex|some|filter)$/.test(call.name);
      if (isByTest && !isEquality(call.args[0] ?? null, site)) return null;
      const known = kindOf(call.receiver, code);
      const given = site.valueOf(call.receiver);
      const kind = known === 'unknown' ? kindOf(given.node, given.code) : known;
      const isArray = kind === 'array' || (kind === 'unknown' && isByTest);
      const isShort = isShortList(call.receiver, code) || isShortList(given.node, given.code);
      if (!isArray || isShort) return null;
      const loop = site.longLoopOutlivedBy(call.node, call.receiver);
      return loop && { node: call.node, loop };
    })
};

/** Whether a test compares something of an element with something else for equality. */
function isEquality(node: SyntaxNode | null, { code }: Site): boolean {
  if (node === null || !isFunction(node)) return false;
  const [element] = parametersOf(node, code);
  const body = node.lastChild;
  if (body === null || element === undefined) return false;
  const returned = body.name === 'Block' ? within(body, code, 'ReturnStatement')[0] : body;
  const value = returned?.name === 'ReturnStatement' ? childrenOf(returned)[1] : returned;
  if (value === undefined) return false;
  const [left, operator, right] = childrenOf(bare(value, code));
  if (operator?.name !== 'CompareOp' || !/^={2,3}$/.test(code.textOf(operator))) return false;
  const isOfElement = (each: SyntaxNode): boolean => {
    const root = rootOf(each, code);
    return element === '' || (root !== null && code.textOf(root) === element);
  };
  return isOfElement(left) !== isOfElement(right) || element === '';
}

/** Elements are taken from, or put in, other places than the end. */
const shiftInLoop: CauseRule = {
  cause: 'shiftInLoop',
  find: site =>
    firstOf(methodCalls(site, /^(?:shift|unshift|splice)$/), call => {
      const kind = kindOf(call.receiver, site.code);
      const isList = kind === 'array' || kind === 'unknown';
      if (!isList || isOther(call.receiver, site)) return null;
      const loop = site.loopOutlivedBy(call.node, call.receiver);
      return loop && { node: call.node, loop };
    })
};

/** Whether a variable holds what a class makes that is no array, such as a queue. */
function isOther(node: SyntaxNode, { code }: Site): boolean {
  const made = constantOf(node, code);
  return made?.name === 'NewExpression' && callOf(made, code)?.name !== 'Array';
}

/** An accumulator is copied for each element that is added. */
const spreadInAccumulator: CauseRule = {
  cause: 'spreadInAccumulator',
  find: site => {
    const copied = site.code.nodes.filter(
      ({ name, parent }) =>
        name === 'Spread' && /^(?:Property|ArrayExpression)$/.test(parent?.name ?? '')
    );
    const spreads = copied.flatMap(each => {
      const literal = each.parent?.name === 'Property' ? each.parent.parent : each.parent;
      const isHere = literal !== null && [each, literal].some(node => site.isHere(node));
      return isHere && literal && each.nextSibling ? [{ literal, source: each.nextSibling }] : [];
    });
    const joins = site.calls.flatMap(({ node, name, receiver, args }) => {
      if (name === 'concat' && receiver !== null) return [{ literal: node, source: receiver }];
      const isCopy = name === 'assign' && args[0]?.name === 'ObjectExpression' && args.length > 2;
      return isCopy ? [{ literal: node, source: args[1] }] : [];
    });
    const copies = [...spreads, ...joins];
    return (
      firstOf(copies, each => accumulated(each, site)) ??
      firstOf(copies.reverse(), each => accumulatedByCalls(each, site))
    );
  }
};

interface Copy {
  /** The expression that copies. */
  readonly literal: SyntaxNode;
  /** The expression that is copied. */
  readonly source: SyntaxNode;
}

/** A copy of the accumulator of `reduce`, or of a variable that the copy is assigned to in a loop. */
function accumulated({ literal, source }: Copy, site: Site): Match | null {
  const { code } = site;
  const root = rootOf(source, code);
  if (root === null) return null;
  const name = code.textOf(source);
  const inner = functionAround(literal);
  const call = inner && callWith(inner, code);
  if (inner && call && /^reduce(?:Right)?$/.test(call.name)) {
    if (parametersOf(inner, code)[0] === code.textOf(root)) {
      return { node: literal, loop: { node: inner, place: site.placeOf(call.node) } };
    }
  }
  for (let outer: SyntaxNode | null = literal.parent; outer !== null; outer = outer.parent) {
    if (isFunction(outer)) return null;
    const assigned = assignmentOf(outer, code);
    if (assigned?.operator !== '=') continue;
    if (code.textOf(assigned.target) !== name) return null;
    const isNew = (loop: SyntaxNode): boolean => {
      const definition = code.definitionAt(code.textOf(root), root);
      return definition !== null && definition.from >= loop.from && definition.to <= loop.to;
    };
    const loop = site.loops(literal).find(({ node }) => node !== null && !isNew(node));
    return loop ? { node: assigned.node, loop } : null;
  }
  return null;
}

/** A copy of a parameter that its function returns, where a loop gives it the result of the time before, as a reducer gets its state. */
function accumulatedByCalls({ literal, source }: Copy, site: Site): Match | null {
  const { code } = site;
  const root = rootOf(source, code);
  const own = functionAround(literal);
  const { from } = site.outerLoop ?? {};
  if (root === null || own === null || from === undefined) return null;
  if (!isReturned(literal, code)) return null;
  const at = parametersOf(own, code).indexOf(code.textOf(root));
  const [{ call, code: caller }] = from.calls;
  const given = call.args.at(at);
  const assigned = call.node.parent && assignmentOf(call.node.parent, caller);
  if (at < 0 || given === undefined || assigned?.operator !== '=') return null;
  const isSame = caller.textOf(assigned.target) === caller.textOf(given);
  return isSame && call.name === nameOf(own, code) ? { node: literal, loop: site.outerLoop } : null;
}

/** Whether a value is what its function returns, or a part of that, or is kept in a variable that it returns. */
function isReturned(value: SyntaxNode, code: Code): boolean {
  let inner = value;
  for (const outer of around(value)) {
    if (isFunction(outer)) return inner.name !== 'Block';
    if (outer.name === 'ReturnStatement') return true;
    const name = outer.name === 'VariableDeclaration' ? inner.prevSibling?.prevSibling : null;
    if (name) return returnsOf(outer, code).includes(code.textOf(name));
    if (
      !/^(?:Property|ObjectExpression|ArrayExpression|ParenthesizedExpression)$/.test(outer.name)
    ) {
      return false;
    }
    inner = outer;
  }
  return false;
}

/** The texts of the values that the function around a node returns. */
function returnsOf(node: SyntaxNode, code: Code): readonly string[] {
  const own = functionAround(node);
  const returns = own === null ? [] : within(own, code, 'ReturnStatement');
  return returns.flatMap(each =>
    each.firstChild?.nextSibling ? [code.textOf(each.firstChild.nextSibling)] : []
  );
}

/** All chunks so far are copied for each that comes: what they are kept in outlives the loop, or the function that gets them. */
const chunksJoined: CauseRule = {
  cause: 'chunksJoined',
  find: site =>
    firstOf(methodCalls(site, /^concat$/), ({ node, receiver, args: [list] }) => {
      const { code } = site;
      const assigned = node.parent && assignmentOf(node.parent, code);
      if (site.text(receiver) !== 'Buffer' || list === undefined || !assigned) return null;
      const isKept = listed(list).some(each => site.text(each) === site.text(assigned.target));
      if (!isKept || list.name !== 'ArrayExpression') return null;
      const root = rootOf(assigned.target, code);
      if (root === null) return null;
      const definition = code.definitionAt(site.text(root), root);
      const isFrom = (outer: SyntaxNode): boolean =>
        definition !== null && isWithin(definition, outer);
      const loop = site.loops(node).find(each => each.node !== null && !isFrom(each.node));
      if (loop !== undefined) return { node: assigned.node, loop };
      const inner = functionAround(node);
      return inner !== null && !isFrom(inner) ? { node: assigned.node } : null;
    })
};

/** A sort, in a loop, of an array that existed before the loop. */
const sortInLoop: CauseRule = {
  cause: 'sortInLoop',
  find: site => {
    const own = methodCalls(site, /^(?:sort|toSorted)$/);
    const compared = site.nodes.flatMap(node => sortAround(node, site) ?? []);
    return firstOf([...own, ...compared], call => {
      const list = sortedList(call.receiver ?? call.node, site);
      const loop = list && site.loopOutlivedBy(call.node, list);
      return loop ? { node: call.node, loop } : null;
    });
  }
};

/** The list that is sorted, of which copies may be made before. */
function sortedList(node: SyntaxNode, { code }: Site): SyntaxNode | null {
  const list = bare(node, code);
  if (list.name === 'ArrayExpression') {
    const spread = childrenOf(list).find(({ name }) => name === 'Spread');
    return spread?.nextSibling ?? null;
  }
  const call = callOf(list, code);
  if (call === null) return list;
  const isCopy = /^(?:slice|concat|from)$/.test(call.name);
  return isCopy ? (call.name === 'from' ? (call.args[0] ?? null) : call.receiver) : null;
}

/** The sort whose comparison a node is a part of. */
function sortAround(node: SyntaxNode, { code }: Site): Call | null {
  const inner = isFunction(node) ? node : functionAround(node);
  const call = inner && callWith(inner, code);
  return call && /^(?:sort|toSorted)$/.test(call.name) ? call : null;
}

const localeCompareInSort: CauseRule = {
  cause: 'localeCompareInSort',
  find: site =>
    firstOf(methodCalls(site, /^localeCompare$/), ({ node }) => {
      const sort = sortAround(node, site);
      if (sort !== null) return { node, loop: { node: null, place: site.placeOf(sort.node) } };
      return isComparison(node, site) ? { node } : null;
    })
};

/** Whether a node is in a function that is given to a sort by its name. */
function isComparison(node: SyntaxNode, site: Site): boolean {
  return site.isGivenTo(node, /^(?:sort|toSorted)$/);
}

/** An iterator is made an array, to be mapped or looked through once. */
const arrayFromIterator: CauseRule = {
  cause: 'arrayFromIterator',
  find: ({ code, calls, nodes }) => {
    const made = calls.flatMap(({ node, name, receiver, args }) => {
      const isFrom = name === 'from' && receiver !== null && code.textOf(receiver) === 'Array';
      return isFrom && args.length > 0 ? [{ node, source: args[0], maps: args.length > 1 }] : [];
    });
    const spread = nodes.flatMap(node => {
      const children = childrenOf(node);
      const isSpread = node.name === 'ArrayExpression' && children[1]?.name === 'Spread';
      return isSpread && children.length === 4 ? [{ node, source: children[2], maps: false }] : [];
    });
    return firstOf([...made, ...spread], ({ node, source, maps }) => {
      const call = callOf(bare(source, code), code);
      const isIterator =
        (call !== null &&
          call.receiver !== null &&
          code.textOf(call.receiver) !== 'Object' &&
          /^(?:keys|values|entries|matchAll|map|filter)$/.test(call.name) &&
          (!/^(?:map|filter)$/.test(call.name) || isIteratorChain(call.receiver, code))) ||
        kindOf(source, code) === 'collection';
      const isUsedOnce =
        node.parent?.name === 'MemberExpression' &&
        /^(?:map|filter|reduce|forEach|some|every|find|flatMap)$/.test(
          code.textOf(node.parent.lastChild ?? node)
        );
      return isIterator && (maps || isUsedOnce || call?.name === 'map') ? { node } : null;
    });
  }
};

/** Whether a method is called of an iterator: of keys, values or entries that are no array. */
function isIteratorChain(node: SyntaxNode, code: Site['code']): boolean {
  const call = callOf(bare(node, code), code);
  if (call === null || call.receiver === null) return false;
  if (/^(?:keys|values|entries|matchAll)$/.test(call.name)) {
    return code.textOf(call.receiver) !== 'Object';
  }
  return /^(?:map|filter)$/.test(call.name) && isIteratorChain(call.receiver, code);
}

/** `delete` of objects that go on to be used: V8 makes them dictionaries. */
const deleteInLoop: CauseRule = {
  cause: 'deleteInLoop',
  find: site =>
    firstOf(
      site.nodes.filter(
        ({ name, firstChild }) => name === 'UnaryExpression' && firstChild?.name === 'delete'
      ),
      node => {
        const [loop] = site.loops(node);
        return loop ? { node, loop } : null;
      }
    )
};

/** A rule that finds elements read in a loop of an array that is slow to read. */
function slowArray(cause: CauseRule['cause'], isSlow: typeof hasHoles): CauseRule {
  return {
    cause,
    find: site =>
      firstOf(site.accesses(), ({ node, object }) => {
        const made = constantOf(object, site.code);
        const [loop] = site.loops(node);
        if (made === null || loop === undefined) return null;
        return isSlow(object, made, site.code) ? { node, loop } : null;
      })
  };
}

/** An array with holes: elements are written in other places than one after another, or deleted. */
const holeyArray = slowArray('holeyArray', hasHoles);

/** An array whose elements are of several kinds. */
const mixedArray = slowArray('mixedArray', isMixed);

const BUILDERS = /^(?:Object\.(?:fromEntries|groupBy|keys|values|entries)|Map\.groupBy)$/;

/** A collection that is built again of the same elements, or of those of an object that is only counted. */
const rebuiltInLoop: CauseRule = {
  cause: 'rebuiltInLoop',
  find: site =>
    firstOf(site.calls, ({ node, name, callee, args, isNew }) => {
      const isMade = isNew ? /^(?:Map|Set)$/.test(name) : BUILDERS.test(site.text(callee));
      const [source] = args;
      if (!isMade || source === undefined) return null;
      if (isNew || !isCounted(node, site)) {
        const loop = site.loopOfSame(node, [source]);
        const isOther = loop?.node === null && rootOf(source, site.code)?.name === 'this';
        return loop && !isOther ? { node, loop } : null;
      }
      const loop = site.loopOutlivedBy(node, source);
      return loop && { node, loop };
    })
};

/** Whether of an array only the length is used, or one element. */
function isCounted({ parent }: SyntaxNode, { code }: Site): boolean {
  if (parent === null) return false;
  const used = parent.name === 'PostfixExpression' ? parent.parent : parent;
  if (used?.name !== 'MemberExpression') return false;
  const [, access] = childrenOf(used);
  return access.name === '[' || code.textOf(used.lastChild ?? used) === 'length';
}

export const COLLECTION_RULES: readonly CauseRule[] = [
  spreadInAccumulator,
  chunksJoined,
  localeCompareInSort,
  sortInLoop,
  shiftInLoop,
  searchInLoop,
  arrayFromIterator,
  rebuiltInLoop,
  deleteInLoop,
  holeyArray,
  mixedArray
];
