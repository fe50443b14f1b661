import type { SyntaxNode } from '@lezer/common';
import { firstOf, methodCalls } from './collectionRules';
import { constantOf, isGivenTo, kindOf } from './kinds';
import type { CauseRule, Evidence, Match, Site } from './site';
import {
  assignments,
  bare,
  callOf,
  childrenOf,
  functionAround,
  isFunction,
  isWithin,
  listed,
  rootOf,
  variablesIn,
  within
} from './syntax';

/** Pauses that are meant, and what has to be done in turn. */
const IN_TURN =
  /sleep|delay|pause|timeout|backoff|throttle|^(?:wait|tick|nextTick|read|next|write|drain|flush|lock|acquire|release|begin|commit|rollback)$/i;

/** Awaits of one loop, or of statements that follow one another, which do not need the results of those before. */
const sequentialAwaits: CauseRule = {
  cause: 'sequentialAwaits',
  isOfWaits: true,
  find: site => {
    const { costs, waits, overlaps } = site.evidence;
    if (costs !== 'waiting' || overlaps) return null;
    return firstOf(awaitsOn(site), node => {
      const value = node.lastChild;
      if (value === null || isInTurn(value, site)) return null;
      const [loop] = site.loops(node);
      if (loop?.node == null) return isInRow(node, site) ? { node } : null;
      return waits >= 2 && isIndependent(value, loop.node, site) ? { node, loop } : null;
    });
  }
};

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
function isInTurn(value: SyntaxNode, { code }: Site): boolean {
  const call = callOf(bare(value, code), code);
  if (!call?.isNew || call.name !== 'Promise') return IN_TURN.test(call?.name ?? '');
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

const QUERIES =
  /^(?:query|queryRaw|execute|findOne|findUnique|findFirst|findById|findByPk|oneOrNone|insertOne|updateOne|deleteOne)$/;
/** Methods of databases that much else has as well. */
const COMMON_QUERIES = /^(?:get|all|run|first|one|create|insert|update)$/;
const DATABASES =
  /(?:^|\.)(?:\w*(?:[dD]b|[dD]atabase|[sS]ql|[pP]risma|[kK]nex|[rR]epo|[rR]epository|[sS]tatement|[sS]tmt|[tT]ransaction|[cC]ollection)|tx|pg|orm)(?:\.\w+)*$/;
/** Of these many lead elsewhere: pools run tasks, and clients get addresses. */
const CONNECTIONS = /(?:^|\.)\w*(?:[pP]ool|[cC]onn|[cC]onnection|[cC]lient)(?:\.\w+)*$/;
const SQL = /^.\s*(?:select|insert|update|delete|with)\b/i;

const queryPerRow: CauseRule = {
  cause: 'queryPerRow',
  isOfWaits: true,
  find: site =>
    firstOf(
      site.calls.flatMap(({ node, name, receiver, args, isNew }) =>
        receiver === null || isNew ? [] : [{ node, name, receiver, args }]
      ),
      ({ node, name, receiver, args }) => {
        const isQuery = QUERIES.test(name);
        if (!isQuery && !COMMON_QUERIES.test(name)) return null;
        const [first] = args;
        if (first !== undefined && isFunction(bare(first, site.code))) return null;
        const [loop] = site.loops(node);
        const isOfDatabase =
          isStatement(receiver, site) || (first !== undefined && isSql(first, site));
        const text = site.text(receiver);
        const isNamed = DATABASES.test(text) || (isQuery && CONNECTIONS.test(text));
        const isOne = isOfDatabase || (isNamed && kindOf(receiver, site.code) === 'unknown');
        return loop && isOne ? { node, loop } : null;
      }
    )
};

function isSql(node: SyntaxNode, { code }: Site): boolean {
  const value = constantOf(node, code);
  return value !== null && /^(?:Template)?String$/.test(value.name) && SQL.test(code.textOf(value));
}

/** Whether a value was made by `prepare`. */
function isStatement(node: SyntaxNode, { code }: Site): boolean {
  return callOf(constantOf(node, code), code)?.name === 'prepare';
}

const HANDLERS =
  /^(?:createServer|on|once|get|post|put|patch|delete|use|all|route|serve|handle|fetch|addEventListener|Server)$/;

/** Share of a function's time from which on what it calls is what takes the time. */
const MOST = 0.5;

const syncInHandler: CauseRule = {
  cause: 'syncInHandler',
  find: site =>
    firstOf(
      site.calls.filter(({ name }) => /^\w+Sync$/.test(name)),
      ({ node, name }) => {
        const isHandler = site.evidence.isForRequests || site.isGivenTo(node, HANDLERS);
        return isHandler && isMost(site.evidence, name) ? { node } : null;
      }
    )
};

/** The name that all synchronous functions of `node:zlib` have in stacks: Node makes them from one function. */
const ZLIB = 'syncBufferWrapper';

function isMost({ called }: Evidence, name: string): boolean {
  return Math.max(called.get(name) ?? 0, called.get(ZLIB) ?? 0) >= MOST;
}

const consoleInLoop: CauseRule = {
  cause: 'consoleInLoop',
  find: site =>
    firstOf(methodCalls(site, /^(?:log|info|debug|warn|error|trace|dir|table)$/), call => {
      const [loop] = site.loops(call.node);
      const isConsole = site.text(call.receiver) === 'console';
      return isConsole && loop ? { node: call.node, loop } : null;
    })
};

const TENSORS = /^@tensorflow\/tfjs/;

/** Whether a variable is TensorFlow.js, by its import, or by its usual name if that is not in the text. */
function isTensorFlow(node: SyntaxNode | null, { code }: Site): boolean {
  const root = node && rootOf(node, code);
  if (!root) return false;
  const name = code.textOf(root);
  const definition = code.definitionAt(name, root);
  if (definition === null) return name === 'tf';
  for (let outer = definition.parent; outer !== null; outer = outer.parent) {
    if (!/^(?:Import|VariableDecl)/.test(outer.name)) continue;
    return within(outer, code, 'String').some(each => TENSORS.test(code.textOf(each).slice(1, -1)));
  }
  return name === 'tf';
}

const tensorReadInLoop: CauseRule = {
  cause: 'tensorReadInLoop',
  isOfWaits: true,
  find: site =>
    firstOf(methodCalls(site, /^(?:dataSync|arraySync|data|array)$/), ({ node, name, args }) => {
      const [loop] = site.loops(node);
      const isAwaited = node.parent?.name === 'AwaitExpression';
      const isRead = /Sync$/.test(name) || (isAwaited && args.length === 0);
      return isRead && args.length === 0 && loop && usesTensors(site) ? { node, loop } : null;
    })
};

/** Whether operators ran, or the text has TensorFlow.js. */
function usesTensors({ code, evidence }: Site): boolean {
  return (
    evidence.backends.length > 0 ||
    code.nodes.some(each => each.name === 'VariableName' && code.textOf(each) === 'tf')
  );
}

const MADE =
  /^(?:tensor|tensor\dd|scalar|zeros|ones|fill|range|linspace|eye|oneHot|randomNormal|randomUniform|variable)$/;
const tensorMadeInLoop: CauseRule = {
  cause: 'tensorMadeInLoop',
  find: site =>
    firstOf(methodCalls(site, MADE), ({ node, name, receiver, args }) => {
      if (!isTensorFlow(receiver, site) || name.startsWith('random')) return null;
      const loop = site.loopOfSame(node, args);
      return loop && { node, loop };
    })
};

/** Part of the tensors from which on they are not disposed of as they should be. */
const MOST_HELD = 0.5;
const FEW_TENSORS = 20;

/** Functions of TensorFlow.js that make no tensor of their own. */
const MAKES_NONE =
  /^(?:tidy|dispose|memory|time|profile|ready|nextFrame|\w*[bB]ackend|engine|env)$/;

const tensorNotDisposed: CauseRule = {
  cause: 'tensorNotDisposed',
  find: site =>
    firstOf(site.calls, ({ node, callee, name }) => {
      const { allocated, held } = site.evidence;
      if (held < FEW_TENSORS || held < MOST_HELD * allocated) return null;
      const [loop] = site.loops(node);
      const isMade = isTensorFlow(callee, site) && !MAKES_NONE.test(name);
      const isTensor = isMade || isOperator(node, site);
      const isFreed = isGivenTo(node, site.code, /^tidy$/);
      return isTensor && !isFreed && loop ? { node, loop } : null;
    })
};

const OPERATORS =
  /^(?:matMul|dot|conv\dd|add|sub|mul|div|square|sqrt|relu|softmax|sum|mean|max|min|reshape|transpose|predict|apply|concat|exp|log|sigmoid|tanh)$/;
const HEAVY =
  /^(?:matMul|dot|conv\dd|depthwiseConv2d|fit|fitDataset|predict|apply|execute|executeAsync|einsum|batchNorm|maxPool|avgPool|lstm\w*|cumsum|topk|softmax|trainOnBatch|evaluate)$/;

/** Whether a call is an operator of a tensor that TensorFlow.js made. */
function isOperator(node: SyntaxNode, site: Site): boolean {
  const call = callOf(node, site.code);
  if (call?.receiver == null || !OPERATORS.test(call.name)) return false;
  const made = constantOf(call.receiver, site.code);
  return made !== null && isTensorFlow(made, site);
}

/** TensorFlow.js computes in JavaScript. */
const SLOW = 'tfjs/cpu';

const slowBackend: CauseRule = {
  cause: 'slowBackend',
  find: site =>
    site.evidence.backends.includes(SLOW)
      ? firstOf(methodCalls(site, HEAVY), ({ node, receiver }) =>
          isTensorFlow(receiver, site) || usesTensors(site) ? { node } : null
        )
      : null
};

/** Bytes go to another thread as copies. */
const copyToThread: CauseRule = {
  cause: 'copyToThread',
  find: site =>
    firstOf(
      site.calls.filter(({ name }) => name === 'postMessage'),
      ({ node, args }): Match | null => {
        if (args.length !== 1 || !hasBytes(args[0], site)) return null;
        const [loop] = site.loops(node);
        return { node, loop };
      }
    )
};

/** Whether a value is, or has, an array of bytes or numbers, or its buffer. */
function hasBytes(node: SyntaxNode, site: Site): boolean {
  const { code } = site;
  const value = constantOf(node, code) ?? node;
  const isBytes = (each: SyntaxNode): boolean =>
    /^(?:t|bigT)ypedArray$/.test(kindOf(each, code)) ||
    (each.name === 'MemberExpression' && code.textOf(each.lastChild ?? each) === 'buffer') ||
    callOf(constantOf(each, code), code)?.name === 'ArrayBuffer';
  if (isBytes(value) || isBytes(node)) return true;
  if (!/^(?:Object|Array)Expression$/.test(value.name)) return false;
  return listed(value).some(each => {
    if (each.name !== 'Property') return isBytes(each);
    const last = each.lastChild;
    return last !== null && (isBytes(last) || isShorthand(each, site));
  });
}

/** Whether `{ name }` has an array of bytes. */
function isShorthand(property: SyntaxNode, { code }: Site): boolean {
  const name = code.textOf(property);
  const definition = code.definitionAt(name, property);
  const value =
    definition &&
    childrenOf(definition.parent ?? definition).find(each => each.prevSibling?.name === 'Equals');
  return value != null && /^(?:t|bigT)ypedArray$/.test(kindOf(value, code));
}

export const PLATFORM_RULES: readonly CauseRule[] = [
  queryPerRow,
  tensorReadInLoop,
  sequentialAwaits,
  syncInHandler,
  consoleInLoop,
  tensorMadeInLoop,
  tensorNotDisposed,
  slowBackend,
  copyToThread
];
