import { describe, expect, test } from 'vitest';
import { continuousLabels } from '../../../../src/engine/continuous/continuousProfiling';

const labelsOf = (
  environment: Record<string, string>,
  given: readonly [string, string | null][] = []
) => Object.fromEntries(continuousLabels({ host: 'box', pid: 7, environment }, new Map(given)));

describe('continuousLabels', () => {
  test('has host and process', () => {
    expect(labelsOf({})).toEqual({ host: 'box', pid: '7' });
  });

  test('has the rank of a job and the notebook of a kernel', () => {
    const environment = { RANK: '03', JPY_SESSION_NAME: 'work/train, v2.ipynb' };
    expect(labelsOf(environment)).toEqual({
      ...{ host: 'box', pid: '7', rank: '3' },
      notebook: 'train_ v2'
    });
  });

  test('takes no other session of Jupyter for a notebook', () => {
    expect(labelsOf({ JPY_SESSION_NAME: 'console-1' })).toEqual({ host: 'box', pid: '7' });
  });

  test('lets given labels replace them and leave them out', () => {
    expect(
      labelsOf({ RANK: '1' }, [
        ['pid', null],
        ['rank', 'last'],
        ['zone', 'a']
      ])
    ).toEqual({
      ...{ host: 'box', rank: 'last', zone: 'a' }
    });
  });
});
