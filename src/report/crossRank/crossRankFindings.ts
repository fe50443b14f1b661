import { formatDuration, joinWords, plural } from '../../base/text';
import type { CrossRankReport, CrossRankRun, RankFigures } from './crossRankReport';
import {
  rankReasons,
  rankThatHoldsUp,
  type PartFigures,
  type RankReason,
  type StepPart
} from './rankReasons';

/** A rank is called slow when its phases typically take so many times the median of all. */
const SLOW_PACE = 1.02;

/** Names of operators that a sentence lists at most. */
const LISTED_NAMES = 3;

/** Stragglers and ranks without phases that a sentence lists at most. */
const LISTED_RANKS = 5;

/** The rank whose phases typically take longest; null if there is nothing to compare. */
export function slowestRank(run: CrossRankRun): RankFigures | null {
  const compared = run.ranks.filter(({ pace }) => pace !== null);
  return compared.length < 2 ? null : compared[0];
}

/** The source of the ranks' numbers, unless all were recorded. */
export function rankSourceSentence({ ranksFrom }: CrossRankReport): string | null {
  if (ranksFrom === 'recorded') return null;
  const which = ranksFrom === 'names' ? 'No process recorded its rank' : 'Some recorded no rank';
  return `${which}: processes are numbered in the order of their directories' names.`;
}

/** The findings of one run, in sentences, the most important first. */
export function findings(run: CrossRankRun): string[] {
  return [
    sizeSentence(run),
    ...(run.ranks.length < 2 ? ['There is one rank: nothing to compare it with.'] : []),
    ...slowestSentences(run),
    ...skewSentence(run),
    ...stragglerSentences(run),
    ...missingSentences(run),
    ...recoveredSentence(run)
  ];
}

function sizeSentence({ ranks, phaseCount, comparedBy, cycles }: CrossRankRun): string {
  const size = `${plural(ranks.length, 'rank')}, ${plural(cycles, 'cycle')}`;
  if (comparedBy === 'step') return `${size}, ${plural(phaseCount, 'step')}.`;
  return `${size}. No steps were recorded: cycles are compared.`;
}

function slowestSentences(run: CrossRankRun): string[] {
  const slowest = slowestRank(run);
  if (slowest === null || slowest.pace === null) return [];
  const { rank, host, pid, pace, excessNs } = slowest;
  const phases = `${run.comparedBy}s`;
  if (pace < SLOW_PACE) {
    return [
      `No rank is slow: the slowest, rank ${rank}, takes ${times(pace)} the median of the ranks.`,
      ...holdUpSentences(run)
    ];
  }
  const more = excessNs > 0 ? `, ${formatDuration(excessNs)} more in all` : '';
  return [
    `Slowest rank: ${rank} (${host}, process ${pid}). Its ${phases} typically take ${times(pace)} ` +
      `the median of the ranks${more}.`,
    ...partSentence(run, rank),
    ...operatorSentence(run, rank)
  ];
}

/** The parts of its steps that make a rank slow. */
function partSentence(run: CrossRankRun, rank: number): string[] {
  const reason = rankReasons(run).get(rank);
  const sentence = reason === undefined ? null : reasonSentenceOf(reason);
  return sentence === null ? [] : [sentence];
}

/** Ranks that wait for each other in every step take the same time: then one may keep the others. */
function holdUpSentences(run: CrossRankRun): string[] {
  const reason = rankThatHoldsUp(run);
  return reason === null ? [] : [holdUpSentence(reason)];
}

/** The names that make a rank slow, with their share of their common excess. */
function operatorSentence({ rankOperators, comparedBy }: CrossRankRun, rank: number): string[] {
  const own = rankOperators.filter(row => row.rank === rank).slice(0, LISTED_NAMES);
  if (own.length === 0) return [];
  const names = own.map(
    ({ name, excessNs, medianNs }) =>
      `${name} (+${formatDuration(excessNs)} a ${comparedBy}, median ${formatDuration(medianNs)})`
  );
  return [`Rank ${rank} is above the median of the ranks in ${joinWords(names, 'and')}.`];
}

function skewSentence({ phases, comparedBy, ranks }: CrossRankRun): string[] {
  if (ranks.length < 2 || phases.length === 0) return [];
  const [{ phase, skewNs, maxNs, minNs, slowestRank: slow, fastestRank: fast }] = phases;
  return [
    `Widest skew: ${comparedBy} ${phase}, ${formatDuration(skewNs)} between rank ${slow} ` +
      `(${formatDuration(maxNs)}) and rank ${fast} (${formatDuration(minNs)}).`
  ];
}

function stragglerSentences({ stragglers, comparedBy }: CrossRankRun): string[] {
  const listed = stragglers
    .slice(0, LISTED_RANKS)
    .map(
      ({ rank, phase, durationNs, expectedNs }) =>
        `Straggler: rank ${rank} in ${comparedBy} ${phase} took ${formatDuration(durationNs)} where ` +
        `${formatDuration(expectedNs)} is usual for it (${times(durationNs / expectedNs)}).`
    );
  const hidden = stragglers.length - listed.length;
  return hidden > 0 ? [...listed, `${plural(hidden, 'more straggler')}.`] : listed;
}

function missingSentences({ ranks, phaseCount, comparedBy }: CrossRankRun): string[] {
  const lacking = ranks.filter(({ phases }) => phases < phaseCount).sort(byNumber);
  if (lacking.length === 0) return [];
  const listed = lacking
    .slice(0, LISTED_RANKS)
    .map(({ rank, phases }) => `rank ${rank} has ${phases}`);
  const hidden = lacking.length - listed.length;
  const more = hidden > 0 ? [plural(hidden, 'other rank')] : [];
  const words = joinWords([...listed, ...more], 'and');
  return [`Of ${plural(phaseCount, comparedBy)}, some ranks lack some: ${words}.`];
}

function recoveredSentence({ ranks }: CrossRankRun): string[] {
  const cut = ranks.filter(({ recoveredCycles }) => recoveredCycles > 0).sort(byNumber);
  if (cut.length === 0) return [];
  const listed = cut.slice(0, LISTED_RANKS).map(({ rank }) => String(rank));
  const hidden = cut.length - listed.length;
  const words = joinWords(hidden > 0 ? [...listed, `${hidden} others`] : listed, 'and');
  return [`Cut off before their end: rank${cut.length === 1 ? '' : 's'} ${words}.`];
}

function byNumber(a: RankFigures, b: RankFigures): number {
  return a.rank - b.rank;
}

/** `1.40 times`. */
function times(factor: number): string {
  return `${factor.toFixed(2)} times`;
}

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
