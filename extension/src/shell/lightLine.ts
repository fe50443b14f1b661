import type { TranslationBundle } from '../shared/content/application';
import { firstFinding, type ProfileBundle } from 'kernelscope/model';
import type { NumberFormats } from '../shared/content/format';
import { element } from 'kernelscope/web';
import { type CellFigures, type FigureName, figuresOf } from '../shared/content/cellFigures';
import { sentenceNodes } from '../shared/elements/sentenceNodes';

export interface LightLineOptions {
  readonly bundle: ProfileBundle;
  readonly isOpen: boolean;
  /** Opens the profile, or closes it again. */
  readonly onToggle: () => void;
  readonly formats: NumberFormats;
  readonly trans: TranslationBundle;
}

/** A profile in one line: its figures and its first sentence on a button that opens it. */
export function lightLine(options: LightLineOptions): HTMLElement {
  const { bundle, isOpen, onToggle, trans } = options;
  const figures = figuresOf(bundle);
  const mark = element('span', {
    part: 'lightMark',
    text: isOpen ? '▾' : '▸',
    attributes: { 'aria-hidden': 'true' }
  });
  const title = isOpen ? trans.__('Close this profile') : trans.__('Open this profile');
  const button = element(
    'button',
    { part: 'lightLine', attributes: { type: 'button', title, 'aria-expanded': String(isOpen) } },
    [mark, ...wordsOf(figures, options).map(figureNode), ...firstSentence(options)]
  );
  button.addEventListener('click', onToggle);
  return button;
}

/** The first sentence of a closed profile, cut off where it is too long. An open one shows its findings. */
function firstSentence({ bundle, isOpen, formats, trans }: LightLineOptions): HTMLElement[] {
  const finding = firstFinding(bundle.findings);
  if (finding === undefined || isOpen) return [];
  return [element('span', { part: 'lightSentence' }, sentenceNodes(finding, { trans, formats }))];
}

interface Figure {
  readonly label: string;
  readonly value: string;
}

function figureNode({ label, value }: Figure): HTMLElement {
  return element('span', { part: 'lightFigure' }, [
    element('span', { part: 'figureLabel', text: `${label} ` }),
    element('span', { part: 'figureValue', text: value })
  ]);
}

/** Waiting, collections and GPUs only where there were any: the line is short. */
function wordsOf(
  figures: CellFigures,
  { formats, trans }: Pick<LightLineOptions, 'formats' | 'trans'>
): Figure[] {
  const labels: readonly (readonly [FigureName, string])[] = [
    ['wallNs', trans.__('Wall')],
    ['cpuNs', trans.__('CPU')],
    ['waitingNs', trans.__('Waiting')],
    ['gcNs', trans.__('GC')],
    ['memoryBytes', trans.__('Memory')],
    ['gpuNs', trans.__('GPU')]
  ];
  return labels.flatMap(([name, label]) => {
    const value = figures[name];
    if (value === null || (value === 0 && name !== 'wallNs')) return [];
    const isMemory = name === 'memoryBytes';
    return [{ label, value: isMemory ? formats.bytes(value) : formats.duration(value) }];
  });
}
