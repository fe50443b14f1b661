import type { SyntaxNode } from '@lezer/common';
import { firstOf } from './collectionRules';
import type { CauseRule, LoopAround, Site } from './site';
import {
  around,
  assignmentOf,
  assignments,
  bare,
  callOf,
  callWith,
  childrenOf,
  functionAround,
  isFunction,
  isWithin,
  parametersOf,
  rootOf,
  variablesIn,
  within
} from './syntax';

/** Pauses that are meant, what has to be done in turn, and several promises at a time, whose number is bounded so. */
const IN_TURN =
  /sleep|delay|pause|timeout|backoff|throttle|^(?:wait|tick|nextTick|read|next|write|drain|flush|lock|acquire|release|begin|commit|rollback|all|allSettled|any|race)$/i;

const PAUSES = /sleep|delay|pause|timeout|^(?:wait|setTimeout|setImmediate|nextTick|tick)$/i;

/** Awaits of one loop, or of statements that follow one another, which do not need the results of those before. */
const sequentialAwaits: CauseRule = {
  cause: 'sequentialAwaits',
  costs: 'both',
  find: site => {
    const { costs, waits, overlaps, isForOne } = site.evidence;
    if (costs !== 'waiting' || overlaps || isForOne) return null;
    return firstOf(awaitsOn(site), node => {
      const value = node.lastChild;
      if (value === null || isInTurn(value, site)) return null;
      const [loop] = site.loops(node);
      if (loop?.node == null) return isInRow(node, site) ? { node } : null;
      return waits >= 2 && isIndependent(value, loop.node, site) ? { node, loop } : null;
    });
  }
};

/** A chain of promises to which each element of a list adds a call that does not need what those before gave. */
const chainedCalls: CauseRule = {
  cause: 'sequentialAwaits',
  costs: 'both',
  find: site => {
    const { costs, overlaps, isForOne } = site.evidence;
    if (costs !== 'waiting' || overlaps || isForOne) return null;
    return firstOf(site.calls, ({ node, name, receiver, args: [next] }) => {
      const loop = name === 'then' && receiver !== null ? chainLoop(node, receiver, site) : null;
      if (loop === null || next === undefined || !isFunction(next)) return null;
      const given = parametersOf(next, site.code);
      const calls = within(next, site.code, 'CallExpression');
      const isFree = calls.every(
        each => !isInTurn(each, site) && !argumentsUse(each, given, site.code)
      );
      return calls.length > 0 && isFree ? { node, loop } : null;
    });
  }
};

/** The loop in which a promise is replaced by what follows it: by an assignment, or as the result of `reduce`. */
function chainLoop(then: SyntaxNode, receiver: SyntaxNode, site: Site): LoopAround | null {
  const { code } = site;
  const assigned = then.parent && assignmentOf(then.parent, code);
  const [loop] = site.loops(then);
  if (loop === undefined) return null;
  if (assigned?.operator === '=') {
    return code.textOf(assigned.target) === code.textOf(receiver) ? loop : null;
  }
  const own = functionAround(then);
  const isReduced = own !== null && callWith(own, code)?.name === 'reduce';
  return isReduced && parametersOf(own, code)[0] === code.textOf(receiver) ? loop : null;
}

function argumentsUse(node: SyntaxNode, names: readonly string[], code: Site['code']): boolean {
  const used = (callOf(node, code)?.args ?? []).flatMap(each => variablesIn(each));
  return used.some(each => names.includes(code.textOf(each)));
}

/** Whether a line pauses after an error, before another try: started together, calls would fail together. */
export function isRetryPause(site: Site): boolean {
  return awaitsOn(site).some(node => {
    const value = node.lastChild;
    return value !== null && isCaught(node) && (isPause(value, site) || isBackoff(value, site));
  });
}

const BACKOFF = /backoff|retry/i;

function isBackoff(value: SyntaxNode, { code }: Site): boolean {
  return BACKOFF.test(callOf(bare(value, code), code)?.name ?? '');
}

/** Whether code handles an error, in its function. */
function isCaught(node: SyntaxNode): boolean {
  for (const outer of around(node)) {
    if (isFunction(outer)) return false;
    if (outer.name === 'CatchClause') return true;
  }
  return false;
}

/** A look, again and again after a pause, whether something has come. */
const pollingLoop: CauseRule = {
  cause: 'pollingLoop',
  costs: 'both',
  find: site =>
    firstOf(awaitsOn(site), node => {
      const value = node.lastChild;
      if (value === null || !isPause(value, site)) return null;
      const [loop] = site.loops(node);
      return loop?.node && isLook(loop.node, node, site) ? { node, loop } : null;
    })
};

/** Whether a loop goes on until a condition is true, and does nothing but to wait for a pause. */
function isLook(loop: SyntaxNode, pause: SyntaxNode, { code }: Site): boolean {
  if (!/^(?:While|Do)Statement$/.test(loop.name)) return false;
  const parts = childrenOf(loop);
  const condition = parts.find(({ name }) => name === 'ParenthesizedExpression');
  const body = parts.find(({ name }) => /^(?:Block|ExpressionStatement)$/.test(name));
  if (condition === undefined || body === undefined) return false;
  const tests = variablesIn(condition).length + within(condition, code, 'this').length;
  const calls = ['CallExpression', 'NewExpression', 'AwaitExpression'].flatMap(kind =>
    within(body, code, kind)
  );
  const isWork = (each: SyntaxNode): boolean =>
    !isWithin(each, pause) && !CLOCKS.test(code.textOf(each));
  return tests > 0 && !calls.some(isWork);
}

/** Calls that are no work: they tell the time, or that it goes by. */
const CLOCKS = /^(?:(?:performance|Date)\.now|console\.\w+)\(/;

/** So many awaits in a row are worth a word, and so much of their time together that of all but the longest. */
const MANY = 3;
const BESIDE = 0.2;

/** Functions that only read, by their names, so that it is no matter which of them comes first. */
const READS =
  /^(?:fetch|load|get|read|query|find|list|download|request|count|search|lookup|select)(?![a-z])(?!\w*(?:Next|Line|Chunk|Byte))/;

/**
 * Whether an await is one of several that follow one another, each for the result of a call that only reads and needs no
 * result of the others.
 */
function isInRow(node: SyntaxNode, { code, evidence }: Site): boolean {
  const own = readOf(node.parent, code);
  if (own === null) return false;
  const row = [own];
  const isFree = (statement: SyntaxNode): boolean =>
    row.every(each => !needs(statement, each, code) && !needs(each, statement, code));
  for (const side of ['prevSibling', 'nextSibling'] as const) {
    let next = readOf(codeBeside(own, side), code);
    while (next !== null && isFree(next)) {
      row.push(next);
      next = readOf(codeBeside(next, side), code);
    }
  }
  const times = row.map(({ from, to }) => {
    const [first, last] = [code.lineAt(from), code.lineAt(to)];
    const ofLines = [...evidence.waited].filter(([line]) => line >= first && line <= last);
    return ofLines.reduce((most, [, ns]) => Math.max(most, ns), 0);
  });
  const allNs = times.reduce((sum, ns) => sum + ns, 0);
  return row.length >= MANY && allNs - Math.max(...times) >= BESIDE * allNs && allNs > 0;
}

/** The statement itself if it is one such as `const rows = await fetchRows(id);`, else null. */
function readOf(statement: SyntaxNode | null, code: Site['code']): SyntaxNode | null {
  if (statement?.name !== 'VariableDeclaration') return null;
  const values = childrenOf(statement).filter(each => each.prevSibling?.name === 'Equals');
  const [value] = values;
  if (values.length !== 1 || value.name !== 'AwaitExpression' || value.lastChild === null) {
    return null;
  }
  const call = callOf(bare(value.lastChild, code), code);
  return call !== null && READS.test(call.name) ? statement : null;
}

/** Whether a statement uses a variable that another one defines. */
function needs(statement: SyntaxNode, other: SyntaxNode, code: Site['code']): boolean {
  const defined = within(other, code, 'VariableDefinition').map(each => code.textOf(each));
  return variablesIn(statement).some(each => defined.includes(code.textOf(each)));
}

/** The next piece of code on a side of a statement, without comments; null for none. */
function codeBeside(node: SyntaxNode, side: 'prevSibling' | 'nextSibling'): SyntaxNode | null {
  let next = node[side];
  while (next !== null && /Comment$/.test(next.name)) next = next[side];
  return next;
}

/** Whether it is a call of {@link IN_TURN}, or a promise that does nothing but wait for a timer. */
function isInTurn(value: SyntaxNode, site: Site): boolean {
  const { name = '', isNew = false } = callOf(bare(value, site.code), site.code) ?? {};
  return (IN_TURN.test(name) && !(isNew && name === 'Promise')) || isPause(value, site);
}

/** Whether it is a call that is named for a pause, or a promise that does nothing but wait for a timer. */
function isPause(value: SyntaxNode, { code }: Site): boolean {
  const call = callOf(bare(value, code), code);
  if (!call?.isNew || call.name !== 'Promise') return PAUSES.test(call?.name ?? '');
  return PAUSE.test(call.args.map(each => code.textOf(each)).join());
}

/** An executor that hands its `resolve`, or a function that only calls it, to a timer. */
const PAUSE =
  /^(?:async\s+)?\(?\s*(?<done>[\w$]+)[^=]*=>\s*\{?\s*(?:return\s+|void\s+)?(?:(?:globalThis|timers)\.)?set(?:Timeout|Immediate)\(\s*(?:\k<done>|\(\)\s*=>\s*\{?\s*\k<done>\(\s*\);?\s*\}?)\s*[,)]/;

function awaitsOn({ nodes }: Site): readonly SyntaxNode[] {
  return nodes.filter(({ name }) => name === 'AwaitExpression');
}

/** Whether what is awaited each time round a loop needs nothing of the times before, and all of them come about. */
function isIndependent(value: SyntaxNode, loop: SyntaxNode, { code }: Site): boolean {
  if (isFunction(loop)) return false;
  const leaves = code.nodes.some(
    node =>
      /^(?:BreakStatement|ReturnStatement|YieldExpression)$/.test(node.name) &&
      isWithin(node, loop) &&
      (functionAround(node) === null) === (functionAround(loop) === null) &&
      functionAround(node)?.from === functionAround(loop)?.from
  );
  if (leaves) return false;
  const counters = childrenOf(loop).find(({ name }) => name === 'ForSpec');
  const carried = new Set<string>();
  for (const { node, target } of assignments(loop, code)) {
    const root = rootOf(target, code);
    if (root === null || (counters && isWithin(node, counters))) continue;
    const definition = code.definitionAt(code.textOf(root), root);
    const isInside = definition !== null && isWithin(definition, loop);
    if (!isInside) carried.add(code.textOf(root));
  }
  const condition = loop.name === 'WhileStatement' || loop.name === 'DoStatement' ? loop : null;
  const tested =
    condition && childrenOf(condition).find(({ name }) => name === 'ParenthesizedExpression');
  return [value, ...(tested ? [tested] : [])].every(each =>
    variablesIn(each).every(variable => !carried.has(code.textOf(variable)))
  );
}

export const AWAIT_RULES: readonly CauseRule[] = [pollingLoop, sequentialAwaits, chainedCalls];
