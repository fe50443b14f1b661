import { beforeEach, describe, expect, it } from 'vitest';
import type { Domain } from '../../../../src/compat/mxnet/domain';
import type { Marker, MarkerScope } from '../../../../src/compat/mxnet/marker';
import { MarkerScopeError } from '../../../../src/compat/mxnet/objectErrors';
import { InstantScope } from '../../../../src/model/profile/profile';
import { ObjectBench } from '../../../support/profilerObjects';

let bench: ObjectBench;
let domain: Domain;
let marker: Marker;

beforeEach(() => {
  bench = new ObjectBench();
  domain = new bench.objects.Domain('MyDomain');
  marker = domain.newMarker('marker1');
});

describe('Marker', () => {
  it('records moments with their scope (test_continuous_profile_and_instant_marker)', () => {
    const scopes: MarkerScope[] = ['global', 'process', 'thread', 'task', 'marker'];
    const { instants, labels, strings } = bench.record(() => {
      marker.mark();
      for (const scope of scopes) {
        bench.wait(1);
        marker.mark(scope);
      }
    });
    expect([...instants.time]).toEqual([0, 1000, 2000, 3000, 4000, 5000]);
    expect([...instants.scope]).toEqual(
      ['process' as const, ...scopes].map(scope => InstantScope[scope])
    );
    const [label] = instants.label;
    expect(strings[labels.name[label]]).toBe('marker1');
    expect(strings[labels.category[label]]).toBe('MyDomain,instant_marker');
  });

  it('records nothing while paused or stopped', () => {
    marker.mark();
    const profile = bench.record(() => {
      bench.recorder.pause();
      marker.mark('global');
    });
    expect(profile.instants.length).toBe(0);
  });

  it.each(['bogus', 'toString', '__proto__', '', 7, null])(
    'refuses the scope %j with the valid ones, recording or not',
    scope => {
      expect(() => marker.mark(scope as never)).toThrow(MarkerScopeError);
    }
  );

  it("says in MXNet's words which scopes there are", () => {
    expect(() => marker.mark('bogus' as never)).toThrow(
      new MarkerScopeError('bogus', ['global', 'marker', 'process', 'task', 'thread'])
    );
    expect(() => marker.mark('bogus' as never)).toThrow(
      "Invalid Input: 'bogus', valid values are: {'global', 'marker', 'process', 'task', 'thread'}"
    );
  });
});
