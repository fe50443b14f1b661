import { describe, expect, test } from 'vitest';
import { packageTimes, profileFindings, summarize, threadWhole } from '../../../../src/analysis';
import {
  afterCoreWait,
  coreWaitNs,
  coreWaits
} from '../../../../src/analysis/slices/recordedTimes';
import { CORE_WAIT } from '../../../../src/model/profile/categories';
import { mergeProfiles } from '../../../../src/model/merge/mergeProfiles';
import { mergeRepetitions } from '../../../../src/model/merge/mergeCells';
import { findingText } from '../../../../src/report/findings/findingSentence';
import { sharesLine } from '../../../../src/report/findings/findingsReport';
import { drawThread, SAMPLE_NS } from '../../../support/drawThread';

/** 600 ms: 120 of code, 60 of waiting for something, 420 of waiting for a core. */
const BUSY = `${'uu-------'.repeat(60)}${'.'.repeat(60)}`;

describe('waits for a core', () => {
  test('are stretches of a thread, and unknown where nothing tells of them', () => {
    const profile = drawThread('uu--u-.');
    expect([...coreWaits(profile, 1)!]).toEqual([2, 4, 5, 6].map(ms => ms * SAMPLE_NS));
    expect(coreWaits(profile, 0)).toBeNull();
    expect(coreWaitNs(profile, [1])).toBe(3 * SAMPLE_NS);
    expect(coreWaitNs(profile, null, { fromNs: 3 * SAMPLE_NS, toNs: 5.5 * SAMPLE_NS })).toBe(
      1.5 * SAMPLE_NS
    );
    expect(coreWaitNs(drawThread('uu.'))).toBeUndefined();
    expect(summarize(drawThread('uu.')).coreWaitNs).toBeUndefined();
  });

  test('are a part of the time besides code and waiting', () => {
    const { shares, findings } = profileFindings(drawThread(BUSY));
    expect(shares).toMatchObject({
      userNs: 120 * SAMPLE_NS,
      waitingNs: 60 * SAMPLE_NS,
      nativeNs: 0,
      coreWaitNs: 420 * SAMPLE_NS
    });
    expect(sharesLine(shares!)).toBe('your code 20 % · waiting 10 % · waiting for a core 70 %');
    const [waited, ...more] = findings.filter(({ kind }) => kind === 'waiting');
    expect(waited.facts).toMatchObject({ timeNs: 60 * SAMPLE_NS });
    expect(more).toEqual([]);
  });

  test('are a remark after all findings where they are much', () => {
    const { findings } = profileFindings(drawThread(BUSY));
    expect(findingText(findings.at(-1)!)).toBe(
      'The machine was busy: 420 ms of 600 ms waiting for a core.'
    );
    const kinds = (code: string) => profileFindings(drawThread(code)).findings.map(f => f.kind);
    expect(kinds('u'.repeat(500) + '-'.repeat(49))).not.toContain('busyMachine');
    expect(kinds('u'.repeat(440) + '-'.repeat(50))).toContain('busyMachine');
    expect(kinds('u'.repeat(460) + '-'.repeat(50))).not.toContain('busyMachine');
  });

  test('block no event loop, and are no garbage collection', () => {
    const kinds = (code: string) => profileFindings(drawThread(code)).findings.map(f => f.kind);
    const served = 'u.'.repeat(200);
    expect(kinds(`${served}${'u'.repeat(150)}${served}`)).toContain('eventLoop');
    expect(kinds(`${served}u${'-'.repeat(149)}${served}`)).not.toContain('eventLoop');
    const queued = drawThread(`${served}${'u'.repeat(149)}${'-'.repeat(100)}${served}`);
    const blocked = profileFindings(queued).findings.find(({ kind }) => kind === 'eventLoop');
    expect(blocked?.facts).toMatchObject({ longestNs: 150 * SAMPLE_NS });
    expect(kinds(`${'u'.repeat(80)}${'g'.repeat(20)}`)).toContain('garbage');
    const drawn = drawThread(`${'u'.repeat(80)}${'g'.repeat(20)}`);
    const value = Float64Array.of(17 * SAMPLE_NS);
    const time = Float64Array.of(82 * SAMPLE_NS);
    const wait = { ...CORE_WAIT, unit: 'nanoseconds', kind: 'sampled', track: 1 } as const;
    const waited = { ...drawn, counters: [...drawn.counters, { ...wait, time, value }] };
    expect(profileFindings(waited).findings.map(({ kind }) => kind)).not.toContain('garbage');
  });

  test('hide no hot code, however much they are', () => {
    const { findings } = profileFindings(drawThread('uu------------------------'.repeat(20)));
    expect(findings.map(({ kind }) => kind)).toEqual(['hotFunction', 'busyMachine']);
    expect(findings[0].share).toBeCloseTo(2 / 26, 6);
  });

  test('end where code goes on', () => {
    const waits = coreWaits(drawThread('uu--u-.'), 1)!;
    const after = [1, 2, 3, 4, 5, 6, 7].map(ms => afterCoreWait(waits, ms * SAMPLE_NS) / SAMPLE_NS);
    expect(after).toEqual([1, 4, 4, 4, 6, 6, 7]);
  });

  test('lack no samples', () => {
    const kinds = profileFindings(drawThread(BUSY)).findings.map(({ kind }) => kind);
    expect(kinds).not.toContain('fewSamples');
  });

  test('have a row of their own by package', () => {
    const { rows, wholeNs } = packageTimes(drawThread(BUSY));
    expect(rows.map(({ owner, selfNs }) => [owner, selfNs / SAMPLE_NS])).toEqual([
      ['coreWait', 420],
      ['own', 120],
      ['idle', 60]
    ]);
    expect(wholeNs).toBe(600 * SAMPLE_NS);
  });

  test('of several threads are a part of the time of all', () => {
    const workers = [1, 2, 3].map(at =>
      drawThread('u---'.repeat(25), { isWorker: at > 1, pid: 10 * at })
    );
    const all = mergeProfiles(workers);
    expect(threadWhole(all)).toBe(300 * SAMPLE_NS);
    expect(profileFindings(all).shares).toMatchObject({
      userNs: 75 * SAMPLE_NS,
      coreWaitNs: 225 * SAMPLE_NS
    });
  });

  test('of repetitions follow one another', () => {
    const runs = [0, 1].map(at =>
      drawThread('uu--', { pid: at + 1, isRepetition: true, meta: { originNs: String(1e9 * at) } })
    );
    const all = mergeRepetitions(runs);
    expect(coreWaitNs(all)).toBe(4 * SAMPLE_NS);
    expect(summarize(all).coreWaitNs).toBe(4 * SAMPLE_NS);
  });
});
