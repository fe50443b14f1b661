import type { TranslationBundle } from '../../shared/content/application';
import type { Message } from '@lumino/messaging';
import { type ISignal, Signal } from '@lumino/signaling';
import { UUID } from '@lumino/coreutils';
import { Widget } from '@lumino/widgets';
import { element } from 'kernelscope/web';
import type { RowFilter } from './filter';
import { type ParsedFilter, MAX_FILTER_LENGTH, parseFilter } from './parseFilter';

/** The help of the filter: examples with their results, then the rules. */
function filterHelpNode(id: string, trans: TranslationBundle): HTMLElement {
  const examples = examplesIn(trans).flatMap(([example, meaning]) => [
    element('dt', { part: 'filterExample' }, [element('code', { text: example })]),
    element('dd', { text: meaning })
  ]);
  const node = element(
    'div',
    {
      part: 'filterHelp',
      attributes: { id, role: 'region', 'aria-label': trans.__('How to filter') }
    },
    [
      element('dl', { part: 'filterExamples' }, examples),
      ...rulesIn(trans).map(text => element('p', { text }))
    ]
  );
  node.hidden = true;
  return node;
}

const examplesIn = (trans: TranslationBundle): readonly (readonly [string, string])[] => [
  ['conv', trans.__('names that contain “conv”')],
  ['-conv "a b"', trans.__('names without “conv” and with “a b”')],
  ['conv|relu', trans.__('names that contain “conv” or “relu”; also: conv or relu')],
  ['total>1ms', trans.__('more than a millisecond in all')],
  ['self>=5%', trans.__('at least 5 % of the wall time shown')],
  ['count>10 avg<2us', trans.__('many short runs')],
  ['category=operator', trans.__('one section; category~op looks for a part of its name')],
  ['max>100MB', trans.__('counters that reach 100 megabytes')]
];

const rulesIn = (trans: TranslationBundle): readonly string[] => [
  trans.__('All terms must match; a minus in front of a term negates it. Case does not matter.'),
  trans.__(
    'Columns: %1. A time without a unit is in milliseconds.',
    'name, category, count, total, self, share, min, max, avg, p50, p95, p99, mean, interval, waiting'
  )
];

/** How long typing has to rest before the filter is read, milliseconds. */
const SETTLE_MS = 150;

/**
 * A field for a filter, with help behind a button. A filter that makes no sense is explained below
 * the field, and the last one that did stays in force. Its parts are laid out by what holds it.
 */
export class FilterField extends Widget {
  readonly #trans: TranslationBundle;
  readonly #input: HTMLInputElement;
  readonly #helpButton: HTMLButtonElement;
  readonly #help: HTMLElement;
  readonly #error: HTMLElement;
  readonly #changed = new Signal<this, RowFilter>(this);
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(trans: TranslationBundle) {
    super();
    const id = UUID.uuid4();
    this.#trans = trans;
    this.addClass('jp-Kernelscope-filterField');
    this.#input = inputNode(id, trans);
    this.#help = filterHelpNode(`${id}-help`, trans);
    this.#helpButton = helpButtonNode(`${id}-help`, trans);
    this.#error = element('p', {
      part: 'filterError',
      attributes: { id: `${id}-error`, role: 'status' }
    });
    this.node.dataset.lmSuppressShortcuts = 'true';
    this.node.append(this.#input, this.#helpButton, this.#error, this.#help);
  }

  /** Emitted with each filter that makes sense. */
  get changed(): ISignal<this, RowFilter> {
    return this.#changed;
  }

  /** Called by the browser; public only because `addEventListener` wants an object. */
  handleEvent(event: Event): void {
    if (event.type === 'click') this.#toggleHelp();
    else if (event instanceof KeyboardEvent) this.#onKeydown(event);
    else this.#applySoon();
  }

  protected override onBeforeAttach(message: Message): void {
    super.onBeforeAttach(message);
    this.#input.addEventListener('input', this);
    this.node.addEventListener('keydown', this);
    this.#helpButton.addEventListener('click', this);
  }

  protected override onAfterDetach(message: Message): void {
    clearTimeout(this.#timer);
    this.#input.removeEventListener('input', this);
    this.node.removeEventListener('keydown', this);
    this.#helpButton.removeEventListener('click', this);
    super.onAfterDetach(message);
  }

  /** Escape puts away the help, then the filter; only then has the page its turn. */
  #onKeydown(event: KeyboardEvent): void {
    if (event.key === 'Enter' && event.target === this.#input) this.#apply();
    if (event.key !== 'Escape') return;
    if (!this.#help.hidden) this.#toggleHelp();
    else if (this.#input.value !== '') this.#clear();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  #clear(): void {
    this.#input.value = '';
    this.#apply();
  }

  #toggleHelp(): void {
    this.#help.hidden = !this.#help.hidden;
    this.#helpButton.setAttribute('aria-expanded', String(!this.#help.hidden));
  }

  #applySoon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#apply(), SETTLE_MS);
  }

  #apply(): void {
    clearTimeout(this.#timer);
    const text = this.#input.value;
    const parsed = parseFilter(text);
    const isWrong = parsed.type === 'error';
    this.#input.setAttribute('aria-invalid', String(isWrong));
    this.#error.replaceChildren(...(isWrong ? filterErrorNodes(text, parsed, this.#trans) : []));
    if (!isWrong) this.#changed.emit(parsed.filter);
  }
}

function inputNode(id: string, trans: TranslationBundle): HTMLInputElement {
  return element('input', {
    part: 'filter',
    attributes: {
      type: 'search',
      maxlength: MAX_FILTER_LENGTH,
      placeholder: trans.__('Filter, such as conv total>1ms'),
      'aria-label': trans.__('Filter rows'),
      'aria-describedby': `${id}-error`,
      'aria-invalid': 'false',
      autocomplete: 'off',
      spellcheck: 'false'
    }
  });
}

function helpButtonNode(helpId: string, trans: TranslationBundle): HTMLButtonElement {
  return element('button', {
    part: 'button jp-mod-help',
    text: '?',
    attributes: {
      type: 'button',
      title: trans.__('How to filter'),
      'aria-label': trans.__('How to filter'),
      'aria-expanded': 'false',
      'aria-controls': helpId
    }
  });
}

type FilterError = Extract<ParsedFilter, { type: 'error' }>;

/** The message for a wrong filter: the filter with the wrong part marked, then a sentence. */
function filterErrorNodes(
  text: string,
  error: FilterError,
  trans: TranslationBundle
): readonly Node[] {
  const { from, to } = error;
  const echo = element('code', { part: 'filterEcho', attributes: { dir: 'ltr' } }, [
    document.createTextNode(text.slice(0, from)),
    element('mark', { part: 'filterMark', text: text.slice(from, to) }),
    document.createTextNode(text.slice(to))
  ]);
  return [echo, element('span', { text: sentence(error, trans) })];
}

function sentence({ problem, subject }: FilterError, trans: TranslationBundle): string {
  switch (problem) {
    case 'unknownColumn':
      return trans.__(
        'There is no column “%1”. To look for this text in names, put it in quotes.',
        subject
      );
    case 'textRelation':
      return trans.__('“%1” is text: compare it with ~ (contains), = or !=.', subject);
    case 'numberRelation':
      return trans.__('“%1” is a number: compare it with <, <=, >, >=, = or !=.', subject);
    case 'noValue':
      return trans.__('Something is missing after “%1”.', subject);
    case 'nothingBefore':
      return trans.__('Something is missing before “%1”.', subject);
    case 'notANumber':
      return trans.__('“%1” is not a number.', subject);
    case 'unknownUnit':
      return trans.__('“%1” is not a unit. Use ns, us, ms, s, B, kB, MB, GB or %.', subject);
    case 'wrongUnit':
      return subject.toLowerCase() === 'count'
        ? trans.__('A count has no unit.')
        : trans.__('A share is a percentage.');
  }
}
