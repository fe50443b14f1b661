import type { Random } from '../support/random';

/** JSON that decoders do not expect, as text: what no `JSON.stringify` of a number would write. */
const HOSTILE = [
  '{"toString":1,"valueOf":1}',
  '{"__proto__":{"length":3}}',
  '{"length":4294967295}',
  '{}',
  '[]',
  '[[]]',
  'null',
  'true',
  '""',
  '"\\ud800"',
  '"9007199254740993"',
  '"-1e999"',
  '-1e999',
  '1e999',
  '-0',
  '-1',
  '0.5',
  '1e308',
  '-1e308',
  '5e-324',
  '4294967295',
  '4294967296',
  '9007199254740993',
  '18446744073709551616'
] as const;

/** Where a value stands in a JSON text: [from, to). */
type Span = readonly [from: number, to: number];

const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null|[[\]{}]/g;

/** The spans of all values of a JSON text, scalars and containers alike; keys are among them. */
function valueSpans(text: string): Span[] {
  const spans: Span[] = [];
  const open: number[] = [];
  for (const match of text.matchAll(TOKEN)) {
    const [token] = match;
    if (token === '[' || token === '{') open.push(match.index);
    else if (token === ']' || token === '}') spans.push([open.pop() ?? 0, match.index + 1]);
    else spans.push([match.index, match.index + token.length]);
  }
  return spans;
}

const pick = <T>(random: Random, values: readonly T[]): T =>
  values[Math.floor(random() * values.length)];

function changeOnce(text: string, random: Random): string {
  const spans = valueSpans(text);
  const [from, to] = pick(random, spans);
  const other = pick(random, spans);
  switch (Math.floor(random() * 5)) {
    case 0: {
      const value = text.slice(from, to);
      return `${text.slice(0, to)},${value}${text.slice(to)}`;
    }
    case 1:
      return text.slice(0, from) + text.slice(other[0], other[1]) + text.slice(to);
    default:
      return text.slice(0, from) + pick(random, HOSTILE) + text.slice(to);
  }
}

/** `text`, JSON, with one to four of its values replaced, repeated or swapped; mostly JSON still. */
export function hostileJson(text: string, random: Random): string {
  let changed = text;
  for (let left = 1 + Math.floor(random() * 4); left > 0; left--) {
    changed = changeOnce(changed, random);
  }
  return changed;
}
