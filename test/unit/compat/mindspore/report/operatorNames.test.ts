import { expect, test } from 'vitest';
import { OperatorNames } from '../../../../../src/compat/mindspore/report/operatorNames';
import { drawProfile } from '../../../../support/drawProfile';

test('operators are named by the layers around them, whatever else is', () => {
  const profile = drawProfile(`
    main |[layer/sequential_1                                        ][operator/Add]
         |[layer/dense_1       ][layer/dense_2                      ]
         |[operator/MatMul     ][range/forward                      ]
         |                      [operator/MatMul][operator/MatMul   ]
  `);
  const names = new OperatorNames(profile);
  const { slices, labels, strings } = profile;
  const isOperator = (slice: number): boolean =>
    strings[labels.category[slices.label[slice]]] === 'operator';
  const operators = Array.from(slices.label, (_, slice) => slice).filter(isOperator);
  expect(operators.map(slice => names.names[names.of(slice)].fullName)).toEqual([
    'Default/sequential_1/dense_1/MatMul-op0',
    'Default/sequential_1/dense_2/MatMul-op1',
    'Default/sequential_1/dense_2/MatMul-op1',
    'Add'
  ]);
});

test('names are found however deep slices nest', () => {
  const depth = 20_000;
  const lines = Array.from(
    { length: 10 },
    (_, level) => `${' '.repeat(level)}[layer/l${level}${' '.repeat(60 - level)}]`
  );
  const drawn = drawProfile(`main |${lines.join('\n     |')}`);
  const { slices } = drawn;
  const start = Float64Array.from({ length: depth }, (_, slice) => slice / depth);
  const deep = {
    ...drawn,
    slices: {
      length: depth,
      start,
      duration: start.map(at => 2 - 2 * at),
      label: new Uint32Array(depth).fill(slices.label[0]),
      track: new Uint16Array(depth),
      parent: Int32Array.from({ length: depth }, (_, slice) => slice - 1)
    }
  };
  expect(() => new OperatorNames(deep).of(depth - 1)).not.toThrow();
});
