import { type Translator, UNTRANSLATED } from '../../base/translator';
import { FACT_FINDINGS, type FactFindings } from '../../facts/table';
import { ANONYMOUS, TOP_LEVEL } from '../../model/profile/frameNames';
import {
  clippedPart,
  type SentencePart,
  type SentenceWords
} from '../../facts/shared/sentenceParts';
import { type CellFormats, PLAIN_FORMATS } from '../../tables/reportTable';
import { causeParts, ending } from './causeWords';
import { grownParts, peakParts } from './memoryWords';
import { calledParts, requestParts, testRunnerParts } from './runWords';
import {
  blockedParts,
  endedParts,
  oneAtATimeParts,
  ranParts,
  secondWait,
  startParts,
  type Wording,
  waitedParts
} from './waitWords';
import { uncertaintyText } from '../text/uncertainty';
import type { Finding, FindingKind, FindingOf } from '../../model/output/findings';

/** The language of a sentence; English unless given. */
export interface SentenceOptions {
  readonly trans?: Translator;
  readonly formats?: CellFormats;
}

/** A finding as one sentence, in parts, with its uncertainty where it was sampled. */
export function findingSentence(
  finding: Finding,
  { trans = UNTRANSLATED, formats = PLAIN_FORMATS }: SentenceOptions = {}
): readonly SentencePart[] {
  const words = new Words({ __: text => trans.__(text, ...MARKS) }, formats);
  const sentence = ALL_SENTENCES.get(finding.kind) as (
    finding: Finding,
    words: Words
  ) => readonly SentencePart[];
  return sentence(finding, words).map(clippedPart);
}

/** The same as plain text, with code between backticks. */
export function findingText(finding: Finding, options?: SentenceOptions): string {
  return findingSentence(finding, options)
    .map(part => (typeof part === 'string' ? part : `\`${part.code}\``))
    .join('');
}

/** Take the places of values in a translation: the values are parts of a sentence, not texts. */
const MARKS = Array.from({ length: 9 }, (_, at) => `%${at + 1}`);

/** Writes the parts of sentences. */
class Words implements SentenceWords {
  constructor(
    readonly trans: Translator,
    readonly formats: CellFormats
  ) {}

  /** A text with `%1`, `%2` … replaced, each of which occurs once at most. */
  fill(text: string, ...values: readonly SentencePart[]): SentencePart[] {
    return text
      .split(/(%\d)/)
      .map(piece => (/^%\d$/.test(piece) ? (values[Number(piece[1]) - 1] ?? '') : piece))
      .filter(piece => piece !== '');
  }

  /** A share with the bounds of its interval, if it was sampled: `78 % (75–80 %)`. */
  share({ share, low, high }: Pick<Finding, 'share' | 'low' | 'high'>): string {
    const { formats } = this;
    const text = formats.percent(share ?? 0);
    if (low === null || high === null) return text;
    const [from, to] = [formats.percent(low), formats.percent(high)];
    return from === to ? text : `${text} (${withoutSign(from, to)}–${to})`;
  }

  /** The share of the time without waits for a core, where these were much of it. */
  unqueued({ unqueuedShare }: { readonly unqueuedShare?: number }): string {
    if (unqueuedShare === undefined) return '';
    const share = this.formats.percent(unqueuedShare);
    return this.trans.__(' (%1 without waits for a core)').replace('%1', () => share);
  }

  /** Bytes that were estimated from samples: `22.0 MB (± 12 %)`, or without it where that is not known. */
  sampled(sizeBytes: number, errorBytes: number): string {
    const error = uncertaintyText(sizeBytes, errorBytes, this);
    const size = this.formats.bytes(sizeBytes);
    return error === '' ? size : `${size} (${error})`;
  }

  /** `Cell [2]:7`, `Cell [2]` or nothing. */
  place(file: string, line: number): string {
    return line > 0 ? `${file}:${line}` : file;
  }

  /** From where a function was called, if that is known. */
  calledFrom({
    fromFile = '',
    fromLine = 0
  }: Pick<FindingOf<'hotLine'>['facts'], 'fromFile' | 'fromLine'>): readonly SentencePart[] {
    if (fromFile === '') return [];
    return this.fill(this.trans.__(', called from %1'), this.place(fromFile, fromLine));
  }

  /** `name()`, or words for code that has no name. */
  called(name: string): SentencePart {
    if (name === TOP_LEVEL) return this.trans.__('top-level code');
    if (name === '' || name === ANONYMOUS) return this.trans.__('an anonymous function');
    return { code: `${name}()` };
  }
}

/** The lower bound of an interval without the sign that its upper bound has as well. */
export function withoutSign(from: string, to: string): string {
  const sign = /\s*%$/.exec(to)?.[0] ?? '';
  return sign !== '' && from.endsWith(sign) ? from.slice(0, -sign.length) : from;
}

type Sentences = {
  readonly [Kind in Exclude<FindingKind, keyof FactFindings>]: (
    finding: FindingOf<Kind>,
    words: Words
  ) => readonly SentencePart[];
};

const SENTENCES: Sentences = {
  hotLine: (finding, words) => {
    const { file, line, function: name } = finding.facts;
    const { trans } = words;
    const start = words.fill(
      trans.__('Line %1 took %2 of the time%3'),
      words.place(file, line),
      words.share(finding),
      words.unqueued(finding.facts)
    );
    const within = name === '' ? [] : words.fill(trans.__(', in %1'), words.called(name));
    const from = words.calledFrom(finding.facts);
    const called = calledParts(finding.facts, words);
    return [...start, ...within, ...from, ...called, ...ending(finding.facts, words)];
  },
  hotFunction: (finding, words) => {
    const { file, line, function: name } = finding.facts;
    const { trans } = words;
    const shares = [words.share(finding), words.unqueued(finding.facts)] as const;
    const called = [...calledParts(finding.facts, words), '.', ...causeParts(finding.facts, words)];
    const [topLevel, nameless, named] = [
      trans.__('The top level of %1 took %2 of the time%3, with what it called in libraries'),
      trans.__(
        'An anonymous function at %1 took %2 of the time%3, with what it called in libraries'
      ),
      trans.__('Function %1 at %2 took %3 of the time%4, with what it called in libraries')
    ];
    const place = words.place(file, line);
    if (name === TOP_LEVEL) return [...words.fill(topLevel, file, ...shares), ...called];
    return name === '' || name === ANONYMOUS
      ? [...words.fill(nameless, place, ...shares), ...called]
      : [...words.fill(named, words.called(name), place, ...shares), ...called];
  },
  garbage: (finding, words) => {
    const { timeNs, count, function: name, file, line } = finding.facts;
    const { trans, formats } = words;
    const start = words.fill(
      count === 1
        ? trans.__('Garbage collection took %1 of the time: %2 in one go')
        : trans.__('Garbage collection took %1 of the time: %2 in %3 collections'),
      words.share(finding),
      formats.duration(timeNs),
      formats.count(count)
    );
    if (file === '') return [...start, '.'];
    const where = [words.called(name), words.place(file, line)] as const;
    return [...start, ...words.fill(trans.__(', most of it for %1 at %2.'), ...where)];
  },
  waiting: (finding, words) => {
    const { timeNs, placeNs, file, line, endedBy, waits = 0, turns = 0 } = finding.facts;
    const { trans, formats } = words;
    const start = waitedParts(finding, words);
    if (file === '') {
      const known = words.fill(
        trans.__('; at which lines is known only of %1'),
        formats.duration(placeNs)
      );
      const blocked = blockedParts(finding, words);
      const rest = placeNs > 0 ? [...blocked, ...known] : blocked;
      return [...start, ', ', formats.duration(timeNs), ...rest, '.'];
    }
    const at = words.fill(
      trans.__(', %1 of that (%2 of %3) at %4'),
      formats.percent(placeNs / timeNs),
      formats.duration(placeNs),
      formats.duration(timeNs),
      words.place(file, line)
    );
    const each = trans.__(' in %1 waits of %2');
    const mean = formats.duration(placeNs / waits);
    const often = waits > 1 ? words.fill(each, formats.count(waits), mean) : [];
    const inTurn = turns > 0 ? [trans.__(', one after another')] : [];
    const from = words.calledFrom(finding.facts);
    const rest = [
      ...often,
      ...inTurn,
      ...endedParts(endedBy, words),
      ...startParts(finding.facts, words),
      ...from,
      ...ranParts(finding, words),
      ...ending(finding.facts, words)
    ];
    return [...start, ...at, ...rest, ...secondWait(finding.facts, words)];
  },
  oneAtATime: oneAtATimeParts,
  eventLoop: (finding, words) => {
    const { longestNs, blocks, function: name, file, line } = finding.facts;
    const { trans, formats } = words;
    const start = words.fill(
      trans.__('Code ran for %1 without a pause, and kept timers and other awaits waiting'),
      formats.duration(longestNs)
    );
    const often = blocks > 1 ? words.fill(trans.__(' (%1 times)'), formats.count(blocks)) : [];
    if (file === '') return [...start, ...often, '.'];
    const where = [words.called(name), words.place(file, line)] as const;
    return [...start, ...often, ...words.fill(trans.__(', most of it in %1 at %2.'), ...where)];
  },
  dominates: (finding, words) => {
    const { name, timeNs, count, threads = 1, function: within } = finding.facts;
    const { trans, formats } = words;
    const start = words.fill(
      count === 1
        ? trans.__('%1 took %2 of the time: %3 in one run')
        : trans.__('%1 took %2 of the time: %3 in %4 runs'),
      { code: name },
      words.share(finding),
      formats.duration(timeNs),
      formats.count(count)
    );
    const among = threads > 1 ? words.fill(trans.__(' on %1 threads'), formats.count(threads)) : [];
    if (within === '') return [...start, ...among, '.'];
    const most = words.fill(trans.__(', most of it in %1.'), words.called(within));
    return [...start, ...among, ...most];
  },
  requests: requestParts,
  testRunner: testRunnerParts,
  grew: (finding, words) => {
    const { name, count, firstNs, lastNs } = finding.facts;
    const { trans, formats } = words;
    return words.fill(
      trans.__('%1 became slower over %2 runs: from %3 to %4 each, %5 of the time in all.'),
      { code: name },
      formats.count(count),
      formats.duration(firstNs),
      formats.duration(lastNs),
      words.share(finding)
    );
  },
  outliers: (finding, words) => {
    const { name, count, outliers, run, medianNs, longestNs } = finding.facts;
    const { trans, formats } = words;
    return words.fill(
      outliers === 1
        ? trans.__('%1 of %2 runs of %3 took %4 (run %6), while the median is %5.')
        : trans.__('%1 of %2 runs of %3 took up to %4 (run %6), while the median is %5.'),
      formats.count(outliers),
      formats.count(count),
      { code: name },
      formats.duration(longestNs),
      formats.duration(medianNs),
      formats.count(run)
    );
  },
  gpuIdle: (finding, words) => {
    const { device, idleNs, cause, causeNs, host } = finding.facts;
    const { trans, formats } = words;
    const start = words.fill(
      causeNs > idleNs / 2
        ? trans.__('GPU %1 was idle for %2 of the time, %3, most of it (%4) ')
        : trans.__('GPU %1 was idle for %2 of the time, %3, of which %4 '),
      formats.count(device),
      words.share(finding),
      formats.duration(idleNs),
      formats.duration(causeNs)
    );
    if (cause === 'nothingLaunched' && host !== '') {
      return [...start, ...words.fill(trans.__('while the host waited at %1.'), { code: host })];
    }
    const why = IDLE_CAUSES[cause]?.(trans) ?? cause;
    return host === '' ? [...start, why, '.'] : [...start, why, ': ', { code: host }];
  },
  memory: grownParts,
  memoryPeak: peakParts,
  allocations: ({ facts }, words) => {
    const { function: name, file, line, allocatedBytes, errorBytes, allBytes } = facts;
    const { trans, formats } = words;
    const amounts = [words.sampled(allocatedBytes, errorBytes), formats.bytes(allBytes)];
    if (file === '') {
      const text = trans.__('%1 allocated the most: about %2 of %3.');
      return words.fill(text, words.called(name), ...amounts);
    }
    const text = trans.__('%1 (%2) allocated the most: about %3 of %4.');
    return words.fill(text, words.called(name), words.place(file, line), ...amounts);
  },
  overhead: (finding, words) => {
    const { timeNs, option } = finding.facts;
    const { trans, formats } = words;
    const start = words.fill(
      trans.__('Recording took about %1 of the time, %2'),
      words.share(finding),
      formats.duration(timeNs)
    );
    if (option === '') return [...start, trans.__(': fewer slices would take less.')];
    return [...start, ...words.fill(trans.__('; without %1 it takes less.'), { code: option })];
  },
  busyMachine: ({ facts }, words) => {
    const { trans, formats } = words;
    return words.fill(
      trans.__('The machine was busy: %1 of %2 waiting for a core.'),
      formats.duration(facts.waitedNs),
      formats.duration(facts.wallNs)
    );
  },
  fewSamples: ({ facts }, words) => {
    const { trans, formats } = words;
    return words.fill(
      trans.__(
        'Only %1 of %2 samples of the profiled thread were taken: shares of its CPU time may be off.'
      ),
      formats.count(facts.samples),
      formats.count(facts.expected)
    );
  }
};

const ALL_SENTENCES: ReadonlyMap<
  string,
  (finding: never, words: Words) => readonly SentencePart[]
> = new Map<string, (finding: never, words: Words) => readonly SentencePart[]>([
  ...Object.entries(SENTENCES),
  ...FACT_FINDINGS.map(({ kind, sentence }) => [kind, sentence] as const)
]);

const IDLE_CAUSES: Readonly<Record<string, Wording | undefined>> = {
  hostBusy: trans => trans.__('while the host ran code'),
  sync: trans => trans.__('while the host waited for it and gave it nothing new'),
  copy: trans => trans.__('while the host copied'),
  launch: trans => trans.__('while the host launched work'),
  nothingLaunched: trans => trans.__('while nothing was launched')
};
