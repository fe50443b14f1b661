import { BYTES_ARG, FLOPS_ARG } from '../../model/profile/argKeys';
import {
  CUSTOM_OPERATOR_CATEGORY,
  OPERATOR_CATEGORIES,
  OPERATOR_CATEGORY,
  SECOND_EXECUTION_CATEGORY
} from '../../model/profile/categories';
import type { Shape } from '../../model/profile/operatorFacts';
import { ArgKind, type Profile, type SliceIndex } from '../../model/profile/profile';
import { OF_INPUTS, OF_OUTPUTS, parseNumbers, TensorTexts } from './tensorTexts';
import { onnxFlops, tfjsFlops, atenFlops } from './libraryFlops';
import { RowsOfSlices } from '../slices/rowsOfSlices';
import { operatorTraffic } from './operatorTraffic';

/** One run of an operator, with its known facts; `null` for facts that were not recorded. */
export interface OperatorRow {
  readonly slice: SliceIndex;
  /** Name of the slice, such as `conv1 (Conv)` or `Outer::MatMul`. */
  readonly name: string;
  /** Its operation by the name in its library, such as `Conv` or `MatMul`. */
  readonly type: string;
  readonly category: string;
  /** Nanoseconds from the origin. */
  readonly start: number;
  readonly durationNs: number;
  /** Floating-point operations: as recorded, else counted by its type and shapes. */
  readonly flops: number | null;
  /** Bytes read and written; see {@link operatorTraffic}. */
  readonly bytes: number | null;
  readonly inShapes: readonly Shape[] | null;
  readonly outShapes: readonly Shape[] | null;
  /** Types of the elements of the inputs, one for each shape; empty for anything but a tensor. */
  readonly inTypes: readonly string[] | null;
  readonly outTypes: readonly string[] | null;
  /** Numbers of the tensors, one for each shape; equal ones are one tensor. */
  readonly inTensors: readonly number[] | null;
  readonly outTensors: readonly number[] | null;
}

/** Categories whose slices are operators. */
const CATEGORIES: readonly string[] = [...OPERATOR_CATEGORIES, SECOND_EXECUTION_CATEGORY];

/**
 * Operators of TensorFlow.js that move data in or out: they report their number of bytes themselves.
 */
const TRANSFERS: readonly string[] = ['write', 'sync'];

/** The prefix of names of ATen's operators. */
const ATEN_PREFIX = 'aten::';

/** A node of a model as ONNX Runtime's times name it: its own name, and its type. */
const NODE_NAME = /\(([^()]+)\)$/;

/**
 * The runs of operators of a profile, in order of start. Operators of the second execution of a model
 * are its nodes; they took other time than the model's own run, which is an operator as well, and have
 * their own category.
 */
export function operatorRows(profile: Profile): OperatorRow[] {
  const { slices, labels, strings } = profile;
  const types = Array.from({ length: labels.length }, (_, label) =>
    typeOf(strings[labels.name[label]], strings[labels.category[label]])
  );
  const facts = new FactReader(profile);
  const rows: OperatorRow[] = [];
  for (let row = 0; row < slices.length; row++) {
    const label = slices.label[row];
    const type = types[label];
    if (type === null) continue;
    const category = strings[labels.category[label]];
    const known = facts.of(row);
    rows.push({
      slice: row as SliceIndex,
      name: strings[labels.name[label]],
      type,
      category,
      start: slices.start[row],
      durationNs: slices.duration[row],
      ...tensorsOf(known),
      flops: known.flops ?? countedFlops(type, category, known),
      bytes: TRANSFERS.includes(type) ? known.added : countedBytes(type, known)
    });
  }
  return rows;
}

/** The operator type for a label; `null` if it is not an operator. */
function typeOf(name: string, category: string): string | null {
  if (!CATEGORIES.includes(category)) return null;
  if (category === CUSTOM_OPERATOR_CATEGORY) return name.split('::').at(-1) ?? name;
  return category === OPERATOR_CATEGORY ? name : (NODE_NAME.exec(name)?.[1] ?? null);
}

/** Known facts about the tensors of a run. */
type TensorLists = Pick<
  OperatorRow,
  'inShapes' | 'outShapes' | 'inTypes' | 'outTypes' | 'inTensors' | 'outTensors'
>;

interface Facts extends TensorLists {
  readonly flops: number | null;
  /** Bytes of tensors that it added, or that a transfer moved. */
  readonly added: number | null;
}

function tensorsOf({ flops: _flops, added: _added, ...tensors }: Facts): TensorLists {
  return tensors;
}

type MutableFacts = { -readonly [Key in keyof Facts]: Facts[Key] };

function countedFlops(type: string, category: string, facts: Facts): number | null {
  const { inShapes, outShapes } = facts;
  if (inShapes === null) return null;
  const counted = { inputs: inShapes, outputs: outShapes ?? [] };
  if (type.startsWith(ATEN_PREFIX)) return atenFlops(type, counted);
  if (outShapes === null) return null;
  return (category === SECOND_EXECUTION_CATEGORY ? onnxFlops : tfjsFlops)(type, counted);
}

function countedBytes(type: string, facts: Facts): number | null {
  const { inShapes, outShapes, inTypes, outTypes } = facts;
  if (inShapes === null || outShapes === null || inTypes === null || outTypes === null) return null;
  return operatorTraffic(type, {
    inputs: inShapes,
    outputs: outShapes,
    inputTypes: inTypes,
    outputTypes: outTypes
  });
}

const SHAPES = new Map<string, 'inShapes' | 'outShapes'>([
  [OF_INPUTS.shapes, 'inShapes'],
  [OF_OUTPUTS.shapes, 'outShapes']
]);

const TYPES = new Map<string, 'inTypes' | 'outTypes'>([
  [OF_INPUTS.types, 'inTypes'],
  [OF_OUTPUTS.types, 'outTypes']
]);

const TENSORS = new Map<string, 'inTensors' | 'outTensors'>([
  [OF_INPUTS.tensors, 'inTensors'],
  [OF_OUTPUTS.tensors, 'outTensors']
]);

/** Reads the arguments of slices, asked in order of rows; equal texts are read once. */
class FactReader {
  readonly #rows: RowsOfSlices;
  readonly #texts: TensorTexts;

  constructor(private readonly profile: Profile) {
    this.#rows = new RowsOfSlices(profile.args.slice);
    this.#texts = new TensorTexts(profile.strings);
  }

  of(row: number): Facts {
    const { args } = this.profile;
    const facts: MutableFacts = {
      flops: null,
      inShapes: null,
      outShapes: null,
      inTypes: null,
      outTypes: null,
      inTensors: null,
      outTensors: null,
      added: null
    };
    for (let arg = this.#rows.first(row); args.slice[arg] === row; arg++) this.#read(arg, facts);
    return facts;
  }

  #read(arg: number, facts: MutableFacts): void {
    const { args, strings } = this.profile;
    const key = strings[args.key[arg]];
    const value = args.value[arg];
    if (args.kind[arg] === ArgKind.number) readNumber(key, value, facts);
    if (args.kind[arg] !== ArgKind.string) return;
    const [shapes, types, tensors] = [SHAPES.get(key), TYPES.get(key), TENSORS.get(key)];
    if (shapes) facts[shapes] = this.#texts.shapes(value);
    if (types) facts[types] = this.#texts.types(value);
    if (tensors) facts[tensors] = parseNumbers(strings[value]);
  }
}

function readNumber(key: string, value: number, facts: MutableFacts): void {
  if (!(value >= 0)) return;
  if (key === FLOPS_ARG) facts.flops = value;
  if (key === BYTES_ARG) facts.added = value;
}
