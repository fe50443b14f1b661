import {
  CUDA_SYNC_CATEGORY,
  GPU_CATEGORIES,
  isFrameCategory,
  OPERATOR_CATEGORIES,
  OPERATOR_CATEGORY,
  RANGE_CATEGORY
} from '../../../model/profile/categories';
import { growing } from '../../../model/profile/columns';
import type { LabelTable } from '../../../model/profile/profile';
import { TripleRows } from '../../../model/build/tripleRows';
import type { ImportedTexts } from './importedTexts';

/** Our words for categories that Kineto has others for. */
const OWN_CATEGORIES: ReadonlyMap<string, string> = new Map([
  ['cpu_op', OPERATOR_CATEGORY],
  ['user_annotation', RANGE_CATEGORY]
]);

/** Categories that occur on rows of streams beside GPU work, and on rows of threads. */
const EITHER_CATEGORIES: readonly string[] = ['gpu_user_annotation', CUDA_SYNC_CATEGORY];

/** The class of a label in {@link ImportedLabels}; `either` is for threads and for GPUs. */
export const LabelClass = { other: 0, gpu: 1, operator: 2, either: 3 } as const;

/** Labels of a trace in our words, each once. */
export class ImportedLabels {
  readonly #known = new TripleRows();
  readonly #rows = growing.uint32();
  readonly #labels = new TripleRows();
  readonly #classes = growing.uint8();

  constructor(private readonly texts: ImportedTexts) {}

  // hot
  /** The row of the label that the file calls by the texts `name` and `category`. */
  of(name: number, category: number): number {
    const row = this.#known.row(name, category, 0);
    if (row === this.#rows.length) this.#rows.push(this.#add(name, category));
    return this.#rows.at(row);
  }

  /** One of {@link LabelClass}. */
  classOf(label: number): number {
    return this.#classes.at(label);
  }

  /** The text of a label's name, as an index. */
  nameOf(label: number): number {
    return this.#labels.at(label, 0);
  }

  /** The labels so far. */
  table(): LabelTable {
    const { length } = this.#labels;
    return {
      length,
      name: this.#labels.column(0, new Uint32Array(length)),
      category: this.#labels.column(1, new Uint32Array(length))
    };
  }

  #add(name: number, wireCategory: number): number {
    const wire = this.texts.at(wireCategory);
    const category = OWN_CATEGORIES.get(wire) ?? wire;
    const label = this.#labels.row(
      this.#frameName(name, category),
      category === wire ? wireCategory : this.texts.of(category),
      0
    );
    if (label === this.#classes.length) this.#classes.push(classOf(category));
    return label;
  }

  /** Frames are written with the number of their run, as `frame1 #7`, which is an argument as well. */
  #frameName(name: number, category: string): number {
    if (!isFrameCategory(category)) return name;
    const text = this.texts.at(name);
    const bare = text.replace(/ #\d+$/, '');
    return bare === text ? name : this.texts.of(bare);
  }
}

function classOf(category: string): number {
  if (GPU_CATEGORIES.includes(category)) return LabelClass.gpu;
  if (EITHER_CATEGORIES.includes(category)) return LabelClass.either;
  return OPERATOR_CATEGORIES.includes(category) ? LabelClass.operator : LabelClass.other;
}
