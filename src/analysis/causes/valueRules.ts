import type { SyntaxNode } from '@lezer/common';
import { firstOf, methodCalls } from './collectionRules';
import { constantOf, kindOf } from './kinds';
import { isBounded } from './values';
import type { CauseRule, Match, Site } from './site';
import {
  assignmentOf,
  bare,
  type Call,
  callOf,
  childrenOf,
  isFunction,
  parametersOf,
  variablesIn,
  within
} from './syntax';

const isJson = (site: Site, receiver: SyntaxNode): boolean => site.text(receiver) === 'JSON';

/** A copy is made by way of text. */
const jsonClone: CauseRule = {
  cause: 'jsonClone',
  find: site =>
    firstOf(methodCalls(site, /^(?:parse|stringify)$/), ({ node, name }) => {
      const outer = name === 'parse' ? node : (node.parent?.parent ?? null);
      const call = jsonCall(outer, 'parse', site);
      if (call === null) return null;
      const [text] = call.args;
      const isEarlier =
        text?.name === 'VariableName' && site.loopOutlivedBy(call.node, text) !== null;
      if (text === undefined || isEarlier) return null;
      const made = constantOf(text, site.code);
      return jsonCall(made, 'stringify', site) === null ? null : { node: call.node };
    })
};

/** A call of a method of `JSON`; null for others. */
function jsonCall(node: SyntaxNode | null, name: string, site: Site): Call | null {
  const call = callOf(node, site.code);
  const isJsons = call?.receiver != null && isJson(site, call.receiver);
  return isJsons && call.name === name ? call : null;
}

/** The same text again and again, or texts that are only compared or looked up. */
const jsonInLoop: CauseRule = {
  cause: 'jsonInLoop',
  find: site =>
    firstOf(methodCalls(site, /^(?:parse|stringify)$/), ({ node, name, receiver, args }) => {
      if (!isJson(site, receiver) || args.length === 0) return null;
      const isCalled = within(args[0], site.code, 'CallExpression').length > 0;
      const same = isCalled ? loopOfRead(node, args[0], site) : site.loopOutlivedBy(node, args[0]);
      if (same) return { node, loop: same };
      const [loop] = site.loops(node);
      return loop && name === 'stringify' && isOnlyKey(node, site) ? { node, loop } : null;
    })
};

/** The loop around a conversion in which the file that it reads stays the same; null if it reads none. */
function loopOfRead(node: SyntaxNode, text: SyntaxNode, site: Site): Match['loop'] {
  const read = text.name === 'AwaitExpression' ? text.lastChild : text;
  const call = callOf(read && bare(read, site.code), site.code);
  const isRead = call !== null && /^readFile(?:Sync)?$/.test(call.name) && call.args.length > 0;
  return isRead ? site.loopOfSame(node, call.args) : null;
}

/** Whether a text, or the variable that it is kept in, is only compared, or looked up. */
function isOnlyKey(node: SyntaxNode, site: Site): boolean {
  const { code } = site;
  if (isCompared(node, site)) return true;
  const definition = node.prevSibling?.name === 'Equals' ? node.prevSibling.prevSibling : null;
  if (definition?.name !== 'VariableDefinition') return false;
  const name = code.textOf(definition);
  const uses = variablesIn(code.tree.topNode).filter(
    each => code.textOf(each) === name && code.definitionAt(name, each)?.from === definition.from
  );
  return uses.length > 0 && uses.every(each => isCompared(each, site));
}

/** Whether a text is compared, or looked up. */
function isCompared(node: SyntaxNode, { code }: Site): boolean {
  const { parent } = node;
  if (parent?.name === 'MemberExpression') return node.prevSibling?.name === '[';
  if (parent?.name === 'BinaryExpression') {
    return childrenOf(parent).some(
      each => each.name === 'CompareOp' && /^[!=]==?$/.test(code.textOf(each))
    );
  }
  const call = parent?.name === 'ArgList' ? callOf(parent.parent, code) : null;
  return call !== null && /^(?:has|get|set|add|delete|includes|indexOf)$/.test(call.name);
}

const INTL = /^Intl\.\w+$/;
const MADE_ONCE = /^(?:RegExp|TextDecoder|TextEncoder|Ajv)$/;
const LOCALE = /^toLocale(?:Date|Time)?String$/;

/** The libraries of schemas by their usual names, and what they make of other schemas. */
const SCHEMA =
  /^(?:z|zod|yup|[jJ]oi|Type)\.(?:object|array|record|union|tuple|strictObject|looseObject|Object|Array)$/;

/** What is costly to make and always the same. */
const constructorInLoop: CauseRule = {
  cause: 'constructorInLoop',
  find: site =>
    firstOf(site.calls, ({ node, name, callee, args, isNew }) => {
      const isIntl = INTL.test(site.text(callee)) || SCHEMA.test(site.text(callee));
      if (LOCALE.test(name) && args.length > 0) {
        const loop = site.loopOfSame(node, args);
        return loop && { node, loop };
      }
      if (!isIntl && !(isNew && MADE_ONCE.test(name))) return null;
      const loop = site.loopOfSame(node, args, isIntl ? FEW_VALUES : undefined);
      return loop && { node, loop };
    })
};

/** Variables that have a few values, over and over, so that a formatter can be kept for each. */
const FEW_VALUES = /^(?:locales?|lang|language|currency|timeZone|tz)$/;

/** A string is built from pieces of itself, or of another one, by their places. */
const stringByIndex: CauseRule = {
  cause: 'stringByIndex',
  find: site =>
    firstOf(site.nodes, node => {
      const assigned = assignmentOf(node, site.code);
      const [loop] = site.loops(node);
      if (assigned?.value == null || loop === undefined) return null;
      const { target, value, operator } = assigned;
      const pieces = piecesIn(value, site);
      const kind = kindOf(target, site.code);
      const isOwn = pieces.some(each => site.text(each) === site.text(target));
      const isRebuilt = operator === '=' && value.name === 'BinaryExpression' && isOwn;
      if (isRebuilt && /^(?:string|unknown)$/.test(kind)) return { node, loop };
      const isAppended = operator === '+=' || isSumWith(value, site.text(target), site);
      const isOfString = pieces.some(each => kindOf(each, site.code) === 'string');
      return isAppended && kind === 'string' && isOfString ? { node, loop } : null;
    })
};

function isSumWith({ name, firstChild }: SyntaxNode, text: string, site: Site): boolean {
  return name === 'BinaryExpression' && firstChild !== null && site.text(firstChild) === text;
}

/** The strings of which an expression takes pieces by index. */
function piecesIn(node: SyntaxNode, { code }: Site): readonly SyntaxNode[] {
  const sliced = within(node, code, 'CallExpression').flatMap(each => {
    const call = callOf(each, code);
    const isPiece = call !== null && /^(?:slice|substring|substr|charAt|at)$/.test(call.name);
    return isPiece && call.receiver !== null ? [call.receiver] : [];
  });
  const indexed = within(node, code, 'MemberExpression').flatMap(each => {
    const [object, bracket] = childrenOf(each);
    return bracket?.name === '[' ? [object] : [];
  });
  return [...sliced, ...indexed];
}

/** Quantifiers of what has one itself, such as `(a+)+`, and two that can take the same text, such as `.*.*`. */
const NESTED = /\((?:\?[:=!<]+)?(?:[^()\\]|\\.)*[+*](?:[^()\\]|\\.)*\)(?:[+*]|\{\d+,)/;
const TWICE = /(\.|\\[swdSWD])[+*]\??(?:\\?[^\\()|[\]])?\1[+*]/;
const ALTERNATIVES = /\((?:\?:)?([^()|]+)\|\1[^()|]*\)[+*]|\((?:\?:)?[^()|]*\|\\?\.[^()|]*\)[+*]/;
const OPEN_END = /(?:\\s|\.|\[[^\]]*\])[+*]\??\$$/;

/** Share of a function's time in regular expressions from which on they are what takes the time. */
const MOST = 0.5;

/**
 * V8's samples name a regular expression once it is compiled: the first match of it is interpreted, as part of the
 * function. Only a pattern whose ways double with each character is told by itself.
 */
const backtrackingRegExp: CauseRule = {
  cause: 'backtrackingRegExp',
  find: site => {
    const { called } = site.evidence;
    const isOther = [...called.values()].reduce((sum, share) => sum + share, 0) >= MOST;
    const matching = methodCalls(
      site,
      /^(?:test|exec|match|matchAll|replace|replaceAll|search|split)$/
    );
    return firstOf(matching, ({ node, receiver, args }) =>
      firstOf([receiver, ...args.slice(0, 1)], each => {
        const pattern = patternOf(each, site);
        if (pattern === null) return null;
        const isHot = (called.get(`RegExp: ${pattern}`) ?? 0) >= MOST;
        const isTold = isHot ? backtracks(pattern) : !isOther && doubles(pattern);
        return isTold ? { node } : null;
      })
    );
  }
};

function doubles(pattern: string): boolean {
  return NESTED.test(pattern) || ALTERNATIVES.test(pattern);
}

function backtracks(pattern: string): boolean {
  const isOpen = OPEN_END.test(pattern) && !pattern.startsWith('^');
  return doubles(pattern) || TWICE.test(pattern) || isOpen;
}

function patternOf(node: SyntaxNode, { code }: Site): string | null {
  const value = constantOf(node, code);
  if (value === null) return null;
  if (value.name === 'RegExp') return code.textOf(value).replace(/^\/|\/\w*$/g, '');
  const call = callOf(value, code);
  const [text] = call?.name === 'RegExp' ? call.args : [];
  if (text?.name !== 'String') return null;
  return code.textOf(text).slice(1, -1).replaceAll('\\\\', '\\');
}

const ARITHMETIC = /^(?:ArithOp|BitOp|UpdateOp)$/;

/** BigInts where numbers would do: keys and factors of hundreds of bits have to be of type `BigInt`. */
const bigintInLoop: CauseRule = {
  cause: 'bigintInLoop',
  find: site =>
    firstOf(
      site.nodes.filter(({ name }) => /^(?:Binary|Assignment)Expression$/.test(name)),
      node => {
        const [left, operator, right] = childrenOf(node);
        const isArithmetic = operator !== undefined && ARITHMETIC.test(operator.name);
        const [loop] = site.loops(node);
        if (!isArithmetic || loop === undefined || right === undefined) return null;
        const isBig = [left, right].some(each => kindOf(each, site.code) === 'bigint');
        return isBig && isBounded(node, site.code) ? { node, loop } : null;
      }
    )
};

/** Elements that V8 makes an object for each time they are read. */
const boxedReads: CauseRule = {
  cause: 'boxedReads',
  find: site => {
    const reads = site
      .accesses()
      .filter(({ object }) => kindOf(object, site.code) === 'bigTypedArray');
    const got = methodCalls(site, /^getBig(?:Int|Uint)64$/).map(({ node }) => ({ node }));
    return firstOf([...reads, ...got], ({ node }): Match | null => {
      const [loop] = site.loops(node);
      return loop ? { node, loop } : null;
    });
  }
};

/** Errors thrown and caught in a loop, at lines that V8 gave up optimized code of. */
const throwInLoop: CauseRule = {
  cause: 'throwInLoop',
  find: site =>
    firstOf(site.nodes, node => {
      for (let outer = node.parent; outer !== null; outer = outer.parent) {
        if (outer.name !== 'TryStatement') continue;
        const [loop] = site.loops(outer);
        return loop && isGivenUp(outer, site) ? { node: outer, loop } : null;
      }
      return null;
    })
};

function isGivenUp(node: SyntaxNode, { code, evidence }: Site): boolean {
  const [from, to] = [code.lineAt(node.from), code.lineAt(node.to)];
  if (evidence.givenUpLines.some(line => line >= from && line <= to)) return true;
  const called = variablesIn(node).map(each => code.textOf(each));
  const names = [...namesAround(node, code), ...called];
  return evidence.givenUpFunctions.some(name => names.includes(name));
}

function namesAround(node: SyntaxNode, code: Site['code']): readonly string[] {
  const names: string[] = [];
  for (let outer = node.parent; outer !== null; outer = outer.parent) {
    if (!isFunction(outer)) continue;
    const own = childrenOf(outer).find(({ name }) => /Definition$/.test(name));
    if (own !== undefined && !parametersOf(outer, code).includes(code.textOf(own))) {
      names.push(code.textOf(own));
    }
  }
  return names;
}

export const VALUE_RULES: readonly CauseRule[] = [
  jsonClone,
  jsonInLoop,
  constructorInLoop,
  backtrackingRegExp,
  stringByIndex,
  boxedReads,
  bigintInLoop,
  throwInLoop
];
