import { beforeEach, describe, expect, it } from 'vitest';
import { CounterValueError } from '../../../../src/compat/mxnet/objectErrors';
import type { Domain } from '../../../../src/compat/mxnet/domain';
import { counterValues, ObjectBench } from '../../../support/profilerObjects';

let bench: ObjectBench;
let domain: Domain;

beforeEach(() => {
  bench = new ObjectBench();
  domain = new bench.objects.Domain('MyDomain');
});

describe('Counter', () => {
  it('records each change and returns itself', () => {
    const profile = bench.record(() => {
      const counter = new bench.objects.Counter(domain, 'counter1', 5);
      expect(counter.setValue(15)).toBe(counter);
      expect(counter.decrement(3).increment(7).decrement()).toBe(counter);
      counter.increment();
      counter.value += 5;
      expect(counter.value).toBe(24);
    });
    expect(counterValues(profile)).toEqual({
      'MyDomain/counter1': { kind: 'set', unit: 'count', values: [5, 15, 12, 19, 18, 19, 24] }
    });
  });

  it('takes 0 for a value, and no value for none', () => {
    const profile = bench.record(() => {
      domain.newCounter('zero', 0);
      expect(domain.newCounter('none').value).toBe(0);
    });
    expect(Object.keys(counterValues(profile))).toEqual(['MyDomain/zero']);
  });

  it('counts on while nothing is recorded, and records only while something is', () => {
    const counter = domain.newCounter('counter1', 1);
    counter.increment();
    const profile = bench.record(() => {
      counter.increment();
      bench.recorder.pause();
      counter.increment();
      bench.recorder.resume();
      counter.increment();
    });
    counter.increment();
    const next = bench.record(() => counter.increment(4));
    expect(counterValues(profile)).toMatchObject({ 'MyDomain/counter1': { values: [3, 5] } });
    expect(counterValues(next)).toMatchObject({ 'MyDomain/counter1': { values: [10] } });
  });

  it('is in bytes in the domains of memory', () => {
    const profile = bench.record(() => {
      for (const name of ['Device Storage', 'Pool Memory']) {
        new bench.objects.Domain(name).newCounter('pool', 4096);
      }
    });
    expect(profile.counters.map(({ unit }) => unit)).toEqual(['bytes', 'bytes']);
  });

  it('keeps 100 000 updates (test_profile_counter)', () => {
    const counter = domain.newCounter('counter1');
    const profile = bench.record(() => {
      for (let update = 0; update < 100_000; update++) {
        bench.clock.advance(1);
        if (update % 2 === 0) counter.increment(2);
        else counter.decrement();
      }
    });
    const [{ time, value }] = profile.counters;
    expect([time.length, value[99_998], value[99_999]]).toEqual([100_000, 50_001, 50_000]);
    expect([time[0], time[99_999]]).toEqual([1, 100_000]);
    expect(counter.value).toBe(50_000);
  });

  it('keeps counters apart whose names and domains run together', () => {
    const profile = bench.record(() => {
      new bench.objects.Domain('a\u0000b').newCounter('c', 1);
      new bench.objects.Domain('a').newCounter('b\u0000c', 2);
    });
    expect(profile.counters.map(({ value }) => [...value])).toEqual([[1], [2]]);
  });

  it('takes bigints that are safe integers, as the numbers that they are', () => {
    const counter = domain.newCounter('c', 2n);
    counter.setValue(10n).increment(5n).decrement(3n);
    expect(counter.value).toBe(12);
    counter.setValue(BigInt(Number.MAX_SAFE_INTEGER));
    expect(counter.value).toBe(Number.MAX_SAFE_INTEGER);
  });

  it('refuses anything that is not a finite number, and keeps its value', () => {
    const counter = domain.newCounter('c', 2);
    const calls = ['abc', NaN, Infinity, null, '7', {}, 2n ** 53n, -(2n ** 70n)].flatMap(value => {
      const wrong = value as number;
      return [
        () => counter.setValue(wrong),
        () => counter.increment(wrong),
        () => counter.decrement(wrong),
        () => (counter.value = wrong)
      ];
    });
    for (const call of calls) expect(call).toThrow(CounterValueError);
    expect(() => counter.setValue(Number.MAX_VALUE).increment(Number.MAX_VALUE)).toThrow(
      "Invalid value of counter 'c': Infinity. Support: finite numbers"
    );
    expect(counter.value).toBe(Number.MAX_VALUE);
    expect(() => domain.newCounter('c', 'abc' as never)).toThrow(
      "Invalid value of counter 'c': 'abc'. Support: finite numbers, bigints that are safe integers"
    );
  });
});
