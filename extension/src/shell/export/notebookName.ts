/**
 * The file name of the notebook that an output is in, as far as `resolver` knows: JupyterLab's have
 * a `path`, though their interface does not promise one. Empty otherwise.
 */
export function notebookName(resolver: object | null): string {
  if (resolver === null || !('path' in resolver) || typeof resolver.path !== 'string') return '';
  return resolver.path.split('/').at(-1) ?? '';
}
