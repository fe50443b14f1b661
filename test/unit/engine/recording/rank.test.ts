import { describe, expect, it } from 'vitest';
import { rankOption } from '../../../../src/engine/recording/rank';

describe('rankOption', () => {
  it('takes the first variable of a launcher that is a whole number', () => {
    expect(rankOption({ LOCAL_RANK: '2', PMI_RANK: '7' })).toEqual({ rank: '2' });
    expect(rankOption({ RANK: 'none', SLURM_PROCID: ' 12 ' })).toEqual({ rank: '12' });
    expect(rankOption({ RANK: '007' })).toEqual({ rank: '7' });
  });

  it.each(['', '-1', '1.5', '1e3', 'abc', '9'.repeat(30)])('knows no rank %j', RANK => {
    expect(rankOption({ RANK })).toEqual({});
  });
});
