import { FACT_FINDINGS } from '../../facts/table';
import type { FindingKind, FindingOf, Findings } from '../../model/output/findings';

/** The options of a recording, by long name, as its profile has them. */
type Options = Readonly<Record<string, string>>;

type NextOf<Kind extends FindingKind> = (finding: FindingOf<Kind>, options: Options) => string;

const changeOf = (what: string): string =>
  `Change that ${what}, record before and after with \`--repeat 10\`, and compare: one run cannot tell.`;
const RETAINED = '`--retained` shows what is still alive at the end, and which functions made it.';

/** The measurement that would tell more about a finding; '' if the profile has it already. */
const NEXT: { readonly [Kind in FindingKind]?: NextOf<Kind> } = {
  hotLine: () => changeOf('line'),
  hotFunction: (_, options) =>
    isOff(options, 'lines')
      ? '`--lines` shows which of its lines take the time.'
      : changeOf('function'),
  garbage: (_, options) =>
    isOff(options, 'allocations')
      ? '`--allocations` shows which functions make what is collected.'
      : '',
  waiting: (_, options) =>
    options['async'] === 'on'
      ? ''
      : '`--async` counts what runs after an await for the range that it belongs to.',
  dominates: ({ facts }, options) =>
    facts.category === 'operator' && isOff(options, 'stack')
      ? '`--stack` shows which lines call it.'
      : '',
  grew: (_, options) => (isOff(options, 'retained') ? RETAINED : ''),
  memory: ({ facts }, options) => {
    if (facts.function === '' && isOff(options, 'retained')) return RETAINED;
    const hasObject = facts.object !== '' || !isOff(options, 'heap-diff');
    return hasObject ? '' : '`--heap-diff` shows which objects grew, and what holds them.';
  },
  allocations: (_, options) => (isOff(options, 'retained') ? RETAINED : ''),
  busyMachine: () =>
    'Record on a machine with less to do before trusting times of the clock, such as those of ranges.',
  fewSamples: () =>
    'Record for longer, or on a machine with less to do, before trusting small shares.'
};

/** The measurements to make next, in the order of the findings: one sentence of Markdown each, without repeats. */
export function nextMeasurements(
  findings: Findings['findings'],
  options: Options
): readonly string[] {
  const sentences = findings.map(finding => {
    const next = NEXT[finding.kind] as NextOf<FindingKind> | undefined;
    return next?.(finding, options) ?? nextOfFact(finding.kind);
  });
  return [...new Set(sentences)].filter(sentence => sentence !== '');
}

function nextOfFact(kind: string): string {
  return FACT_FINDINGS.find(rule => rule.kind === kind)?.next ?? '';
}

/** Whether an option was off; one that is not known, as in profiles of other tools, is not. */
function isOff(options: Options, name: string): boolean {
  return options[name] === 'off';
}
