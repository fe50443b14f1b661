import { describe, expect, it } from 'vitest';
import { linesText } from '../../../../src/cli/mcp/linesText';
import { drawProfile } from '../../../support/drawProfile';
import { earlierCellProfile, sourceProfile, trainingProfile } from '../../../support/sourceProfile';

describe('the hottest lines', () => {
  it('are sorted by what they cost themselves, with their text where the profile has it', () => {
    expect(linesText(trainingProfile(), 'cpu', 3).split('\n')).toEqual([
      'Lines by CPU time',
      '=================',
      '   Self   Share    Total  Line',
      '   ----   -----    -----  ----',
      ' 1.24 s  62.1 %   1.26 s  Cell [5]:6  const logits = model.predict(batch) as tf.Tensor;',
      '90.0 ms   4.5 %  90.0 ms  Cell [5]:15  console.log(epoch, html);',
      '61.0 ms   3.0 %  61.0 ms  Cell [5]:9  return (await loss.data())[0];',
      '5 more lines not shown.',
      ''
    ]);
  });

  it('have the text of earlier cells', () => {
    expect(linesText(earlierCellProfile(), 'cpu', 1)).toContain(
      'Cell [4]:4  value = descend(value, 0.1);'
    );
  });

  it('are of one line each, whatever their names have', () => {
    const lines = [{ file: 'a\nb\u001b[2J.ts', line: 1, ticks: 3 }];
    const text = linesText(sourceProfile({ cell: null, durationNs: 1e9, lines }), 'cpu', 5);
    expect(text).toContain('  a\\u000ab\\u001b[2J.ts:1\n');
  });

  it('name the kinds that there are where there is none of the kind', () => {
    expect(linesText(trainingProfile(), 'allocations', 5)).toBe(
      'The profile has no lines of this kind. It has those of cpu.'
    );
    expect(linesText(drawProfile('main |[a ]'), 'cpu', 5)).toBe(
      'The profile has no lines: record it with call stacks.'
    );
  });
});
