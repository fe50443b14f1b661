import type { SyntaxNode } from '@lezer/common';
import { AWAIT_RULES, isRetryPause } from './awaitRules';
import { Code, type CodePlace } from './code';
import { COLLECTION_RULES } from './collectionRules';
import { GROWTH_RULES } from './growthRules';
import { PLATFORM_RULES } from './platformRules';
import { nameOf } from './kinds';
import {
  type CallIn,
  type CauseRule,
  type Evidence,
  type FoundCause,
  type LoopAround,
  Site
} from './site';
import {
  around,
  assignments,
  type Call,
  callOf,
  isFunction,
  isWithin,
  ITERATING,
  loopsAround,
  rootOf
} from './syntax';
import { VALUE_RULES } from './valueRules';

/** One rule for each known cause; of several that match a line, the first counts. */
const CAUSE_RULES: readonly CauseRule[] = [
  ...PLATFORM_RULES,
  ...AWAIT_RULES,
  ...COLLECTION_RULES,
  ...VALUE_RULES,
  ...GROWTH_RULES
];

/** UTF-16 units of the code of a cause that are shown at most. */
const MAX_SHOWN = 60;

/** A line that is looked at. */
export interface LookedAt {
  readonly place: CodePlace;
  /** The text of a file; null if it is not known. */
  readonly textOf: (file: string) => string | null;
  /** Whether lines without much of the time may be missing from the text of a file; none of them unless given. */
  readonly isClipped?: (file: string) => boolean;
  readonly evidence: Evidence;
  /** The line from which the function of the line was called, from which the one there was called, and so on. */
  readonly callers: readonly CodePlace[];
}

/** The known cause that the code of a line has; null if it has none, nor is meant to take its time. */
export function findCause(looked: LookedAt): FoundCause | null {
  const { place, textOf, evidence, callers } = looked;
  const source = textOf(place.file);
  if (source === null) return null;
  const code = new Code(source, place);
  const site = new Site(code, evidence, loopOfCalls(callers, textOf, code));
  if (evidence.costs === 'waiting' && isRetryPause(site)) {
    return { cause: null, code: '', around: null };
  }
  for (const { cause, costs = 'cpu', find } of CAUSE_RULES) {
    if (evidence.costs !== costs && (costs !== 'both' || evidence.costs === 'memory')) continue;
    const match = find(site);
    if (match === null) continue;
    const { node, loop = null } = match;
    return { cause, code: shown(code.textOf(node)), around: loop?.place ?? null };
  }
  return evidence.costs === 'memory' ? null : repeatedHook(looked);
}

const HOOK = /^(?:before|after)Each$/;

/** The functions that define a test, or several from a table. */
const TEST = /^(?:it|test|specify)(?:\.\w+)*$/;

/** The first of some lines that is in a hook which runs again for each of several tests. */
function repeatedHook({
  place: own,
  callers,
  textOf,
  isClipped = () => false
}: LookedAt): FoundCause | null {
  let names: ReadonlySet<string> = new Set();
  for (const place of [own, ...callers]) {
    const source = textOf(place.file);
    if (source === null) continue;
    const code = new Code(source, place);
    const onLine = code.nodes.filter(node => code.lineAt(node.from) === place.line);
    const calls = onLine.flatMap(node => callOf(node, code) ?? []);
    const called = calls.filter(({ name }) => !HOOK.test(name) && name !== 'now');
    const work = called.find(({ name }) => names.has(name)) ?? called.at(0);
    const hook = work === undefined ? null : hookAround(work.node, code);
    const isMany = isClipped(place.file) || !hasOneTest(code);
    if (work !== undefined && hook !== null && isMany && !isolates(hook, code)) {
      const around = { file: place.file, line: code.lineAt(hook.from) };
      return { cause: 'repeatedHook', code: shown(code.textOf(work.node)), around };
    }
    names = namesAt(code);
  }
  return null;
}

const hooksOf = (code: Code): readonly SyntaxNode[] =>
  code.nodes.filter(each => HOOK.test(callOf(each, code)?.name ?? ''));

/** The call that gives a function around a node to the runner of tests, as it is or by its name; null for none. */
function hookAround(node: SyntaxNode, code: Code): SyntaxNode | null {
  const outer = [...around(node)].filter(isFunction);
  return hooksOf(code).find(hook => outer.some(each => isGivenBy(hook, each, code))) ?? null;
}

function isGivenBy(hook: SyntaxNode, given: SyntaxNode, code: Code): boolean {
  const args = callOf(hook, code)?.args ?? [];
  return args.some(arg => {
    const isIt = given.from === arg.from && given.to === arg.to;
    return isIt || (arg.name === 'VariableName' && code.textOf(arg) === nameOf(given, code));
  });
}

/** Functions that give each test something of its own, such as a folder. */
const OWN = /^(?:mkdtemp\w*|randomUUID)$/;

/** Methods that change what they are called on. */
const CHANGES =
  /^(?:set|add|put|post|patch|delete|remove|push|pop|shift|unshift|splice|sort|reverse|fill|clear|insert|update|upsert|save|store|write|append|create|drop|truncate|rename|move|increment|dispatch|emit|enqueue|dequeue|commit|toggle|register|change|edit)(?![a-z])/;

/** Statements of SQL that change rows. */
const CHANGING_SQL = /^.\s*(?:insert|update|delete|replace|drop|truncate)\s/i;

/**
 * Whether a hook keeps tests apart: it makes something of its own for each, or what one of the tests then changes. What undoes
 * such a hook does so, too.
 */
function isolates(hook: SyntaxNode, code: Code): boolean {
  const isBefore = callOf(hook, code)?.name === 'beforeEach';
  const hooks = isBefore ? [hook] : hooksOf(code);
  const bodies = hooks.flatMap(each =>
    code.nodes.filter(node => isFunction(node) && isGivenBy(each, node, code))
  );
  const isIn = (node: SyntaxNode): boolean => bodies.some(body => isWithin(node, body));
  const calls = code.nodes.flatMap(node => callOf(node, code) ?? []);
  if (calls.some(({ node, name }) => OWN.test(name) && isIn(node))) return true;
  const set = assignments(code.tree.topNode, code).map(({ target }) => target);
  const made = new Set(set.filter(isIn).flatMap(target => ownerOf(target, code)));
  const isMade = (node: SyntaxNode): boolean =>
    !isIn(node) && ownerOf(node, code).some(each => made.has(each));
  const changed = calls.some(({ name, receiver, args: [text] }) => {
    const isChange = CHANGES.test(name) || (text && CHANGING_SQL.test(code.textOf(text)));
    return receiver !== null && isChange === true && isMade(receiver);
  });
  return changed || set.some(target => target.name === 'MemberExpression' && isMade(target));
}

/** The variable that a chain of members begins with, or the property of `this`; none for others. */
function ownerOf(chain: SyntaxNode, code: Code): readonly string[] {
  const root = rootOf(chain, code);
  if (root === null) return [];
  if (root.name !== 'this') return [code.textOf(root)];
  return [/^this\.[\w$#]+/.exec(code.textOf(chain))?.[0] ?? 'this'];
}

/** Whether a file defines one test alone, in no loop and not for each row of a table. */
function hasOneTest(code: Code): boolean {
  const tests = code.nodes.flatMap(node => {
    const callee = callOf(node, code)?.callee;
    return callee && TEST.test(code.textOf(callee)) ? [{ node, text: code.textOf(callee) }] : [];
  });
  const isMany = tests.some(
    ({ node, text }) => text.endsWith('.each') || loopsAround(node, code).length > 0
  );
  return !isMany && tests.length === 1;
}

/** The first loop around a call among the lines of some callers; null for none. */
function loopOfCalls(
  callers: readonly CodePlace[],
  textOf: LookedAt['textOf'],
  called: Code
): LoopAround | null {
  const calls: CallIn[] = [];
  let names = namesAt(called);
  for (const place of callers) {
    const source = textOf(place.file);
    if (source === null) continue;
    const code = new Code(source, place);
    const onLine = code.nodes.flatMap(node =>
      code.lineAt(node.from) === place.line ? (callOf(node, code) ?? []) : []
    );
    const given = onLine.find(call => isGivenTo(call, names, code));
    if (given !== undefined) {
      const around = { file: place.file, line: code.lineAt(given.node.from) };
      const from = { loop: given.node, calls: [...calls, { call: given, code }] };
      return { node: null, place: around, from };
    }
    const named = onLine.filter(({ name }) => names.has(name));
    const all = [...named, ...onLine];
    const call = all.find(({ node }) => loopsAround(node, code).length > 0) ?? all.at(0);
    if (call === undefined) continue;
    calls.push({ call, code });
    const [loop] = loopsAround(call.node, code);
    if (loop) {
      const around = { file: place.file, line: code.lineAt(loop.from) };
      return { node: null, place: around, from: { loop, calls } };
    }
    names = namesAt(code);
  }
  return null;
}

/** Whether a method calls a function for each element that is given to it by one of some names. */
function isGivenTo({ name, args }: Call, names: ReadonlySet<string>, code: Code): boolean {
  return (
    ITERATING.has(name) && args.some(arg => names.has(/[\w$]+$/.exec(code.textOf(arg))?.[0] ?? ''))
  );
}

/** The names of the functions around the line that some code is of, and of those that begin there. */
function namesAt(code: Code): ReadonlySet<string> {
  const onLine = code.nodes.filter(each => code.lineAt(each.from) === code.place.line);
  const outer = [...onLine, ...(onLine.length > 0 ? around(onLine[0]) : [])];
  return new Set(outer.flatMap(each => (isFunction(each) ? nameOf(each, code) : [])));
}

/** Code as one line of bounded length. */
function shown(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length > MAX_SHOWN ? `${line.slice(0, MAX_SHOWN - 1)}…` : line;
}
