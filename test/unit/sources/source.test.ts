import { describe, expect, test } from 'vitest';
import { SourceFaults } from '../../../src/sources/source';

const make = () => new SourceFaults('gc', 'Try again.');

describe('SourceFaults', () => {
  test('reports nothing when nothing failed', () => {
    expect(make().report(3)).toEqual({ source: 'gc', status: 'ok', message: '', records: 3 });
  });

  test('keeps a failure away from the caller, counts it and says what to do next', () => {
    const faults = make();
    const fail = () => {
      throw new Error('no memory');
    };
    expect(faults.guard(fail, 7)).toBe(7);
    faults.guard(fail, 7);
    expect(faults.guard(() => 5, 7)).toBe(5);
    const message = 'no memory (and 1 more). Try again.';
    expect(faults.report(2)).toMatchObject({ status: 'partial', message });
    expect(faults.report(0)).toMatchObject({ status: 'failed', message });
  });

  test('tells a limit from a failure, also when there is no record', () => {
    const faults = make();
    faults.limited('Every second one is missing.');
    const message = 'Every second one is missing.';
    expect(faults.report(0)).toMatchObject({ status: 'partial', message });
  });

  test('says why a source is not available', () => {
    const faults = make();
    faults.unavailable('Needs Node 99: install it.');
    const message = 'Needs Node 99: install it.';
    expect(faults.report(0)).toMatchObject({ status: 'unavailable', message });
  });
});
