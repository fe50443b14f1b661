import type { Random } from '../support/random';

const NAMES = ['parse', 'render', 'größe', 'wait'] as const;

const oneOf = <T>(random: Random, values: readonly T[]): T =>
  values[Math.floor(random() * values.length)];

type Event = Readonly<Record<string, unknown>>;

/** A trace of Chrome's events: nested, unfinished and stray ones, arrows of both versions, counters. */
export function chromeTraceOf(random: Random): Uint8Array {
  const threads = Array.from({ length: 1 + Math.floor(random() * 3) }, (_, at) =>
    eventsOfThread(random, { pid: 1, tid: at + 1 })
  );
  const count = Math.floor(random() * 6);
  const requests = Array.from({ length: count }, (_, at) =>
    eventsOfRequest(random, at, { isAlone: count === 1 })
  );
  const events = shuffled(random, [...threads, ...requests]);
  const isOrdered = random() < 0.5;
  const written = isOrdered ? [...events].sort((a, b) => Number(a.ts) - Number(b.ts)) : events;
  const text = JSON.stringify(written, null, random() < 0.3 ? 1 : 0);
  const dice = random();
  // the last bracket of a list may be missing, and a comma may be left
  if (dice < 0.4) return new TextEncoder().encode(`{"traceEvents":${text},"displayTimeUnit":"ns"}`);
  return new TextEncoder().encode(
    dice < 0.7 ? text : `${text.slice(0, -1)}${dice < 0.85 ? ',' : ''}\n`
  );
}

function shuffled(random: Random, lists: readonly Event[][]): Event[] {
  const merged: Event[] = [];
  const left = lists.map(list => [...list]);
  for (;;) {
    const open = left.filter(list => list.length > 0);
    if (open.length === 0) return merged;
    merged.push(...oneOf(random, open).splice(0, 1 + Math.floor(random() * 4)));
  }
}

interface Thread {
  readonly pid: number;
  readonly tid: number;
}

/** What a thread does, in order; an end whose name no open slice has belongs to none. */
function eventsOfThread(random: Random, place: Thread): Event[] {
  const events: Event[] = [];
  const open: string[] = [];
  const begun = new Set<string>();
  let ts = Math.floor(random() * 1000);
  const add = (event: Event): void => void events.push({ ...event, ...place, ts });
  const count = 4 + Math.floor(random() * 40);
  for (let at = 0; at < count; at++) {
    ts += 1 + Math.floor(random() * 50);
    const dice = random();
    if (dice < 0.3) {
      open.push(oneOf(random, NAMES));
      add({ ph: 'B', name: open.at(-1), cat: 'work' });
    } else if (dice < 0.55 && open.length > 0) {
      add({ ph: 'E', ...(random() < 0.5 ? { name: open.at(-1), cat: 'work' } : {}) });
      open.pop();
    } else if (dice < 0.65) {
      add({ ph: 'E', name: 'stray', cat: 'work' });
    } else if (dice < 0.85) {
      const dur = 1 + Math.floor(random() * 30);
      add({
        ph: 'X',
        name: oneOf(random, NAMES),
        cat: 'work',
        dur,
        ...flowOf(random, place.tid, begun)
      });
      ts += dur;
    } else if (dice < 0.93) {
      add({ ph: 'i', name: 'tick', cat: 'work', s: 't' });
    } else {
      add({ ph: 'C', name: 'memory', args: { value: Math.floor(random() * 100) } });
    }
  }
  return events;
}

/** An arrow of the second version, which the event itself begins, passes on or ends. */
function flowOf(random: Random, tid: number, begun: Set<string>): Event {
  if (random() < 0.6) return {};
  const bind_id = `0x${tid}${1 + Math.floor(random() * 3)}`;
  if (!begun.has(bind_id)) {
    begun.add(bind_id);
    return { bind_id, flow_out: true };
  }
  return random() < 0.4 ? { bind_id, flow_in: true, flow_out: true } : { bind_id, flow_in: true };
}

/**
 * One request: asynchronous slices within each other, of which the last end may be missing. The trace processor gives the
 * row of a request with a stray end to the next one, and then ends the slices of either by those of the other.
 */
function eventsOfRequest(
  random: Random,
  at: number,
  { isAlone }: { readonly isAlone: boolean }
): Event[] {
  const own = { pid: 1, tid: 1, cat: 'net', id: `0x${at + 100}` };
  let ts = Math.floor(random() * 1000);
  const next = (): number => (ts += 1 + Math.floor(random() * 50));
  return [
    { ph: 'b', name: 'request', ...own, ts: next() },
    ...(isAlone && random() < 0.5 ? [{ ph: 'e', name: 'stray', ...own, ts: next() }] : []),
    { ph: 'b', name: 'wait', ...own, ts: next() },
    { ph: 'n', name: 'byte', ...own, ts: next() },
    { ph: 'e', name: 'wait', ...own, ts: next() },
    ...(random() < 0.8 ? [{ ph: 'e', name: 'request', ...own, ts: next() }] : [])
  ];
}
