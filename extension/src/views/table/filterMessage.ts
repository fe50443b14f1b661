import type { TranslationBundle } from '../../shared/host/translation';
import { element } from 'kernelscope/web';
import type { ParsedFilter } from './parseFilter';

type FilterError = Extract<ParsedFilter, { type: 'error' }>;

/** The message for a wrong filter: the filter with the wrong part marked, then a sentence. */
export function filterErrorNodes(
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
