import type { OperatorKind } from './operatorKind';
import type { FlopsOf, OperatorFacts } from '../../model/profile/operatorFacts';
import { operatorFlops } from './operatorFlops';
import { attentionFlops, convolutionFlops, elementsOf } from './products';

/** Kinds of operators by their names in a library. */
type KindTable = ReadonlyMap<string, OperatorKind>;

/** A table of `[kind, names]` rows; names are separated by white space. */
function kindTable(rows: readonly (readonly [OperatorKind, string])[]): KindTable {
  return new Map(
    rows.flatMap(([kind, names]) =>
      names
        .trim()
        .split(/\s+/)
        .map(name => [name, kind] as const)
    )
  );
}

/** Operators that only move or create elements. */
const MOVES: OperatorKind = { kind: 'moves' };
/** One operation an element, be it a sum or a sine. */
const ELEMENTWISE: OperatorKind = { kind: 'elementwise', perElement: 1 };
/** Two operations an element: a difference and its square, or two comparisons. */
const ELEMENTWISE_TWICE: OperatorKind = { kind: 'elementwise', perElement: 2 };
/** A sum or a comparison of each input but the first, for each element. */
const SUM_OF_INPUTS: OperatorKind = { kind: 'combination', perElement: 0 };
/** A sum or a comparison of each element but the first of each result. */
const REDUCTION: OperatorKind = { kind: 'reduction', perInput: 1, perOutput: -1 };
/** A sum, and a division for each result. */
const MEAN: OperatorKind = { kind: 'reduction', perInput: 1, perOutput: 0 };
/** Comparisons alone. */
const MAX_POOLING: OperatorKind = { kind: 'pooling', perOutput: 0 };
/** A sum, and a division for each result. */
const AVERAGE_POOLING: OperatorKind = { kind: 'pooling', perOutput: 1 };
/** Finds the position of the maximum again, and adds its gradient there. */
const MAX_POOLING_GRADIENT: OperatorKind = { kind: 'poolingGradient', perInput: 0 };
/** A division, and a sum at each place of the window. */
const AVERAGE_POOLING_GRADIENT: OperatorKind = { kind: 'poolingGradient', perInput: 1 };
/** A maximum, a difference, an exponential, a sum and a division for each element. */
const SOFTMAX: OperatorKind = { kind: 'normalisation', perElement: 5 };
/**
 * With mean and variance known, a scale and a shift for each element, as `batchnorm_flop_jit` of
 * Meta's fvcore counts it.
 */
const BATCH_NORMALISATION: OperatorKind = { kind: 'normalisation', perElement: 2 };
/** With mean, variance, scale and shift, as `norm_flop_counter` of Meta's fvcore counts it. */
const AFFINE_NORMALISATION: OperatorKind = { kind: 'normalisation', perElement: 5 };
/** Products of matrices, fused with a bias and an activation or not. */
const MATRIX_PRODUCT: OperatorKind = { kind: 'matrixProduct' };

/** Before each sum, another operation for each element: a square or an absolute value. */
const REDUCTION_OF_FUNCTION: OperatorKind = { kind: 'reduction', perInput: 2, perOutput: -1 };

/** The same, and another operation for each result: a root or a logarithm. */
const FUNCTION_OF_REDUCTION: OperatorKind = { kind: 'reduction', perInput: 2, perOutput: 0 };

/** The operators of ONNX, and fused ones of ONNX Runtime, whose operations are known, by type. */
const ONNX_KINDS = kindTable([
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
  const kind = ONNX_KINDS.get(operator);
  return kind ? operatorFlops(kind, facts) : null;
};

/** The kernels of TensorFlow.js 4.22 whose operations are known, by name. */
const TFJS_KINDS = kindTable([
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
  const kind = TFJS_KINDS.get(kernel);
  return kind ? operatorFlops(kind, facts) : null;
};

/** Rows and columns of the matrices of a product, which are the last inputs. */
function productOfLast({ inputs }: OperatorFacts, skipped: number): number | null {
  const [a, b] = inputs.slice(skipped);
  const columns = b?.at(-1);
  return inputs.length < skipped + 2 || columns === undefined ? null : 2 * elementsOf(a) * columns;
}

/** Formulas by operator of ATen, PyTorch's library. Its traces tell the shapes of inputs alone. */
const ATEN_RULES: ReadonlyMap<string, (facts: OperatorFacts) => number | null> = new Map([
  ['aten::mm', facts => productOfLast(facts, 0)],
  ['aten::bmm', facts => productOfLast(facts, 0)],
  ['aten::addmm', facts => productOfLast(facts, 1)],
  ['aten::baddbmm', facts => productOfLast(facts, 1)],
  ['aten::convolution', facts => convolutionFlops(facts, 'OIHW')],
  ['aten::_scaled_dot_product_flash_attention', attentionFlops],
  ['aten::_scaled_dot_product_efficient_attention', attentionFlops],
  ['aten::_scaled_dot_product_cudnn_attention', attentionFlops]
]);

/**
 * Floating-point operations of an operator of ATen by the rules of `torch.utils.flop_counter`; those
 * that it does not count are unknown. A convolution is counted where its result is known.
 */
export const atenFlops: FlopsOf = (operator, facts) => ATEN_RULES.get(operator)?.(facts) ?? null;
