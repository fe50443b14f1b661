/**
 * The order of a filter's axes: `HWIO` has its height and width (and depth) first and the channels of
 * the result last, as in TensorFlow.js; `OIHW` has the channels of the result first, as in ONNX,
 * PyTorch and MegEngine.
 */
export type FilterLayout = 'HWIO' | 'OIHW';

/**
 * The computation of an operator, whatever its name in a library; {@link operatorFlops} has the formula
 * of each kind.
 */
export type OperatorKind =
  | {
      /** Moves or makes elements without computing with them. */
      readonly kind: 'moves';
    }
  | {
      /** Each element of the result separately. */
      readonly kind: 'elementwise';
      readonly perElement: number;
    }
  | {
      /** Any number of inputs, element by element, into one. */
      readonly kind: 'combination';
      /** Operations for each element once all inputs are combined. */
      readonly perElement: number;
    }
  | {
      /** Elements along axes into one. */
      readonly kind: 'reduction';
      readonly perInput: number;
      readonly perOutput: number;
    }
  | {
      /** Elements under a window that moves into one. */
      readonly kind: 'pooling';
      /** Operations for each result besides those that combine the elements. */
      readonly perOutput: number;
    }
  | {
      /** The gradient of a pooling operator's input. The first input: the gradient of its result. */
      readonly kind: 'poolingGradient';
      /** Operations for each element of that besides those for each place of the window. */
      readonly perInput: number;
    }
  | {
      /** Every element of the first input, with figures of its row, group or channel. */
      readonly kind: 'normalisation';
      readonly perElement: number;
    }
  | {
      /** Matrices `[…, m, k] · […, k, n]`, either of them transposed or not. */
      readonly kind: 'matrixProduct';
    }
  | {
      /** Inputs: the data to convolve, and the filter. */
      readonly kind: 'convolution';
      readonly layout: FilterLayout;
    }
  | {
      /** The gradient of a convolution's first input, or a layer that computes the same. */
      readonly kind: 'transposedConvolution';
      readonly layout: FilterLayout;
    }
  | {
      /**
       * The gradient of a convolution's filter. Inputs: the convolved data, and the result's gradient.
       */
      readonly kind: 'filterGradient';
      readonly layout: FilterLayout;
    }
  | {
      /** Each channel with its own filters, of shape `[height, width, channels, multiplier]`. */
      readonly kind: 'depthwiseConvolution';
      /** The tensors that have the size of the result, and of the filter. */
      readonly of: 'result' | 'inputGradient' | 'filterGradient';
    }
  | {
      /** Products and sums along named axes, by the equation of the operator's facts. */
      readonly kind: 'einsum';
    }
  | {
      /** Inputs: queries, keys and values, each `[batch, heads, steps, features]`. */
      readonly kind: 'attention';
    }
  | {
      /** Fourier transforms along the last axis. */
      readonly kind: 'fourier';
    }
  | {
      /** Inputs: `[steps, batch, features]`, the weights of inputs, those of the hidden state. */
      readonly kind: 'recurrent';
    };
