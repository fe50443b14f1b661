import { styles } from '../../style/vscode.css';

const STYLE_ID = 'kernelscope-styles';
const LIGHT_THEMES = ['vscode-light', 'vscode-high-contrast-light'];

/** The roots on the page: as long as there are any, so is the style sheet. */
const roots = (): NodeListOf<Element> => document.querySelectorAll('[data-kernelscope-root]');

/** The node of one output: it has the style sheet on its page, and says whether the theme is light. */
export class OutputRoot {
  readonly node = document.createElement('div');
  readonly #observer = new MutationObserver(() => this.#mark());

  constructor(place: HTMLElement) {
    this.node.dataset.kernelscopeRoot = '';
    place.replaceChildren(this.node);
    if (document.getElementById(STYLE_ID) === null) addStyles();
    this.#mark();
    this.#observer.observe(document.body, { attributes: true, attributeFilter: ['class'] });
  }

  /** Takes the node away, and the style sheet with the last one. */
  dispose(): void {
    this.#observer.disconnect();
    this.node.remove();
    if (roots().length === 0) document.getElementById(STYLE_ID)?.remove();
  }

  /** Views look for this attribute around them, as JupyterLab has it. */
  #mark(): void {
    const isLight = LIGHT_THEMES.some(name => document.body.classList.contains(name));
    this.node.dataset.jpThemeLight = String(isLight);
  }
}

function addStyles(): void {
  const node = document.createElement('style');
  node.id = STYLE_ID;
  node.textContent = styles;
  document.head.append(node);
}
