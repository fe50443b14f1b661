import type { Random } from './random';

/** The values of each factor, by its name. */
export type Factors = Readonly<Record<string, readonly unknown[]>>;

/** One value of each factor. */
export type Combination = Readonly<Record<string, unknown>>;

/** Tries for each combination; the one with most new pairs is taken. */
const TRIES = 30;

/**
 * Combinations of factors that have each pair of values of two factors in one of them at least: few, where all
 * combinations would be many.
 */
export function coveringPairs(factors: Factors, random: Random): Combination[] {
  const names = Object.keys(factors);
  const open = new Set(
    names.flatMap((one, at) =>
      names.slice(at + 1).flatMap(two => {
        const seconds = [...factors[two].keys()];
        return [...factors[one].keys()].flatMap(a => seconds.map(b => key(one, a, two, b)));
      })
    )
  );
  const found: Combination[] = [];
  while (open.size > 0) {
    const tries = Array.from({ length: TRIES }, () => grow(factors, open, random));
    const pairs = tries.map(each => pairsOf(names, each));
    const news = pairs.map(each => each.filter(pair => open.has(pair)).length);
    const best = news.indexOf(Math.max(...news));
    for (const pair of pairs[best]) open.delete(pair);
    found.push(
      Object.fromEntries(names.map(name => [name, factors[name][tries[best].get(name) ?? 0]]))
    );
  }
  return found;
}

type Places = ReadonlyMap<string, number>;

const key = (one: string, a: number, two: string, b: number): string => `${one} ${a} ${two} ${b}`;

/** Begins with a pair that is open, and adds the value with most open pairs of each factor, in any order. */
function grow(factors: Factors, open: ReadonlySet<string>, random: Random): Places {
  const names = Object.keys(factors);
  const [first] = open;
  const [one, a, two, b] = first.split(' ');
  const places = new Map([
    [one, Number(a)],
    [two, Number(b)]
  ]);
  const rest = names.filter(name => !places.has(name));
  const order = rest.map(name => ({ name, at: random() })).sort((x, y) => x.at - y.at);
  for (const { name } of order) {
    const counts = factors[name].map((_, value) => {
      const tried = new Map(places).set(name, value);
      return pairsOf(names, tried).filter(pair => open.has(pair)).length + random() / 2;
    });
    places.set(name, counts.indexOf(Math.max(...counts)));
  }
  return places;
}

function pairsOf(names: readonly string[], places: Places): string[] {
  const known = names.filter(name => places.has(name));
  return known.flatMap((one, at) =>
    known.slice(at + 1).map(two => key(one, places.get(one) ?? 0, two, places.get(two) ?? 0))
  );
}
