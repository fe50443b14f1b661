import type { Random } from '../support/random';
import { CELL_FORMS, LAST_EXPRESSIONS, WAITING_FORMS } from './cellForms';

/** A call that takes its time. */
export interface SpinSite {
  /** The lines that it counts for; the first line of a cell is 1. */
  readonly lines: readonly number[];
  /** Those that it may count for. */
  readonly perhaps: readonly number[];
}

/** A cell, and where its time goes. */
export interface GeneratedCell {
  readonly code: string;
  /** The calls pass their numbers to the spinning function, from `firstSite` on. */
  readonly sites: readonly SpinSite[];
  readonly firstSite: number;
}

/** How a cell calls the spinning function: by its name, by one of its own, or with nothing to load. */
type CallStyle = 'imported' | 'local' | 'constants';

const STYLES: readonly CallStyle[] = ['imported', 'local', 'constants'];
const SPIN = /\bW\b(?:<([^>]*)>)?/g;
const MARK = / §(\w+)$/;

/** A loop of its own, which V8 optimises while it runs. */
export const HOT_LOOP = 'for (let i = 0, sum = 0; i < 100000; i++) sum += Math.sqrt(i);';

/** CPU time of a call, from and to, milliseconds. */
const SPIN_MS = [3, 7] as const;

/** Makes a cell of several forms; `spin(site, ms)` and `spin([site, ms])` are declared before. */
export function generateCell(random: Random, firstSite: number): GeneratedCell {
  const style = pick(STYLES, random);
  const forms = [pick(CELL_FORMS, random)];
  const second = pick(random() < 0.3 ? WAITING_FORMS : CELL_FORMS, random);
  if (second !== forms[0]) forms.push(second);
  if (random() < 0.4) forms.unshift('R');
  forms.push(pick(LAST_EXPRESSIONS, random));
  return lay(forms, { style, random, firstSite });
}

/** Where the parts of a cell come together. */
interface Draft {
  readonly lines: string[];
  readonly sites: { readonly lines: number[]; readonly perhaps: number[] }[];
  readonly constants: string[];
}

function lay(forms: readonly string[], options: Omit<FormOptions, 'before'>): GeneratedCell {
  const { style, firstSite } = options;
  const count = forms.join('\n').match(SPIN)?.length ?? 0;
  const before = style === 'imported' ? 0 : style === 'local' ? 1 : 1 + count;
  const draft: Draft = { lines: [], sites: [], constants: [] };
  for (const form of forms) addForm(draft, form, { ...options, before });
  const local = style === 'imported' ? [] : ['const call = spin;'];
  const code = [...local, ...draft.constants, ...draft.lines].join('\n');
  return { code, sites: draft.sites, firstSite };
}

interface FormOptions {
  readonly style: CallStyle;
  readonly random: Random;
  readonly firstSite: number;
  /** Lines of the cell above the forms. */
  readonly before: number;
}

function addForm(draft: Draft, form: string, options: FormOptions): void {
  const { random, before } = options;
  const texts = form.split('\n');
  const first = before + draft.lines.length + 1;
  const lineOf = (mark: string) => first + texts.findIndex(text => text.endsWith(` §${mark}`));
  texts.forEach((text, index) => {
    const addCall = (_: string, marks = ''): string => {
      const all = marks.split(' ').filter(Boolean);
      const sure = all.filter(mark => !mark.startsWith('?')).map(lineOf);
      const perhaps = all.filter(mark => mark.startsWith('?')).map(mark => lineOf(mark.slice(1)));
      draft.sites.push({ lines: [first + index, ...sure], perhaps });
      const [least, most] = SPIN_MS;
      return callOf(draft, options, least + Math.floor(random() * (most - least + 1)));
    };
    draft.lines.push(text.replace(MARK, '').replace(/^R$/, HOT_LOOP).replace(SPIN, addCall));
  });
}

function callOf(draft: Draft, { style, firstSite }: FormOptions, ms: number): string {
  const site = firstSite + draft.sites.length - 1;
  switch (style) {
    case 'imported':
      return `spin(${site}, ${ms})`;
    case 'local':
      return `call(${site}, ${ms})`;
    case 'constants':
      draft.constants.push(`const time${site} = [${site}, ${ms}] as const;`);
      return `call(time${site})`;
  }
}

function pick<T>(from: readonly T[], random: Random): T {
  return from[Math.floor(random() * from.length)];
}
