import {
  type Finding,
  type FindingTarget,
  type Findings,
  type Profile,
  isRemark,
  isWholeCell
} from 'kernelscope/model';
import {
  type NamedShare,
  causeAddress,
  mainSharesText,
  shownShares,
  cureIn
} from 'kernelscope/report';
import { Widget } from '@lumino/widgets';
import { element } from 'kernelscope/web';
import { removeMagic } from 'kernelscope/settings';
import type { TranslationBundle } from '../shared/content/application';
import type { CellLink } from '../shared/content/cellLink';
import type { NumberFormats } from '../shared/content/format';
import { CellButton } from '../shared/elements/cellButton';
import { sentenceNodes } from '../shared/elements/sentenceNodes';
import { VIEWS } from './viewTable';

/** The dependencies of {@link FindingsPanel}. */
interface FindingsPanelOptions {
  readonly bundle: Findings;
  readonly formats: NumberFormats;
  readonly trans: TranslationBundle;
  /** Leads to the cells that findings name; null or absent where there is no notebook. */
  readonly cells?: CellLink | null;
  /** Called when a finding is chosen: shows its evidence. */
  readonly onOpen: (target: FindingTarget) => void;
}

/** The findings, each a link to its evidence, the wall time by use as one bar, and remarks. */
export class FindingsPanel extends Widget {
  readonly #trials: readonly TrialButton[];

  constructor(options: FindingsPanelOptions) {
    super();
    const { bundle, trans } = options;
    this.addClass('jp-Kernelscope-findings');
    this.node.setAttribute('role', 'region');
    this.node.setAttribute('aria-label', trans.__('Findings'));
    const found = bundle.findings.filter(finding => !isRemark(finding));
    const remarks = bundle.findings.filter(isRemark);
    const items = found.map(finding => ({ finding, trial: new TrialButton(finding, options) }));
    this.#trials = items.map(({ trial }) => trial);
    if (items.length > 0) {
      const nodes = items.map(({ finding, trial }) => itemOf(finding, options, trial.node));
      this.node.append(element('ol', FOUND, nodes));
    }
    if (bundle.shares) this.node.append(sharesNode(shownShares(bundle.shares, trans), options));
    if (bundle.mainShares) {
      const text = mainSharesText(bundle.mainShares, trans);
      this.node.append(element('p', { part: 'mainShares', text }));
    }
    if (remarks.length > 0) {
      const nodes = remarks.map(finding => itemOf(finding, options));
      this.node.append(element('ul', REMARKS, nodes));
    }
  }

  /** Offers to try the cures of lines of the profiled cell, whose code is in the profile, not in the findings. */
  setProfile({ meta }: Pick<Profile, 'meta'>): void {
    for (const trial of this.#trials) trial.setCell(meta);
  }
}

/** True if there is anything to show. */
export function hasFindings({ findings, shares }: FindingsPanelOptions['bundle']): boolean {
  return findings.length > 0 || shares !== null;
}

const FOUND = { part: 'findingList' };
const REMARKS = { part: 'findingList jp-mod-remarks' };

function itemOf(
  finding: Finding,
  options: FindingsPanelOptions,
  ...buttons: readonly HTMLElement[]
): HTMLElement {
  const { formats, trans, onOpen } = options;
  const { view } = finding.target;
  const name = VIEWS.find(({ key }) => key === view)?.label(trans) ?? view;
  const title = trans.__('Show the evidence in the view %1', name);
  const parts = sentenceNodes(finding, { trans, formats });
  const button = element(
    'button',
    { part: 'finding', attributes: { type: 'button', title } },
    parts
  );
  button.addEventListener('click', () => onOpen(finding.target));
  return element('li', {}, [
    button,
    ...cellButton(finding, options),
    ...buttons,
    ...causeLink(finding, trans)
  ]);
}

/** A button that puts a cell with the cure of a finding below the profiled one; hidden where there is none to try. */
class TrialButton {
  readonly node: HTMLButtonElement;
  #code = '';

  constructor(
    private readonly finding: Finding,
    private readonly options: Pick<FindingsPanelOptions, 'cells' | 'trans'>
  ) {
    const { cells, trans } = options;
    const title = trans.__(
      'Put a cell below that runs the code of this one in turns with what you change in it; nothing is run yet'
    );
    const attributes = { type: 'button', title };
    this.node = element('button', { part: 'button', text: trans.__('Try the cure'), attributes });
    this.node.hidden = true;
    this.node.addEventListener('click', () => {
      const { facts } = this.finding;
      if ('file' in facts) cells?.insertBelow?.(facts.file, this.#code);
    });
  }

  /** The profiled cell, whose code is tried. */
  setCell(meta: Profile['meta']): void {
    const { cells, trans } = this.options;
    const code = cells?.insertBelow ? trialCell(this.finding, meta, trans) : null;
    this.#code = code ?? '';
    this.node.hidden = code === null;
  }
}

/** The way to the page about the known cause of a finding, with code before and after. */
function causeLink(finding: Finding, trans: TranslationBundle): HTMLElement[] {
  const href = causeAddress(finding);
  if (href === null) return [];
  const attributes = { href, target: '_blank', rel: 'noopener noreferrer' };
  return [element('a', { part: 'causeLink', text: trans.__('Before and after'), attributes })];
}

/** The way to the line that a finding names; none where it is in no cell. */
function cellButton({ facts }: Finding, { cells, trans }: FindingsPanelOptions): HTMLElement[] {
  if (!cells || !('file' in facts)) return [];
  const button = new CellButton({ cells, trans });
  button.point(facts);
  return [button.node];
}

function sharesNode(
  shown: readonly NamedShare[],
  { formats, trans }: FindingsPanelOptions
): HTMLElement {
  const text = ({ label, share }: NamedShare): string => `${label} ${formats.percent(share)}`;
  const title = (each: NamedShare): string =>
    trans.__('%1: %2 of the wall time', each.label, formats.duration(each.timeNs));
  const bar = shown.map(each => {
    const attributes = { title: `${title(each)} (${formats.percent(each.share)})` };
    const node = element('span', { part: `share jp-mod-${each.key}`, attributes });
    node.style.flexGrow = String(each.share);
    return node;
  });
  const legend = shown.map(each =>
    element('li', { attributes: { title: title(each) } }, [
      element('span', {
        part: `shareMark jp-mod-${each.key}`,
        attributes: { 'aria-hidden': 'true' }
      }),
      element('span', { text: text(each) })
    ])
  );
  return element('div', { part: 'shares' }, [
    element(
      'div',
      {
        part: 'shareBar',
        attributes: {
          role: 'img',
          'aria-label': `${trans.__('Wall time')}: ${shown.map(text).join(', ')}`
        }
      },
      bar
    ),
    element('ul', { part: 'shareLegend' }, legend)
  ]);
}

/**
 * The text of a cell in which the cure of a finding can be tried: the code of the profiled cell, with the cure as a
 * comment above the line that the finding names, and the magic that runs it in turns with the cell as it was recorded.
 * Null where the finding has no cure, or names a line that is not of the profiled cell, or the profile has only the
 * beginning of that.
 */
export function trialCell(
  finding: Finding,
  { name, cell }: Pick<Profile['meta'], 'name' | 'cell'>,
  trans: TranslationBundle
): string | null {
  const cure = cureIn(finding, cell, trans);
  if (cure === null || cell === null || !isWholeCell(cell)) return null;
  const lines = removeMagic(cell.source).split(/\r\n|\r|\n/);
  const above = cure.line - 1;
  const [indent] = /^[ \t]*/.exec(lines[above] ?? '') ?? [''];
  const code = [...lines.slice(0, above), `${indent}// ${cure.text}`, ...lines.slice(above)];
  return `%%profile --try --compare ${quoted(name)}\n${code.join('\n').replace(/^(?:[ \t]*\n)+/, '')}`;
}

/** A word of a magic line. */
function quoted(word: string): string {
  return `"${word.replace(/["\\]/g, '\\$&')}"`;
}
