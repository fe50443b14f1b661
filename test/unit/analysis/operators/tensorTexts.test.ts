import { describe, expect, it } from 'vitest';
import {
  identityArgs,
  OF_INPUTS,
  OF_OUTPUTS,
  parseNumbers,
  parseShapes,
  parseTypes,
  shapeArgs,
  tensorArgs,
  TensorTexts
} from '../../../../src/analysis/operators/tensorTexts';

const TENSORS = [
  { shape: [2, 3], type: 'float32', id: 7 },
  { shape: [], type: '', id: 0 }
];

describe('texts of tensors', () => {
  it('are read as they were written', () => {
    const args = { ...tensorArgs(TENSORS, OF_INPUTS), ...identityArgs(TENSORS, OF_INPUTS) };
    expect(args).toEqual({
      inputShapes: '[[2,3],[]]',
      inputTypes: '["float32",""]',
      inputTensors: '[7,0]'
    });
    expect(parseShapes(String(args.inputShapes))).toEqual([[2, 3], []]);
    expect(parseTypes(String(args.inputTypes))).toEqual(['float32', '']);
    expect(parseNumbers(String(args.inputTensors))).toEqual([7, 0]);
  });

  it('are left out where nothing is known', () => {
    expect(tensorArgs([], OF_OUTPUTS)).toEqual({});
    expect(identityArgs([...TENSORS, { shape: [], type: '', id: -1 }], OF_INPUTS)).toEqual({});
    expect(shapeArgs([], OF_OUTPUTS)).toEqual({ outputShapes: '[]' });
  });

  it.each(['', '[[2,3]', '{}', '[[-1]]', '[[0.5]]', '["a"]', '[[null]]'])(
    'are no shapes if they say %s',
    text => expect(parseShapes(text)).toBeNull()
  );
});

describe('TensorTexts', () => {
  it('gives equal texts the same list, for each way to read them', () => {
    const texts = new TensorTexts(['[[2],[-1.5]]', '[[4]]', '["int8"]']);
    expect(texts.shapes(0)).toBeNull();
    expect(texts.anyShapes(0)).toEqual([[2], [-1.5]]);
    expect(texts.anyShapes(2)).toBeNull();
    expect(texts.shapes(1)).toBe(texts.shapes(1));
    expect(texts.types(2)).toEqual(['int8']);
  });
});
