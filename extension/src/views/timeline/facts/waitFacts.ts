import type { TranslationBundle } from '../../../shared/host/translation';
import { firstFailing } from 'kernelscope/layout';
import {
  ArgKind,
  ENDED_BY_ARG,
  EVENT_LOOP_CATEGORY,
  type Profile,
  WAITING_CATEGORY
} from 'kernelscope/model';
import type { Fact } from '../../../shared/content/description';
import { type TimelineModel, categoryOfSlice, nameOfSlice } from '../state/model';
import { waitPlace } from '../state/waitTitles';
import { BLOCK_NAME } from '../state/withBlocks';
import type { FactWords } from './factWords';

/** Of a wait where and how it ended and its share of the run; of a block what it means. */
export function waitFacts(
  { profile }: Pick<TimelineModel, 'profile'>,
  slice: number,
  { trans, formats }: FactWords
): Fact[] {
  const category = categoryOfSlice(profile, slice);
  const name = nameOfSlice(profile, slice);
  if (category === EVENT_LOOP_CATEGORY && name === BLOCK_NAME) return [blockFact(trans)];
  if (category !== WAITING_CATEGORY) return [];
  const { durationNs } = profile.meta;
  const share = durationNs > 0 ? Math.min(1, profile.slices.duration[slice] / durationNs) : 0;
  const facts: Fact[] = [
    { label: trans.__('Waits at'), value: waitPlace(name) === null ? '' : name },
    { label: trans.__('Ended by'), value: causeWords(causeOf(profile, slice), trans) },
    { label: trans.__('Share of the run'), value: formats.percent(share) }
  ];
  return facts.filter(({ value }) => value !== '');
}

function blockFact(trans: TranslationBundle): Fact {
  const value = trans.__(
    'Code ran without a pause, so timers, messages and other awaits had to wait for it.'
  );
  return { label: trans.__('What it means'), value, isSentence: true };
}

/** What ended a wait, as it was recorded; '' where that is not known. */
function causeOf({ args, strings }: Profile, slice: number): string {
  const first = firstFailing(0, args.length, row => args.slice[row] < slice);
  for (let row = first; row < args.length && args.slice[row] === slice; row++) {
    const isCause = strings[args.key[row]] === ENDED_BY_ARG && args.kind[row] === ArgKind.string;
    if (isCause) return strings[args.value[row]];
  }
  return '';
}

function causeWords(cause: string, trans: TranslationBundle): string {
  switch (cause) {
    case 'timer':
      return trans.__('a timer');
    case 'immediate':
      return trans.__('setImmediate');
    case 'message':
      return trans.__('a message of another thread');
    case 'process':
      return trans.__('a child process');
    case 'network':
      return trans.__('the network');
    case 'stream':
      return trans.__('a stream');
    case 'file':
      return trans.__('a file');
    case 'native code':
      return trans.__('native code, such as a thread of Node.js');
    default:
      return cause;
  }
}
