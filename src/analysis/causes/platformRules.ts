import type { SyntaxNode } from '@lezer/common';
import { firstOf, methodCalls } from './collectionRules';
import { constantOf, isGivenTo, kindOf } from './kinds';
import type { CauseRule, Evidence, Match, Site } from './site';
import { bare, type Call, callOf, childrenOf, isFunction, listed, rootOf, within } from './syntax';

/** Many pieces written to the end of a file. Promises of different files are those of {@link sequentialAwaits}, which can wait together. */
const writeInLoop: CauseRule = {
  cause: 'writeInLoop',
  costs: 'both',
  find: site =>
    firstOf(writesOn(site), ({ node, name, args, isAppended }) => {
      if (!isAppended || isBeside(site.evidence, name)) return null;
      const [first = null] = site.loops(node);
      const loop = name.endsWith('Sync') ? first : site.loopOfSame(node, args.slice(0, 1));
      return loop && { node, loop };
    })
};

/** The same file, which has new content each time. */
const fileRewritten: CauseRule = {
  cause: 'fileRewritten',
  costs: 'both',
  find: site =>
    firstOf(writesOn(site), ({ node, name, args, isAppended }) => {
      const [file, text] = args;
      const isMade = /\bJSON\.stringify\(/.test(site.text(text));
      if (isAppended || (!isMade && isBeside(site.evidence, name))) return null;
      const loop = site.loopOfSame(node, [file]);
      return loop && { node, loop };
    })
};

/** The calls that write to a file at once; most of them open it before, and close it after. */
function writesOn(site: Site): readonly (Call & { readonly isAppended: boolean })[] {
  return site.calls.flatMap(call => {
    const { name, args } = call;
    if (!/^(?:(?:append|write)File(?:Sync)?|writeSync)$/.test(name) || args.length < 2) return [];
    const isFlagged = args.slice(2).some(each => APPENDS.test(site.text(each)));
    return [{ ...call, isAppended: isFlagged || /^append|^writeSync$/.test(name) }];
  });
}

/** Options with a flag that has what is written come after what is there. */
const APPENDS = /\bflag['"]?\s*:\s*['"`]a/;

/** Whether other code of the line took most of its time. */
function isBeside({ costs, called }: Evidence, name: string): boolean {
  return costs === 'cpu' && (called.get(name) ?? 0) < MOST;
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
  costs: 'both',
  find: site =>
    firstOf(
      site.calls.flatMap(({ node, name, receiver, args, isNew }) =>
        receiver === null || isNew ? [] : [{ node, name, receiver, args }]
      ),
      ({ node, name, receiver, args }) => {
        const isMost = isOutside(site.evidence) || isAlone(receiver, site);
        if (site.evidence.costs === 'cpu' && !isMost) return null;
        const [first] = args;
        if (first !== undefined && isFunction(bare(first, site.code))) return null;
        const [loop] = site.loops(node);
        return loop && isQuery({ name, receiver, first }, site) ? { node, loop } : null;
      }
    )
};

/** A call that may be a query: the method, the object that it is called on, and the first argument. */
interface Asked {
  readonly name: string;
  readonly receiver: SyntaxNode;
  readonly first: SyntaxNode | undefined;
}

/** Whether a call asks a database, by its names, by what it is given, or since it blocked the thread. */
function isQuery({ name, receiver, first }: Asked, site: Site): boolean {
  const isKnown = QUERIES.test(name);
  if (!isKnown && !COMMON_QUERIES.test(name)) return false;
  if (isStatement(receiver, site) || (first !== undefined && isSql(first, site))) return true;
  const text = site.text(receiver);
  const isNamed = DATABASES.test(text) || (isKnown && CONNECTIONS.test(text));
  const isLikely = isNamed || site.evidence.isBlocked;
  return isLikely && kindOf(receiver, site.code) === 'unknown';
}

/** Whether most of the time is that of Node, libraries and native code, as of a database without awaits. */
function isOutside({ called }: Evidence): boolean {
  return [...called.values()].reduce((sum, share) => sum + share, 0) >= MOST;
}

/** Whether a line has a statement of a database, whose methods in native code no stack has, and converts nothing that takes long. */
function isAlone(receiver: SyntaxNode, site: Site): boolean {
  const converts = site.calls.some(each => each.receiver && site.text(each.receiver) === 'JSON');
  return isStatement(receiver, site) && !converts;
}

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

/** The function returns when the process has ended. */
const processInLoop: CauseRule = {
  cause: 'processInLoop',
  costs: 'both',
  find: site =>
    firstOf(
      site.calls.filter(({ name }) => /^(?:exec|execFile|spawn)Sync$/.test(name)),
      ({ node }) => {
        const [loop] = site.loops(node);
        return loop ? { node, loop } : null;
      }
    )
};

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
  costs: 'both',
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

/** Bytes go to another thread as copies, or so much else that to copy it takes most of the time. */
const copyToThread: CauseRule = {
  cause: 'copyToThread',
  find: site =>
    firstOf(
      site.calls.filter(({ name }) => name === 'postMessage'),
      ({ node, args }): Match | null => {
        if (args.length !== 1) return null;
        const isCostly = (site.evidence.called.get('postMessage') ?? 0) >= MOST;
        if (!isCostly && !hasBytes(args[0], site)) return null;
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
  writeInLoop,
  fileRewritten,
  syncInHandler,
  processInLoop,
  consoleInLoop,
  tensorMadeInLoop,
  tensorNotDisposed,
  slowBackend,
  copyToThread
];
