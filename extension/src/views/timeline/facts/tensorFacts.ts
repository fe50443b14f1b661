import type { TranslationBundle } from '../../../shared/host/translation';
import { parseShapes, parseTypes } from 'kernelscope/analysis';
import { firstFailing } from 'kernelscope/layout';
import {
  ArgKind,
  INPUT_SHAPES_ARG,
  INPUT_TENSORS_ARG,
  INPUT_TYPES_ARG,
  OUTPUT_SHAPES_ARG,
  OUTPUT_TENSORS_ARG,
  OUTPUT_TYPES_ARG,
  type Profile
} from 'kernelscope/model';
import type { Fact } from '../../../shared/content/description';

/** Arguments whose facts {@link tensorFact} gives together with those of shapes. */
const BESIDE_SHAPES: readonly string[] = [
  INPUT_TYPES_ARG,
  OUTPUT_TYPES_ARG,
  INPUT_TENSORS_ARG,
  OUTPUT_TENSORS_ARG
];

/** Whether an argument is told together with that of the shapes. */
export function isBesideShapes(key: string): boolean {
  return BESIDE_SHAPES.includes(key);
}

/** The tensors whose shapes an argument tells, such as `float32[32, 64], int32[]`, or null. */
export function tensorFact(profile: Profile, row: number, trans: TranslationBundle): Fact | null {
  const { args, strings } = profile;
  const key = strings[args.key[row]];
  if (args.kind[row] !== ArgKind.string) return null;
  if (key !== INPUT_SHAPES_ARG && key !== OUTPUT_SHAPES_ARG) return null;
  const shapes = parseShapes(strings[args.value[row]]);
  if (shapes === null) return null;
  const isInput = key === INPUT_SHAPES_ARG;
  const types = typesOf(profile, args.slice[row], isInput ? INPUT_TYPES_ARG : OUTPUT_TYPES_ARG);
  const value = shapes.map((shape, at) => `${types[at] ?? ''}[${shape.join(', ')}]`).join(', ');
  return { label: isInput ? trans.__('Inputs') : trans.__('Results'), value };
}

function typesOf({ args, strings }: Profile, slice: number, key: string): readonly string[] {
  const wanted = strings.indexOf(key);
  if (wanted < 0) return [];
  const first = firstFailing(0, args.length, row => args.slice[row] < slice);
  for (let row = first; row < args.length && args.slice[row] === slice; row++) {
    if (args.key[row] !== wanted || args.kind[row] !== ArgKind.string) continue;
    return parseTypes(strings[args.value[row]]) ?? [];
  }
  return [];
}
