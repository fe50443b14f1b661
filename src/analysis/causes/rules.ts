import { COLLECTION_RULES } from './collectionRules';
import { PLATFORM_RULES } from './platformRules';
import type { CauseRule } from './site';
import { VALUE_RULES } from './valueRules';

/** One rule for each known cause; of several that match a line, the first counts. */
export const CAUSE_RULES: readonly CauseRule[] = [
  ...PLATFORM_RULES,
  ...COLLECTION_RULES,
  ...VALUE_RULES
];
