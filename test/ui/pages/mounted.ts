import { Widget } from '@lumino/widgets';

declare global {
  interface Window {
    /** Shows all anew, in place of what is on the page; pages whose scripts call {@link mounted} have it. */
    mountAgain?: () => void;
  }
}

/**
 * Puts the node of an output on the page and a view into it, now and each time that a test of the same page begins:
 * `make` makes the view, attaches it to the node and gives tests what they take hold of.
 */
export function mounted(make: (output: HTMLElement) => Widget): void {
  const roots = [document.documentElement, document.body];
  const attributes = roots.map(root =>
    [...root.attributes].map(({ name, value }) => [name, value])
  );
  let shown: readonly Widget[] = [];
  window.mountAgain = () => {
    shown.forEach(widget => widget.dispose());
    roots.forEach((root, at) => {
      for (const { name } of [...root.attributes]) root.removeAttribute(name);
      for (const [name, value] of attributes[at]) root.setAttribute(name, value);
    });
    document.body.replaceChildren();
    const output = new Widget();
    output.addClass('jp-Kernelscope');
    Widget.attach(output, document.body);
    shown = [make(output.node), output];
  };
  window.mountAgain();
}
