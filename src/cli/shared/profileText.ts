import { summarize } from '../../analysis';
import type { FinishedProfile } from '../../engine/results/finishedProfile';
import type { ProfileOptions } from '../../settings/table/profileOptions';
import {
  findingsText,
  heapFunctionsTable,
  heapGrowthTable,
  hotFunctionsTable,
  requestsTable,
  summaryLine,
  waitingTables
} from '../../report';

/** Options for printing a profile. */
export type PrintOptions = Pick<ProfileOptions, 'sortBy' | 'ascending' | 'top' | 'format'>;

/** The maximum number of functions printed, unless all are requested. */
const MAX_FUNCTIONS = 15;

/**
 * A profile as a terminal shows it: its summary, findings, statistics, requests, hottest
 * functions, what waited, allocated and grew on the heap, or all as JSON.
 */
export function profileText(profile: FinishedProfile, options: PrintOptions): string {
  const text = profile.dumps(options);
  if (options.format === 'json') return `${text}\n`;
  const top = Math.min(options.top, MAX_FUNCTIONS);
  const functions = hotFunctionsTable(profile.data, top);
  const waits = waitingTables(profile.data, top);
  const found = findingsText(profile.found);
  const requests = requestsTable(profile.data, options.top);
  const allocated = heapFunctionsTable(profile.data, top);
  const grown = heapGrowthTable(profile.data);
  return `${summaryLine(summarize(profile.data))}
${found}${ended(text)}${requests}${functions}${waits}${allocated}${grown}`;
}

function ended(text: string): string {
  return text.endsWith('\n') ? text : `${text}\n`;
}
