import { element } from 'kernelscope/web';

/** A part of the view below its title. */
export function section(title: string, children: readonly Node[]): HTMLElement {
  const heading = element('p', { part: 'partTitle', text: title });
  const attributes = { role: 'group', 'aria-label': title };
  return element('div', { part: 'compareSection', attributes }, [heading, ...children]);
}
