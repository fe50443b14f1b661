import { type Translator, UNTRANSLATED } from '../../base/translator';
import {
  API_CATEGORY,
  CUSTOM_OPERATOR_CATEGORY,
  EVENT_CATEGORY,
  OPERATOR_CATEGORY,
  REPETITION_CATEGORY
} from '../../model/profile/categories';

type Wording = (trans: Translator) => string;

/** The separator between a custom operator and an operator that runs inside it. */
const INSIDE = '::';

/** Calls into the public interface of libraries, and their counters. */
const API_CALLS = new Map<string, Wording>([
  [
    'API Calls',
    trans => trans.__('How many calls into libraries there have been in the recording')
  ],
  ['API Concurrency', trans => trans.__('How many calls into libraries are under way')],
  [
    'InferenceSession.create',
    trans => trans.__('Loads a model; the call returns before the model is loaded')
  ],
  [
    'InferenceSession.run',
    trans => trans.__('Launches a run of a model; the call returns before the operator has run')
  ],
  [
    'waitAll',
    trans =>
      trans.__(
        'Waits for all asynchronous operators to finish; needed only where they are measured'
      )
  ],
  [
    'tensor',
    trans =>
      trans.__('Creates a tensor from values outside of the library; the values are copied into it')
  ],
  [
    'data',
    trans =>
      trans.__('Asks for the values of a tensor; the call returns before they have been computed')
  ],
  [
    'dataSync',
    trans => trans.__('Waits until the values of a tensor have been computed, and copies them out')
  ]
]);

/** Operators that are not computations of the user's. */
const OPERATORS = new Map<string, Wording>([
  [
    'init',
    trans =>
      trans.__('Starts a back end or loads a model; happens once, so a first run takes longer')
  ],
  ['write', trans => trans.__('Copies values from outside of the library into a tensor')],
  [
    'sync',
    trans => trans.__('Waits until the values of a tensor have been computed, and copies them out')
  ],
  ['InferenceSession.run', trans => trans.__('Runs the compiled graph of a model')]
]);

/** Computations by the name of the function or, in lower case, of the kernel that does them. */
const COMPUTATIONS = new Map<string, Wording>([
  ['add', trans => trans.__('Adds two tensors, element by element')],
  ['addn', trans => trans.__('Adds any number of tensors, element by element')],
  ['argmax', trans => trans.__('Finds where along an axis a tensor is largest')],
  ['argmin', trans => trans.__('Finds where along an axis a tensor is smallest')],
  ['avgpool', trans => trans.__('Averages over a window that slides across images')],
  ['avgpool2d', trans => trans.__('Averages over a window that slides across images')],
  ['batchmatmul', trans => trans.__('Multiplies matrices, each of a batch')],
  ['cast', trans => trans.__('Converts the elements of a tensor to another type')],
  ['clone', trans => trans.__('Makes another tensor of the same values, without a copy')],
  ['concat', trans => trans.__('Joins tensors along an axis')],
  ['conv1d', trans => trans.__('Convolves sequences with filters')],
  ['conv2d', trans => trans.__('Convolves images with filters')],
  [
    'conv2dbackpropfilter',
    trans => trans.__('Computes the gradient of a convolution by its filters')
  ],
  [
    'conv2dbackpropinput',
    trans => trans.__('Computes the gradient of a convolution by its images')
  ],
  [
    'depthwiseconv2dnative',
    trans => trans.__('Convolves each channel of images with filters of its own')
  ],
  ['div', trans => trans.__('Divides two tensors, element by element')],
  ['dot', trans => trans.__('Computes the dot product of two vectors or matrices')],
  ['dropout', trans => trans.__('Sets elements to zero at random, in training')],
  ['elu', trans => trans.__('Applies the exponential linear unit to each element')],
  ['exp', trans => trans.__('Computes e to the power of each element')],
  ['fill', trans => trans.__('Creates a tensor with one value everywhere')],
  [
    'fusedconv2d',
    trans => trans.__('Convolves images with filters, adds a bias and applies an activation')
  ],
  ['_fusedmatmul', trans => trans.__('Multiplies matrices, adds a bias and applies an activation')],
  ['gatherv2', trans => trans.__('Picks slices of a tensor along an axis')],
  ['identity', trans => trans.__('Makes another tensor of the same values, without a copy')],
  ['leakyrelu', trans => trans.__('Multiplies negative elements by a small factor')],
  ['log', trans => trans.__('Computes the natural logarithm of each element')],
  ['logsoftmax', trans => trans.__('Computes the logarithms of softmax along an axis')],
  ['matmul', trans => trans.__('Multiplies two matrices')],
  ['max', trans => trans.__('Finds the largest elements along an axis')],
  ['maximum', trans => trans.__('Takes the larger of two tensors, element by element')],
  ['maxpool', trans => trans.__('Takes the largest value of a window that slides across images')],
  ['maxpool2d', trans => trans.__('Takes the largest value of a window that slides across images')],
  ['mean', trans => trans.__('Averages a tensor along an axis')],
  ['min', trans => trans.__('Finds the smallest elements along an axis')],
  ['minimum', trans => trans.__('Takes the smaller of two tensors, element by element')],
  ['mul', trans => trans.__('Multiplies two tensors, element by element')],
  ['multiply', trans => trans.__('Multiplies two tensors, element by element')],
  ['neg', trans => trans.__('Changes the sign of each element')],
  ['onehot', trans => trans.__('Turns indices into vectors with a single one')],
  ['ones', trans => trans.__('Creates a tensor of ones')],
  ['pack', trans => trans.__('Stacks tensors along a new axis')],
  ['pad', trans => trans.__('Puts values around a tensor')],
  ['padv2', trans => trans.__('Puts values around a tensor')],
  ['pow', trans => trans.__('Raises one tensor to the power of another, element by element')],
  ['prod', trans => trans.__('Multiplies the elements of a tensor along an axis')],
  [
    'randomnormal',
    trans => trans.__('Creates a tensor of random numbers with a normal distribution')
  ],
  [
    'randomuniform',
    trans => trans.__('Creates a tensor of random numbers with a uniform distribution')
  ],
  ['realdiv', trans => trans.__('Divides two tensors, element by element')],
  ['relu', trans => trans.__('Sets negative elements to zero')],
  ['relu6', trans => trans.__('Limits elements to the range from 0 to 6')],
  ['reshape', trans => trans.__('Gives a tensor another shape, without a copy')],
  ['sigmoid', trans => trans.__('Applies the logistic function to each element')],
  ['slice', trans => trans.__('Cuts a part out of a tensor')],
  ['softmax', trans => trans.__('Turns values along an axis into probabilities')],
  ['split', trans => trans.__('Splits a tensor along an axis')],
  ['splitv', trans => trans.__('Splits a tensor along an axis')],
  ['sqrt', trans => trans.__('Computes the square root of each element')],
  ['square', trans => trans.__('Squares each element')],
  [
    'squareddifference',
    trans => trans.__('Squares the difference of two tensors, element by element')
  ],
  ['squeeze', trans => trans.__('Takes axes of length one out of a tensor')],
  ['stack', trans => trans.__('Stacks tensors along a new axis')],
  ['step', trans => trans.__('Gives 1 for positive elements and 0 for others')],
  ['sub', trans => trans.__('Subtracts two tensors, element by element')],
  ['sum', trans => trans.__('Sums a tensor along an axis')],
  ['tanh', trans => trans.__('Applies the hyperbolic tangent to each element')],
  ['tile', trans => trans.__('Repeats a tensor along its axes')],
  ['transpose', trans => trans.__('Reorders the axes of a tensor')],
  ['zeros', trans => trans.__('Creates a tensor of zeros')],
  ['zeroslike', trans => trans.__('Creates a tensor of zeros with the shape of another')]
]);

/**
 * A description of slices or counters with this name, in one sentence without a full stop; null for
 * names given by users. In English unless `trans` translates.
 */
export function describeCall(
  name: string,
  category: string,
  trans: Translator = UNTRANSLATED
): string | null {
  return wordingOf(name, category)?.(trans) ?? null;
}

function wordingOf(name: string, category: string): Wording | undefined {
  switch (category) {
    case API_CATEGORY:
      return API_CALLS.get(name) ?? COMPUTATIONS.get(name.toLowerCase());
    case OPERATOR_CATEGORY:
      return OPERATORS.get(name) ?? kernel(name);
    case CUSTOM_OPERATOR_CATEGORY:
      return insideOf(name);
    case REPETITION_CATEGORY:
      return trans => trans.__('One repetition of what is measured');
    case EVENT_CATEGORY:
      return trans => trans.__('An event of this thread, from its start to its stop');
    default:
      return undefined;
  }
}

/** Kernels begin with a capital or `_`, which functions that users instrument seldom do. */
function kernel(name: string): Wording | undefined {
  return /^[A-Z_]/.test(name) ? COMPUTATIONS.get(name.toLowerCase()) : undefined;
}

function insideOf(name: string): Wording | undefined {
  const at = name.lastIndexOf(INSIDE);
  return at < 0 ? undefined : wordingOf(name.slice(at + INSIDE.length), OPERATOR_CATEGORY);
}
