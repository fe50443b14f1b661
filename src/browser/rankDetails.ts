import type { RankDirectory } from '../formats/bundle/crossRankBundle';
import type { Straggler } from '../report/crossRank/crossRankReport';
import { type RankReason, rankReasons } from '../report/crossRank/rankReasons';
import type { ReportColumn } from '../tables/reportTable';
import { button, element } from '../web/element';
import type { RankState } from './rankState';
import { tableNode } from './rankTables';
import type { RankFact, RankLanguage, RankWords } from './rankWords';

/** The dependencies of {@link RankDetails}. */
export interface RankDetailsOptions extends RankLanguage {
  readonly words: RankWords;
  /** A button or link that opens the profile of a cycle. */
  readonly profileNode: (directory: RankDirectory) => Node;
  readonly onStraggler: (straggler: Straggler) => void;
  readonly onClose: () => void;
}

/** Stragglers and directories of a rank that are listed at most. */
const MAX_LISTED = 20;

/** The picked rank: its pace and place, why it is slow, its late steps, its operators, its profiles. */
export class RankDetails {
  readonly node: HTMLElement;
  #shown: number | null = null;

  constructor(private readonly options: RankDetailsOptions) {
    this.node = element('section', { part: 'ranksDetails', attributes: { hidden: '' } });
  }

  /** Shows the rank that is picked in `state`, or nothing; comes into sight where nothing was shown. */
  show(state: RankState): void {
    const { selected } = state;
    const wasHidden = this.node.hidden;
    this.node.hidden = selected === null;
    if (selected === this.#shown) return;
    this.#shown = selected;
    const nodes = selected === null ? [] : this.#nodesOf(state, selected);
    this.node.replaceChildren(...nodes);
    if (wasHidden && selected !== null) this.node.scrollIntoView?.({ block: 'nearest' });
  }

  /** Forgets what is shown, before another run or content is. */
  clear(): void {
    this.#shown = null;
    this.node.hidden = true;
    this.node.replaceChildren();
  }

  #nodesOf(state: RankState, rank: number): Node[] {
    const { trans, words, onClose } = this.options;
    const figures = state.figures.get(rank);
    const title = trans.__(
      'Rank %1 · %2 · process %3',
      String(rank),
      figures?.host ?? '',
      String(figures?.pid ?? '')
    );
    this.node.setAttribute('aria-label', trans.__('Rank %1', String(rank)));
    const close = button('×', onClose, trans.__('Close'));
    close.classList.add('jp-mod-close');
    const reason = rankReasons(state.run).get(rank) ?? null;
    return [
      element('div', { part: 'ranksDetailsHead' }, [
        element('h3', { part: 'ranksDetailsTitle', text: title }),
        ...this.#profileNodes(state, rank),
        close
      ]),
      factList(this.#factsOf(state, rank)),
      element('div', { part: 'ranksSections' }, [
        this.#section(trans.__('Why'), [
          element('p', { part: 'ranksReason', text: words.reason(reason) }),
          ...(reason === null ? [] : [this.#partTable(reason)])
        ]),
        ...this.#operatorNodes(state, rank),
        ...this.#stragglerNodes(state, rank)
      ])
    ];
  }

  #factsOf({ run, figures: all }: RankState, rank: number): RankFact[] {
    const { trans, words, duration } = this.options;
    const figures = all.get(rank);
    if (figures === undefined) return [];
    const { pace, phases, medianNs, maxNs, totalNs, excessNs } = figures;
    const place = String(1 + run.ranks.indexOf(figures));
    const orNone = (ns: number | null): string => (ns === null ? '–' : duration(ns));
    const isStep = run.comparedBy === 'step';
    return [
      [trans.__('Pace'), pace === null ? '–' : words.times(pace)],
      [trans.__('Place'), trans.__('%1 of %2, slowest first', place, String(run.ranks.length))],
      [isStep ? trans.__('Steps') : trans.__('Cycles'), String(phases)],
      [trans.__('Median'), orNone(medianNs)],
      [trans.__('Longest'), orNone(maxNs)],
      [trans.__('Total'), duration(totalNs)],
      [trans.__('Beyond the medians'), words.signed(excessNs)]
    ];
  }

  #partTable({ parts }: RankReason): HTMLElement {
    const { trans, words, duration } = this.options;
    return tableNode(
      {
        title: trans.__('Average step, the largest excess first'),
        columns: columns([trans.__('Part')], [trans.__('This rank'), ...this.#comparing()]),
        rows: parts.map(({ part, meanNs, medianNs, excessNs }) => [
          words.part(part),
          duration(meanNs),
          duration(medianNs),
          words.signed(excessNs)
        ]),
        hidden: 0
      },
      trans
    );
  }

  #stragglerNodes({ run }: RankState, rank: number): HTMLElement[] {
    const { trans, duration, onStraggler } = this.options;
    const own = run.stragglers.filter(straggler => straggler.rank === rank);
    if (own.length === 0) return [];
    const items = own.slice(0, MAX_LISTED).map(straggler => {
      const { phase, durationNs, expectedNs } = straggler;
      const text = trans.__(
        run.comparedBy === 'step'
          ? 'Step %1: %2 where %3 is usual (%4 times)'
          : 'Cycle %1: %2 where %3 is usual (%4 times)',
        ...[String(phase), duration(durationNs), duration(expectedNs)],
        (durationNs / expectedNs).toFixed(2)
      );
      return element('li', {}, [button(text, () => onStraggler(straggler))]);
    });
    const list = element('ul', { part: 'ranksStragglers' }, items);
    return [this.#section(trans.__('Late'), [list])];
  }

  #operatorNodes({ run }: RankState, rank: number): HTMLElement[] {
    const { trans, words, duration } = this.options;
    const own = run.rankOperators.filter(row => row.rank === rank);
    if (own.length === 0) return [];
    const table = tableNode(
      {
        title:
          run.comparedBy === 'step'
            ? trans.__('Furthest above the median of the ranks, self time a step')
            : trans.__('Furthest above the median of the ranks, self time a cycle'),
        columns: columns(
          [trans.__('Name'), trans.__('Category')],
          [trans.__('Calls'), trans.__('Self'), ...this.#comparing()]
        ),
        rows: own.map(({ name, category, calls, selfNs, medianNs, excessNs }) => [
          ...[name, category, calls.toFixed(1)],
          ...[duration(selfNs), duration(medianNs), words.signed(excessNs)]
        ]),
        hidden: 0
      },
      trans
    );
    return [this.#section(trans.__('Operators'), [table])];
  }

  #profileNodes({ content, run }: RankState, rank: number): Node[] {
    const own = content.directories.filter(([inRun, of]) => inRun === run.run && of === rank);
    return own.slice(0, MAX_LISTED).map(this.options.profileNode);
  }

  #comparing(): readonly string[] {
    const { trans } = this.options;
    return [trans.__('Median'), trans.__('Excess')];
  }

  #section(title: string, nodes: readonly Node[]): HTMLElement {
    return element('div', { part: 'ranksSection' }, [
      element('h4', { part: 'ranksSectionTitle', text: title }),
      ...nodes
    ]);
  }
}

function factList(facts: readonly RankFact[]): HTMLElement {
  const pairs = facts.map(([label, value]) =>
    element('div', { part: 'figure' }, [
      element('dt', { part: 'figureLabel', text: label }),
      element('dd', { part: 'figureValue', text: value })
    ])
  );
  return element('dl', { part: 'summary' }, pairs);
}

function columns(left: readonly string[], right: readonly string[]): ReportColumn[] {
  return [
    ...left.map((heading): ReportColumn => ({ heading, align: 'left' })),
    ...right.map((heading): ReportColumn => ({ heading, align: 'right' }))
  ];
}
