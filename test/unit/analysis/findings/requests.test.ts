import { describe, expect, it } from 'vitest';
import { findCause } from '../../../../src/analysis/causes/findCause';
import { profileFindings } from '../../../../src/analysis';
import { TOP_LEVEL } from '../../../../src/model/profile/frameNames';
import { MEMORY_COUNTERS } from '../../../../src/model/profile/memoryCounters';
import type { Profile } from '../../../../src/model/profile/profile';
import { MAX_FINDINGS } from '../../../../src/model/output/findings';
import { findingText } from '../../../../src/report/findings/findingSentence';
import { memoryProfile } from '../../../support/memoryProfile';
import { type Server, serverOf, SOURCE, type Stretch } from '../../../support/serverProfile';

/** The same with 80 MB of 90 MB more on the heap at its end. */
function keeping(profile: Profile): Profile {
  const [series] = memoryProfile().counters;
  const heldMemory = { heapBytes: 90e6, arrayBufferBytes: 90e6 };
  return {
    ...profile,
    meta: { ...profile.meta, heldMemory },
    counters: [
      {
        ...{ ...series, name: MEMORY_COUNTERS.heap },
        time: Float64Array.of(0, profile.meta.durationNs),
        value: Float64Array.of(10e6, 90e6)
      }
    ]
  };
}

const firstOf = (profile: Profile): string => findingText(profileFindings(profile).findings[0]);

/** So many samples of 1 ms. */
const busy = (from: number, count: number, stack: string): (readonly [...Stretch, string])[] =>
  Array.from({ length: count }, (_, at) => [from + at, 1, stack] as const);

const evenly = (count: number, [start, duration]: Stretch, step: number): Stretch[] =>
  Array.from({ length: count }, (_, at) => [start + step * at, duration] as const);

describe('the first finding of a server', () => {
  it('is of the process that answered them, where another one has begun that', () => {
    const server: Server = {
      requests: [
        [100, 200],
        [400, 200]
      ],
      ran: [
        [100, 180, 'answer:3 page:6'],
        [400, 180, 'answer:3 page:6']
      ],
      lines: { 6: 360 }
    };
    const [alone] = profileFindings(serverOf(server)).findings;
    const [begun] = profileFindings(serverOf({ ...server, isWorker: true })).findings;
    expect(alone).toMatchObject({ kind: 'requests', facts: { function: 'page', count: 2 } });
    expect(begun).toEqual(alone);
  });

  it('names the line of the function that took the time, and what that called', () => {
    const profile = serverOf({
      requests: [[100, 200]],
      ran: [...busy(100, 150, 'answer:3 page:6 read'), ...busy(250, 30, 'answer:3 page:7')],
      lines: { 6: 150, 7: 30 }
    });
    expect(firstOf(profile)).toBe(
      '`GET /row`: 1 request, 200 ms; 90 % (85–94 %) of their time in `page()` at app.js:5, ' +
        'most of it in line 6; 100 % of that in `read()`: `const text = read(row);`'
    );
  });

  it('names what answers, and not what asks in the same program', () => {
    const server: Server = {
      requests: [[100, 200]],
      ran: [
        [100, 20, 'parserOnIncoming answer:2'],
        [120, 60, 'answer:3 page:6'],
        [180, 109, 'client:1'],
        [289, 1, 'client:1 close']
      ],
      lines: { 6: 60 }
    };
    const [asked] = profileFindings(serverOf({ ...server, isAsked: true })).findings;
    const [answering] = profileFindings(serverOf(server)).findings;
    expect(asked).toMatchObject({ kind: 'requests', share: 0.3, facts: { function: 'page' } });
    expect(answering).toMatchObject({
      kind: 'requests',
      share: 0.55,
      facts: { function: 'client' }
    });
  });

  it('counts no waits for a core as time of its requests', () => {
    const profile = serverOf({
      requests: [[100, 400]],
      ran: busy(100, 90, 'answer:3 page:6 read'),
      coreWaits: [[190, 300]],
      lines: { 6: 90 }
    });
    expect(profileFindings(profile).findings[0].share).toBeCloseTo(0.9, 6);
  });

  it('says for what requests waited, with the await', () => {
    const profile = serverOf({ requests: [[100, 300]], waits: [[110, 280]] });
    expect(firstOf(profile)).toMatch(
      /^`GET \/row`: 1 request, 300 ms; 93 % .* of their time waited at app\.js:2, for the network: `await query\(id\);`$/
    );
  });

  it('names no wait of top-level code, such as that of a server for its clients', () => {
    const server = { requests: [[100, 300]], waits: [[110, 280]], waitsIn: TOP_LEVEL } as const;
    expect(firstOf(serverOf(server))).toBe('`GET /row`: 1 request, 300 ms.');
    const ran = busy(100, 60, 'answer:3 page:6 read');
    const waits = [[160, 230]] as const;
    expect(firstOf(serverOf({ ...server, waits, ran, lines: { 6: 60 } }))).toContain('in `page()`');
  });

  it('says that requests wait for their turn where one at a time can go on', () => {
    const queued = evenly(6, [100, 0], 0).map((_, at): Stretch => [100, 100 * (at + 1)]);
    const waits = evenly(6, [100, 100], 100);
    expect(firstOf(serverOf({ requests: queued, waits }))).toContain(
      ' of their time one waited at app.js:2, 6 times 100 ms, for the network, and the others for their turn: `'
    );
    // a few waits may be unseen
    const many = { requests: Array.from({ length: 20 }, (_, at): Stretch => [100, 40 * (at + 1)]) };
    const told = (waited: number): string | undefined =>
      firstOf(serverOf({ ...many, waits: evenly(waited, [100, 40], 40) }));
    expect(told(19)).toContain('19 times 40.0 ms, for the network, and the others for their turn');
    expect(told(15)).not.toContain('for their turn');
    for (const others of [
      // All of them wait at once.
      { requests: queued, waits, isOverlapping: true },
      // Each has gone before the next comes.
      { requests: evenly(6, [100, 100], 100), waits }
    ]) {
      expect(firstOf(serverOf(others))).not.toContain('for their turn');
    }
  });

  it('names what another thread ran while requests waited for it', () => {
    const waits: Stretch[] = [[110, 280]];
    const requests: Stretch[] = [[100, 300]];
    const profile = serverOf({ requests, waits, otherRan: busy(115, 250, 'blur:4') });
    expect(firstOf(profile)).toContain(
      ' of their time waited at app.js:2, while another thread or process ran `blur()` at pool.js:3: `'
    );
    const little = serverOf({ requests, waits, otherRan: busy(115, 50, 'blur:4') });
    expect(firstOf(little)).toContain('waited at app.js:2, for the network: `');
  });

  it.each([
    ['timer', false, ', for a timer: `'],
    ['file', false, ', for a file: `'],
    ['network', true, ', for the network: `'],
    ['message', false, ', while another thread or process ran `blur()` at pool.js:3: `']
  ])(
    'names no other code that runs beside a wait for a %s, nor what sends the requests (%s)',
    (endedBy, isOtherAsking, end) => {
      const profile = serverOf({
        requests: [[100, 300]],
        waits: [[110, 280]],
        otherRan: busy(115, 250, 'blur:4'),
        ...{ endedBy, isOtherAsking }
      });
      expect(firstOf(profile)).toContain(` of their time waited at app.js:2${end}`);
    }
  );

  it('says where what answers waited, if the program only asks itself, and not where that did', () => {
    const told = (waitsIn: string): string | undefined => {
      const { findings } = profileFindings(
        serverOf({
          requests: [[100, 300]],
          waits: [[110, 280]],
          ran: [[100, 1, 'parserOnIncoming answer:2']],
          ...{ waitsIn, isAsked: true }
        })
      );
      return findings.filter(({ kind }) => kind === 'requests').map(each => findingText(each))[0];
    };
    expect(told('answer')).toMatch(
      /^`GET \/row`: 1 request, 300 ms; 93 % .* of their time waited at app\.js:2, for the network: `/
    );
    expect(told('client')).toBe('`GET /row`: 1 request, 300 ms.');
  });

  it('is what a test waited for, whatever a server in it answered meanwhile', () => {
    const kindsFor = (stack: string): string[] => {
      const server = {
        requests: [[100, 5]],
        waits: [[200, 700]],
        waitsIn: 'client',
        ran: [[90, 5, stack]],
        isAsked: true
      } as const;
      return profileFindings(keeping(serverOf(server))).findings.map(({ kind }) => kind);
    };
    expect(kindsFor('runTest client:1')[0]).toBe('waiting');
    expect(kindsFor('client:1')[0]).toBe('memory');
    expect(kindsFor('client:1')).not.toContain('waiting');
  });

  it('is there however many lines were hot', () => {
    const lines = { 1: 110, 2: 120, 3: 130, 5: 140, 6: 150, 7: 160 };
    const ran = busy(100, 890, 'answer:3 page:6');
    const { findings } = profileFindings(serverOf({ requests: [[100, 900]], ran, lines }));
    const kinds = findings.map(({ kind }) => kind);
    expect(kinds.filter(kind => kind === 'hotLine')).toHaveLength(MAX_FINDINGS - 1);
    expect(kinds[0]).toBe('requests');
  });

  it('is that of the code that took the most, if the program only asks itself', () => {
    const ms = 300;
    const kindsFor = (answerMs: number, isAsked: boolean): string[] => {
      const ran = [...busy(20, answerMs, 'answer:3 page:6'), ...busy(500, ms, `${TOP_LEVEL}:9`)];
      const lines = { 6: answerMs, 9: ms };
      const server = { durationMs: 2000, requests: [[20, answerMs]], ran, lines } as const;
      const { findings } = profileFindings(serverOf({ ...server, isAsked }));
      return findings.map(({ kind, facts }) => ('line' in facts ? `${kind} ${facts.line}` : kind));
    };
    for (const answerMs of [30, 200, 250, 350, 400]) {
      expect(kindsFor(answerMs, false)[0]).toBe('requests 5');
      expect(kindsFor(answerMs, true)[0]).toBe(answerMs < ms ? 'hotLine 9' : 'requests 5');
    }
  });

  it('counts the requests that failed', () => {
    const requests = evenly(4, [100, 50], 100);
    const waits = evenly(4, [105, 40], 100);
    expect(firstOf(serverOf({ requests, waits, failed: 4 }))).toContain(', all failed; ');
    expect(firstOf(serverOf({ requests, waits, failed: 1 }))).toContain(', 1 failed; ');
    expect(firstOf(serverOf({ requests, waits }))).not.toContain('failed');
  });

  it('is the memory that it keeps, if it has little to answer', () => {
    const kinds = (durationMs: number): string[] => {
      const profile = serverOf({
        durationMs,
        requests: [[100, 100]],
        ran: busy(100, 90, 'answer:3 page:6'),
        waits: [[250, durationMs - 300]],
        lines: { 6: 90 }
      });
      return profileFindings(keeping(profile)).findings.map(({ kind }) => kind);
    };
    expect(kinds(4000).slice(0, 2)).toEqual(['memory', 'requests']);
    expect(kinds(360)[0]).toBe('requests');
  });

  it.each([
    [0.05, 1, true],
    [0.9, 1, true],
    [0.05, 10, false]
  ])(
    'has code that runs for requests of %f ms, one in %i ms, if samples of 1 ms say so: %s',
    (requestMs, stepMs, isForRequests) => {
      const profile = serverOf({
        durationMs: 4000,
        requests: evenly(40, [10.5, requestMs], stepMs),
        ran: busy(10, 40, 'answer:3 page:6'),
        lines: { 6: 40 }
      });
      const seen = new Set<boolean>();
      const text = SOURCE.replace('read(row);', 'all.set(row, read(row));');
      const sourceTexts = [{ file: 'app.js', text, isClipped: false }];
      profileFindings(keeping({ ...profile, sourceTexts }), ({ evidence, place }) => {
        if (evidence.costs === 'memory' && place.line === 6) seen.add(evidence.isForRequests);
        return null;
      });
      expect([...seen]).toEqual([isForRequests]);
    }
  );

  it('has the line that keeps the memory, if that is known', () => {
    const profile = keeping(
      serverOf({
        requests: [[100, 600]],
        ran: busy(100, 500, 'answer:3 page:6'),
        lines: { 6: 500 }
      })
    );
    const text = SOURCE.replace('read(row);', 'all.set(row, read(row));');
    const told = (source: string): readonly string[] => {
      const sourceTexts = [{ file: 'app.js', text: source, isClipped: false }];
      const { findings } = profileFindings({ ...profile, sourceTexts }, findCause);
      return findings.flatMap(each => (each.kind === 'memory' ? findingText(each) : []));
    };
    expect(told(text)[0]).toContain(
      '(`node/heap`). `all.set(row, read(row))` at app.js:6 keeps more with each request. Take out'
    );
    expect(told(SOURCE)[0]).toContain('; `--retained` shows');
    // two places cannot be told apart
    expect(told(text.replace('return text.', 'return more.push(text) && text.'))[0]).toContain(
      '; `--retained` shows'
    );
  });
});
