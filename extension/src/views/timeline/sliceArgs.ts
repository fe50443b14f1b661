import { parseShapes, parseTypes, sliceTitle } from 'kernelscope/analysis';
import { firstFailing } from 'kernelscope/layout';
import {
  type Profile,
  ENDED_BY_ARG,
  FLOPS_ARG,
  FORWARD_BACKWARD_FLOW,
  INPUT_SHAPES_ARG,
  INPUT_TENSORS_ARG,
  INPUT_TYPES_ARG,
  OPERATOR_CATEGORIES,
  OUTPUT_SHAPES_ARG,
  OUTPUT_TENSORS_ARG,
  OUTPUT_TYPES_ARG,
  RUNNING_ARG,
  SECOND_EXECUTION_CATEGORY,
  SEQUENCE_ARG,
  STASHED_SEQUENCE_ARG,
  WAITING_CATEGORY,
  ArgKind
} from 'kernelscope/model';
import type { Fact } from '../../shared/content/description';
import type { TranslationBundle } from '../../shared/content/application';
import { type FactWords, MAX_LINKS, cudaArgFact, isCudaCategory } from './gpuFacts';
import { categoryOfSlice } from './model';

/** Arguments that are told of one slice at most. */
const MAX_ARGS = 16;

/** Operators' slices, whose arguments the profiler itself names. */
const OPERATORS = [...OPERATOR_CATEGORIES, SECOND_EXECUTION_CATEGORY];

/** The arguments of a slice: those of operators in words, others as they were recorded. */
export function argFacts(profile: Profile, slice: number, words: FactWords): Fact[] {
  const { args, strings } = profile;
  const category = categoryOfSlice(profile, slice);
  const isOperator = OPERATORS.includes(category);
  const isCuda = isCudaCategory(category);
  const facts: Fact[] = [];
  const first = firstFailing(0, args.length, row => args.slice[row] < slice);
  for (let row = first; row < args.length && args.slice[row] === slice; row++) {
    if (facts.length === MAX_ARGS) break;
    if (isOperator && isBesideShapes(strings[args.key[row]])) continue;
    if (category === WAITING_CATEGORY && strings[args.key[row]] === ENDED_BY_ARG) continue;
    const known = isOperator ? knownFact(profile, row, words) : null;
    facts.push(
      known ??
        (isCuda ? cudaArgFact(profile, row, words) : null) ??
        runningFact(profile, row, words) ?? {
          label: strings[args.key[row]],
          value: valueOf(profile, row, words)
        }
    );
  }
  return facts;
}

function valueOf({ args, strings }: Profile, row: number, { formats }: FactWords): string {
  const value = args.value[row];
  const texts = {
    [ArgKind.number]: () => formats.value('count', value),
    [ArgKind.string]: () => strings[value],
    [ArgKind.boolean]: () => (value === 0 ? 'false' : 'true')
  };
  return texts[args.kind[row] as keyof typeof texts]();
}

/** Whether it was recorded of an asynchronous slice how long it ran and how long it waited. */
export function hasRunningTime(profile: Profile, slice: number): boolean {
  return waitingOf(profile, slice) !== null;
}

function isRunningTime({ args, slices, strings, tracks }: Profile, row: number): boolean {
  if (strings[args.key[row]] !== RUNNING_ARG || args.kind[row] !== ArgKind.number) return false;
  return tracks[slices.track[args.slice[row]]].kind === 'asyncLane';
}

/** How long an asynchronous slice waited, nanoseconds; null where that was not recorded. */
export function waitingOf(profile: Profile, slice: number): number | null {
  const { args, slices } = profile;
  const first = firstFailing(0, args.length, row => args.slice[row] < slice);
  for (let row = first; row < args.length && args.slice[row] === slice; row++) {
    if (!isRunningTime(profile, row)) continue;
    return slices.duration[slice] - Math.max(0, Math.min(args.value[row], slices.duration[slice]));
  }
  return null;
}

/** How long the code of an asynchronous slice ran; it waited for the rest of its time. */
function runningFact(profile: Profile, row: number, { trans, formats }: FactWords): Fact | null {
  if (!isRunningTime(profile, row)) return null;
  const { args, slices } = profile;
  const slice = args.slice[row];
  const running = Math.max(0, Math.min(args.value[row], slices.duration[slice]));
  const whole = slices.duration[slice];
  const share = (ns: number): string => formats.percent(whole > 0 ? ns / whole : 0);
  const waiting = formats.duration(whole - running);
  const value = trans.__(
    '%1, %2 of its time; waiting %3, %4',
    formats.duration(running),
    share(running),
    waiting,
    share(whole - running)
  );
  return { label: trans.__('Running'), value };
}

function knownFact(profile: Profile, row: number, words: FactWords): Fact | null {
  const { args, slices, strings } = profile;
  const { trans, formats } = words;
  const value = args.value[row];
  if (args.kind[row] !== ArgKind.number) return tensorFact(profile, row, trans);
  switch (strings[args.key[row]]) {
    case SEQUENCE_ARG:
      return { label: trans.__('Sequence number'), value: String(value) };
    case STASHED_SEQUENCE_ARG:
      return { label: trans.__('Sequence number of its operator'), value: String(value) };
    case FLOPS_ARG: {
      const seconds = slices.duration[args.slice[row]] / 1e9;
      const rate = seconds > 0 && value > 0 ? ` (${formats.operations(value / seconds)}/s)` : '';
      const label = trans.__('Floating-point operations');
      return { label, value: formats.operations(value) + rate };
    }
    default:
      return null;
  }
}

/** The backward function of a forward operator, and the other way round, with their times. */
export function gradientFacts(profile: Profile, slice: number, words: FactWords): Fact[] {
  const { flows, labels, strings, slices } = profile;
  const { trans, formats } = words;
  const facts: Fact[] = [];
  const tell = (label: string, row: number): void => {
    const at = formats.duration(slices.start[row]);
    facts.push({ label, value: trans.__('%1, at %2', sliceTitle(profile, row), at) });
  };
  for (let row = 0; row < flows.length && facts.length < MAX_LINKS; row++) {
    const [from, to] = [flows.from[row], flows.to[row]];
    if (from !== slice && to !== slice) continue;
    if (strings[labels.category[flows.label[row]]] !== FORWARD_BACKWARD_FLOW) continue;
    if (from === slice) tell(trans.__('Backward function'), to);
    else tell(trans.__('Forward operator'), from);
  }
  return facts;
}

/** Arguments whose facts {@link tensorFact} gives together with those of shapes. */
const BESIDE_SHAPES: readonly string[] = [
  INPUT_TYPES_ARG,
  OUTPUT_TYPES_ARG,
  INPUT_TENSORS_ARG,
  OUTPUT_TENSORS_ARG
];

/** Whether an argument is told together with that of the shapes. */
function isBesideShapes(key: string): boolean {
  return BESIDE_SHAPES.includes(key);
}

/** The tensors whose shapes an argument tells, such as `float32[32, 64], int32[]`, or null. */
function tensorFact(profile: Profile, row: number, trans: TranslationBundle): Fact | null {
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
