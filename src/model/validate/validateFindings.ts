import {
  FINDING_FACTS,
  type FactTypes,
  type FindingCosts,
  type FindingView,
  MAX_FINDINGS,
  MAX_REMARKS,
  TIME_SHARES
} from '../output/findings';
import { ProfileError } from '../../schema/profileError';
import {
  checkBounded,
  checkNumber,
  checkRecord,
  checkText,
  checkWord
} from '../../schema/validateValue';

const VIEWS: Readonly<Record<FindingView, true>> = {
  table: true,
  timeline: true,
  flame: true,
  memory: true,
  source: true,
  gpu: true
};

const KINDS = Object.fromEntries([...FINDING_FACTS.keys()].map(kind => [kind, true as const]));

const COSTS: Readonly<Record<FindingCosts, true>> = { cpu: true, waiting: true };

/** Checks the findings of a bundle. @throws ProfileError */
export function checkFindings(value: unknown): void {
  checkBounded(value, 'findings', MAX_FINDINGS + MAX_REMARKS).forEach((item, index) => {
    const place = `findings row ${index}`;
    const { kind, share, low, high, facts, target } = checkRecord(item, place);
    checkWord(kind, `${place}, kind,`, KINDS);
    const types = FINDING_FACTS.get(String(kind)) ?? {};
    const numbers = { share, low, high };
    for (const [name, number] of Object.entries(numbers)) {
      if (number !== null) checkNumber(number, `${place}, ${name},`);
    }
    checkFacts(checkRecord(facts, `${place}, facts,`), types, place);
    checkTarget(checkRecord(target, `${place}, target,`), place);
  });
}

/** Checks shares of the wall time; errors name them `place`. @throws ProfileError */
export function checkShares(shares: Record<string, unknown>, place = 'shares'): void {
  for (const key of TIME_SHARES) {
    const isAbsent = key === 'coreWaitNs' && shares[key] === undefined;
    if (!isAbsent) checkNumber(shares[key], `${place}.${key}`);
  }
}

function checkFacts(facts: Record<string, unknown>, types: FactTypes, place: string): void {
  for (const [name, type] of Object.entries(types)) {
    const fact = facts[name];
    if (fact === undefined && (type === 'laterText' || type === 'laterNumber')) continue;
    if (type === 'text' || type === 'laterText') checkText(fact, `${place}, ${name},`);
    else checkNumber(fact, `${place}, ${name},`);
  }
}

function checkTarget({ view, selection, window }: Record<string, unknown>, place: string): void {
  checkWord(view, `${place}, view,`, VIEWS);
  if (selection !== null) checkSelection(checkRecord(selection, `${place}, selection,`), place);
  if (window === null) return;
  const { fromNs, toNs } = checkRecord(window, `${place}, window,`);
  const from = checkNumber(fromNs, `${place}, fromNs,`);
  if (checkNumber(toNs, `${place}, toNs,`) < from) {
    throw new ProfileError(`The window of ${place} ends before it begins.`);
  }
}

function checkSelection(selection: Record<string, unknown>, place: string): void {
  if (selection.type === 'line') {
    checkText(selection.file, `${place}, file,`);
    checkNumber(selection.line, `${place}, line,`);
    checkWord(selection.costs, `${place}, costs,`, COSTS);
    return;
  }
  checkWord(selection.type, `${place}, selection type,`, { label: true, line: true });
  checkText(selection.category, `${place}, category,`);
  checkText(selection.name, `${place}, name,`);
}
