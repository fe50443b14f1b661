import { readFileSync } from 'node:fs';
import { expect } from 'vitest';

/** An event of a trace as its JSON has it. */
export interface TimelineEvent {
  readonly ph: string;
  readonly name: string;
  readonly cat?: string;
  readonly ts?: number;
  readonly dur?: number;
  readonly pid: number;
  readonly tid: number;
  readonly args?: Readonly<Record<string, unknown>>;
}

/** The events of a trace file: a list, or an object that has one. */
export function timelineEvents(file: string): TimelineEvent[] {
  return eventsOf(readFileSync(file, 'utf8'));
}

/** The events in the text of a trace. */
export function eventsOf(text: string): TimelineEvent[] {
  const parsed = JSON.parse(text) as TimelineEvent[] | { readonly traceEvents: TimelineEvent[] };
  return Array.isArray(parsed) ? parsed : parsed.traceEvents;
}

/**
 * What MegEngine's test demands of a timeline: no negative durations, times that never fall on a
 * thread number, and each scope in `scopes` an even number of times above 0. Also that each begin has
 * its end, which the original takes for granted.
 */
export function expectTimelineRules(
  events: readonly TimelineEvent[],
  scopes: readonly string[]
): void {
  const last = new Map<number, number>();
  const open = new Map<string, string[]>();
  for (const { dur, ts, pid, tid, ph, name } of events) {
    if (dur !== undefined) expect(dur).toBeGreaterThanOrEqual(0);
    if (ts !== undefined) {
      expect(ts).toBeGreaterThanOrEqual(last.get(tid) ?? 0);
      last.set(tid, ts);
    }
    const stack = open.get(`${pid} ${tid}`) ?? [];
    open.set(`${pid} ${tid}`, stack);
    if (ph === 'B') stack.push(name);
    if (ph === 'E') expect(stack.pop()).toBe(name);
  }
  expect([...open.values()].flat()).toEqual([]);
  for (const scope of scopes) {
    const count = events.filter(({ name }) => name === scope).length;
    expect(count).toBeGreaterThan(0);
    expect(count % 2).toBe(0);
  }
}
