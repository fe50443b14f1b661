import type { ButtonIcon } from '../host/buttonIcons';
import { element } from 'kernelscope/web';

/** A button whose text stands between its first icon, if there is one, and the others. */
export function iconButton(
  part: string,
  text: string,
  [first, ...rest]: readonly [ButtonIcon | null, ...ButtonIcon[]]
): HTMLButtonElement {
  const button = element('button', { part, attributes: { type: 'button' } });
  const iconNodes = rest.map(iconNode);
  button.append(
    ...(first ? [iconNode(first)] : []),
    element('span', { part: 'buttonText', text }),
    ...iconNodes
  );
  return button;
}

function iconNode(icon: ButtonIcon): HTMLElement {
  const node = icon.element({ tag: 'span', className: 'jp-Kernelscope-buttonIcon' });
  node.setAttribute('aria-hidden', 'true');
  return node;
}
