import type { SyntaxNode } from '@lezer/common';
import { firstOf, methodCalls } from './collectionRules';
import { kindOf } from './kinds';
import type { CauseRule, Match, Site } from './site';
import { assignmentOf, assignments, type Call, callOf, childrenOf } from './syntax';

/** Methods that take something from what is kept. */
const REMOVES = /^(?:delete|clear|shift|pop|splice|evict|prune|dispose)$/;

/** The code itself as what to show beside a cause of growth. */
const here = (node: SyntaxNode, site: Site): Match => {
  return { node, loop: { node: null, place: site.placeOf(node) } };
};

/** For each request something is added to a collection that outlives it, and no code that is known takes any of it out. */
const keptForRequests: CauseRule = {
  cause: 'keptForRequests',
  costs: 'memory',
  find: site => {
    if (!site.evidence.isForRequests) return null;
    const added = methodCalls(site, /^(?:set|push|unshift|add)$/);
    const assigned = site.nodes.flatMap(node => {
      const { target, value } = assignmentOf(node, site.code) ?? {};
      const [object, bracket] = target?.name === 'MemberExpression' ? childrenOf(target) : [];
      const args = value ? [value] : [];
      return bracket?.name === '[' && object !== undefined
        ? [{ node, receiver: object, args }]
        : [];
    });
    return firstOf([...added, ...assigned], ({ node, receiver, args }) => {
      const isKept = site.loopOutlivedBy(node, receiver)?.place === null;
      const isOther = site.evidence.isOfBuffers && args.every(each => isPlain(each, site));
      return isKept && !isOther && !isTakenFrom(receiver, site) ? here(node, site) : null;
    });
  }
};

/** Whether a value is known to hold no buffers. */
const isPlain = (value: SyntaxNode, { code }: Site): boolean =>
  /^(?:string|number|bigint|regexp)$/.test(kindOf(value, code));

/** Whether code takes something from a collection, or puts another one in its place. */
function isTakenFrom(collection: SyntaxNode, site: Site): boolean {
  const { code } = site;
  const text = site.text(collection);
  const isOther = assignments(code.tree.topNode, code).some(({ target }) =>
    [text, `${text}.length`].includes(code.textOf(target))
  );
  const isDeleted = (node: SyntaxNode): boolean =>
    node.name === 'UnaryExpression' && code.textOf(node).startsWith(`delete ${text}[`);
  return (
    isOther ||
    code.nodes.some(node => isDeleted(node) || removesFrom(callOf(node, code), text, site))
  );
}

function removesFrom(call: Call | null, collection: string, site: Site): boolean {
  if (call?.receiver == null || !REMOVES.test(call.name)) return false;
  return site.text(call.receiver) === collection;
}

const LISTENS = /^(?:on|addListener|prependListener|addEventListener|subscribe)$/;
const STOPS = /^(?:off|removeListener|removeAllListeners|removeEventListener|unsubscribe)$/;

/** For each request a listener is added to what outlives it, and no code that is known removes one. */
const listenersForRequests: CauseRule = {
  cause: 'listenersForRequests',
  costs: 'memory',
  find: site => {
    const { code } = site;
    const stops = code.nodes.some(node => STOPS.test(callOf(node, code)?.name ?? ''));
    if (!site.evidence.isForRequests || stops) return null;
    return firstOf(methodCalls(site, LISTENS), ({ node, name, receiver, args }) => {
      const isListener = args.length === (name === 'subscribe' ? 1 : 2);
      const isKept = isListener && site.loopOutlivedBy(node, receiver)?.place === null;
      return isKept ? here(node, site) : null;
    });
  }
};

/** A loop that writes to a stream without waiting for it: whatever the stream cannot write yet is kept in memory. */
const writeWithoutDrain: CauseRule = {
  cause: 'writeWithoutDrain',
  costs: 'memory',
  find: site => {
    if (/(['"`])drain\1|writableNeedDrain/.test(site.code.text)) return null;
    return firstOf(methodCalls(site, /^write$/), ({ node, args }) => {
      const isUnused = node.parent?.name === 'ExpressionStatement';
      const [loop] = site.loops(node);
      return isUnused && args.length > 0 && loop !== undefined ? here(node, site) : null;
    });
  }
};

export const GROWTH_RULES: readonly CauseRule[] = [
  writeWithoutDrain,
  listenersForRequests,
  keptForRequests
];
