import { formatDuration, joinWords } from '../../base/text';
import type { PartFigures, RankReason, StepPart } from './rankReasons';

const PART_WORDS: Readonly<Record<StepPart, string>> = {
  computing: 'computing',
  dataWait: 'waiting for data',
  gpuWait: 'waiting for the GPU',
  communication: 'communication',
  free: 'time in which nothing was measured'
};

/** A part needs this share of the main reason's excess to be named beside it. */
const BESIDE = 0.25;

/** Why a rank is slow, in a sentence; null if no part of its steps is well above the median. */
export function reasonSentenceOf({ rank, main, parts }: RankReason): string | null {
  if (main === null) return null;
  const beside = parts.slice(1).filter(({ excessNs }) => excessNs >= BESIDE * main.excessNs);
  const words = joinWords([main, ...beside].map(figuresText), 'and');
  return `Why: on average a step of rank ${rank} has more ${words}.`;
}

/** The rank that others wait for, in a sentence. */
export function holdUpSentence(reason: RankReason): string {
  const { rank, ownExcessNs, main } = reason;
  const more = formatDuration(ownExcessNs);
  const why = main === null ? '' : `: more ${figuresText(main)}`;
  return (
    `The others wait for rank ${rank}: without communication its steps take ${more} longer than the ` +
    `median of the ranks${why}.`
  );
}

function figuresText({ part, meanNs, medianNs, excessNs }: PartFigures): string {
  const figures = `${formatDuration(meanNs)}, median ${formatDuration(medianNs)}`;
  return `${PART_WORDS[part]} (+${formatDuration(excessNs)}: ${figures})`;
}
