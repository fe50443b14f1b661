import type { FlopsOf } from '../../../model/profile/operatorFacts';
import {
  AVERAGE_POOLING,
  AVERAGE_POOLING_GRADIENT,
  BATCH_NORMALISATION,
  ELEMENTWISE,
  ELEMENTWISE_TWICE,
  kindTable,
  MATRIX_PRODUCT,
  MAX_POOLING,
  MAX_POOLING_GRADIENT,
  MEAN,
  MOVES,
  REDUCTION,
  SOFTMAX,
  SUM_OF_INPUTS
} from './kindTable';
import { operatorFlops } from './operatorFlops';

/** The kernels of TensorFlow.js 4.22 whose operations are known, by name. */
const KINDS = kindTable([
  [MATRIX_PRODUCT, 'BatchMatMul _FusedMatMul'],
  [{ kind: 'convolution', layout: 'HWIO' }, 'Conv2D FusedConv2D Conv3D'],
  [{ kind: 'transposedConvolution', layout: 'HWIO' }, 'Conv2DBackpropInput Conv3DBackpropInputV2'],
  [{ kind: 'filterGradient', layout: 'HWIO' }, 'Conv2DBackpropFilter Conv3DBackpropFilterV2'],
  [{ kind: 'depthwiseConvolution', of: 'result' }, 'DepthwiseConv2dNative FusedDepthwiseConv2D'],
  [{ kind: 'depthwiseConvolution', of: 'inputGradient' }, 'DepthwiseConv2dNativeBackpropInput'],
  [{ kind: 'depthwiseConvolution', of: 'filterGradient' }, 'DepthwiseConv2dNativeBackpropFilter'],
  [MAX_POOLING, 'MaxPool MaxPool3D'],
  [AVERAGE_POOLING, 'AvgPool AvgPool3D'],
  [MAX_POOLING_GRADIENT, 'MaxPoolGrad MaxPool3DGrad'],
  [AVERAGE_POOLING_GRADIENT, 'AvgPoolGrad AvgPool3DGrad'],
  [{ kind: 'einsum' }, 'Einsum'],
  [{ kind: 'fourier' }, 'FFT IFFT'],
  [SOFTMAX, 'Softmax LogSoftmax'],
  [BATCH_NORMALISATION, 'FusedBatchNorm'],
  [REDUCTION, 'Sum Prod Max Min ArgMax ArgMin'],
  [MEAN, 'Mean'],
  [SUM_OF_INPUTS, 'AddN'],
  [ELEMENTWISE_TWICE, 'SquaredDifference ClipByValue'],
  [
    ELEMENTWISE,
    `Abs Acos Acosh Add Asin Asinh Atan Atan2 Atanh Ceil Cos Cosh Elu Equal Erf Exp Expm1 Floor
     FloorDiv Greater GreaterEqual IsFinite IsInf IsNan LeakyRelu Less LessEqual Log Log1p Maximum
     Minimum Mod Multiply Neg NotEqual Pow Prelu RealDiv Reciprocal Relu Relu6 Round Rsqrt Selu
     Sigmoid Sign Sin Sinh Softplus Sqrt Square Step Sub Tan Tanh`
  ],
  [
    MOVES,
    `All Any BatchToSpaceND BitwiseAnd BroadcastArgs BroadcastTo Cast Complex Concat DepthToSpace
     Diag ExpandDims Fill GatherNd GatherV2 Identity Imag LogicalAnd LogicalNot LogicalOr LogicalXor
     MirrorPad OneHot OnesLike Pack PadV2 Range Real Reshape ResizeNearestNeighbor Reverse Select
     Slice SpaceToBatchND SplitV StridedSlice Tile Transpose Unpack ZerosLike`
  ]
]);

/** Floating-point operations of a kernel of TensorFlow.js, by {@link operatorFlops}. */
export const tfjsFlops: FlopsOf = (kernel, facts) => {
  const kind = KINDS.get(kernel);
  return kind ? operatorFlops(kind, facts) : null;
};
