/**
 * How the notifications of this extension behave: without a time JupyterLab keeps them in its list
 * and puts nothing on the page.
 */
export const ON_THE_PAGE = { autoClose: 8000 } as const;
