/** Calls `onChange` after each switch of the theme, until the returned function is called. */
export function watchTheme(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  const attributeFilter = ['data-jp-theme-light', 'data-jp-theme-name'];
  observer.observe(document.body, { attributes: true, attributeFilter });
  return () => observer.disconnect();
}
