import type { FlopsOf } from '../../../model/profile/operatorFacts';
import type { OperatorKind } from './operatorKind';
import {
  AFFINE_NORMALISATION,
  AVERAGE_POOLING,
  BATCH_NORMALISATION,
  ELEMENTWISE,
  ELEMENTWISE_TWICE,
  kindTable,
  MATRIX_PRODUCT,
  MAX_POOLING,
  MEAN,
  MOVES,
  REDUCTION,
  SOFTMAX,
  SUM_OF_INPUTS
} from './kindTable';
import { operatorFlops } from './operatorFlops';

/** Before each sum, another operation for each element: a square or an absolute value. */
const REDUCTION_OF_FUNCTION: OperatorKind = { kind: 'reduction', perInput: 2, perOutput: -1 };

/** The same, and another operation for each result: a root or a logarithm. */
const FUNCTION_OF_REDUCTION: OperatorKind = { kind: 'reduction', perInput: 2, perOutput: 0 };

/** The operators of ONNX, and fused ones of ONNX Runtime, whose operations are known, by type. */
const KINDS = kindTable([
  [MATRIX_PRODUCT, 'MatMul Gemm FusedMatMul FusedGemm'],
  [{ kind: 'convolution', layout: 'OIHW' }, 'Conv FusedConv'],
  [{ kind: 'transposedConvolution', layout: 'OIHW' }, 'ConvTranspose'],
  [{ kind: 'recurrent' }, 'LSTM GRU RNN'],
  [{ kind: 'einsum' }, 'Einsum'],
  [{ kind: 'attention' }, 'Attention'],
  [MAX_POOLING, 'MaxPool'],
  [AVERAGE_POOLING, 'AveragePool'],
  [SOFTMAX, 'Softmax LogSoftmax'],
  [BATCH_NORMALISATION, 'BatchNormalization'],
  [AFFINE_NORMALISATION, 'LayerNormalization InstanceNormalization GroupNormalization'],
  [REDUCTION, 'ReduceSum ReduceMax ReduceMin ReduceProd ArgMax ArgMin GlobalMaxPool'],
  [MEAN, 'ReduceMean ReduceLogSum GlobalAveragePool'],
  [REDUCTION_OF_FUNCTION, 'ReduceSumSquare ReduceL1'],
  [FUNCTION_OF_REDUCTION, 'ReduceL2 ReduceLogSumExp'],
  [SUM_OF_INPUTS, 'Sum Max Min'],
  [{ kind: 'combination', perElement: 1 }, 'Mean'],
  [ELEMENTWISE_TWICE, 'Clip'],
  [
    ELEMENTWISE,
    `Abs Acos Acosh Add Asin Asinh Atan Atanh Ceil Celu Cos Cosh Div Elu Equal Erf Exp Floor Gelu
     Greater GreaterOrEqual HardSigmoid HardSwish IsInf IsNaN LeakyRelu Less LessOrEqual Log Mish Mod
     Mul Neg PRelu Pow QuickGelu Reciprocal Relu Round Selu Sigmoid Sign Sin Sinh Softplus Softsign
     Sqrt Sub Tan Tanh ThresholdedRelu`
  ],
  [
    MOVES,
    `And Cast CastLike Compress Concat Constant ConstantOfShape DepthToSpace Dropout Expand EyeLike
     Flatten Gather GatherElements GatherND Identity NonZero Not OneHot Or Pad Range Reshape
     ReverseSequence Shape Size Slice SpaceToDepth Split Squeeze Tile
     Transpose Trilu Unsqueeze Where Xor`
  ]
]);

/**
 * Floating-point operations of an operator of ONNX, by {@link operatorFlops}. `Dropout` is that of a
 * run, which passes its input on.
 */
export const onnxFlops: FlopsOf = (operator, facts) => {
  const kind = KINDS.get(operator);
  return kind ? operatorFlops(kind, facts) : null;
};
