import { describe, expect, it } from 'vitest';
import { aggregate, requestLatencies } from '../../../src/analysis';
import { NS_PER_MS } from '../../../src/base/time';
import { ERROR_TYPE_ARG } from '../../../src/facts/requests';
import type { Profile } from '../../../src/model/profile/profile';
import type { SliceLimit } from '../../../src/record/logs/sliceLimit';
import { Recorder } from '../../../src/record/recorder';
import { NO_TOKEN } from '../../../src/record/slices/sliceStore';
import { dumpsJson, factTables, plainForm, tablesText } from '../../../src/report';
import { drawProfile } from '../../support/drawProfile';
import { FakeClock } from '../../support/fakeClock';
import { finishWindow } from '../../support/recording';

interface Plan {
  readonly name: string;
  readonly ms: number;
  readonly error?: string;
}

/** A profile of requests that begin together and end after the milliseconds of the plan, or never. */
function profileOf(plans: readonly Plan[], limit?: SliceLimit): Profile {
  const clock = new FakeClock();
  const recorder = new Recorder({ clock: clock.now });
  const window = recorder.openWindow(limit);
  const open = plans.map(plan => ({
    ...plan,
    token: recorder.beginAsync(recorder.label(plan.name, 'http.server'), NO_TOKEN)
  }));
  let now = 0;
  for (const { token, ms, error } of open.sort((a, b) => a.ms - b.ms)) {
    if (ms === Infinity) continue;
    clock.advance((ms - now) * NS_PER_MS);
    now = ms;
    recorder.endAsync(token);
    if (error !== undefined) recorder.arg(token, ERROR_TYPE_ARG, error);
  }
  clock.advance((1000 - now) * NS_PER_MS);
  return finishWindow(recorder, window);
}

const HUNDRED = Array.from({ length: 100 }, (_, at) => ({ name: 'GET /', ms: 100 - at }));
const MIXED = [
  { name: 'POST /orders', ms: 900 },
  { name: 'POST /orders', ms: 5, error: '503' },
  { name: 'POST /orders', ms: Infinity },
  { name: 'GET /events', ms: Infinity }
];

const textOf = (profile: Profile, top: number): string =>
  tablesText(factTables(profile, 'work', plainForm(top)));

describe('requestLatencies', () => {
  it('has exact percentiles by nearest rank', () => {
    expect(requestLatencies(profileOf(HUNDRED))).toEqual([
      {
        ...{ category: 'http.server', name: 'GET /', count: 100, errors: 0, unfinished: 0 },
        ...{ measured: 100, perSecond: 100 },
        quantilesNs: [50, 90, 95, 99, 100].map(ms => ms * NS_PER_MS)
      }
    ]);
  });

  it('counts what was cut off apart from errors and percentiles', () => {
    const figures = requestLatencies(profileOf(MIXED)).map(
      ({ name, count, errors, unfinished, quantilesNs }) => ({
        ...{ name, count, errors, unfinished, max: quantilesNs?.at(-1) }
      })
    );
    expect(figures).toEqual([
      { name: 'POST /orders', count: 3, errors: 1, unfinished: 1, max: 900 * NS_PER_MS },
      { name: 'GET /events', count: 1, errors: 0, unfinished: 1, max: undefined }
    ]);
  });

  it('counts requests that were not kept', () => {
    const profile = profileOf(HUNDRED, { mode: 'keepFirst', slices: 10 });
    const [{ count, measured }] = requestLatencies(profile);
    expect({ count, measured }).toEqual({ count: 100, measured: 10 });
    const note = 'Percentiles and errors are of the 10 requests that were kept, of 100.';
    expect(textOf(profile, 0)).toContain(note);
  });
});

describe('requestsTable', () => {
  it('has a row for each name, most time first', () => {
    expect(textOf(profileOf(MIXED), 0)).toBe(`
Requests
=================
Count  Errors  Cut off  Rate (1/s)  p50 (ms)  p90 (ms)  p95 (ms)  p99 (ms)  Max (ms)  Kind  Request
-----  ------  -------  ----------  --------  --------  --------  --------  --------  -------------
    3       1        1        3.00     5.000   900.000   900.000   900.000   900.000  http.server  POST /orders
    1       0        1        1.00         -         -         -         -         -  http.server  GET /events
`);
  });

  it('shows characters of a name that would control a terminal as escapes', () => {
    const text = textOf(profileOf([{ name: 'GET /\u001b[2J', ms: 1 }]), 0);
    expect(text).not.toContain('\u001b');
  });

  it('says how many names are not shown, and is empty without requests', () => {
    expect(textOf(profileOf(MIXED), 1)).toContain('1 more not shown');
    expect(textOf(drawProfile('main |[parse]'), 0)).toBe('');
  });
});

describe('dumpsJson', () => {
  it('has requests only where there are some', () => {
    const profile = profileOf(MIXED);
    const requests = requestLatencies(profile);
    const sections = aggregate(profile);
    expect(JSON.parse(dumpsJson(sections))).not.toHaveProperty('Requests');
    expect(JSON.parse(dumpsJson(sections, { requests }))).toMatchObject({
      Requests: {
        'http.server': {
          'POST /orders': { Count: 3, Errors: 1, Unfinished: 1, PerSecond: 3, p50: 5, Max: 900 },
          'GET /events': { Count: 1, Errors: 0, Unfinished: 1, PerSecond: 1 }
        }
      }
    });
  });
});
