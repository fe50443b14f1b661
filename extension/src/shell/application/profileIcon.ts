import { LabIcon } from '@jupyterlab/ui-components';

/** A stopwatch over bars of different length: a measured cell. */
export const profileIcon = new LabIcon({
  name: 'kernelscope:profile',
  svgstr: [
    '<svg xmlns="http://www.w3.org/2000/svg" width="16" viewBox="0 0 24 24">',
    '<g class="jp-icon3" fill="#616161">',
    '<path d="M9 1h6v2H9zM19.03 7.39l1.42-1.42-1.41-1.41-1.42 1.42A9 9 0 1 0 21 13',
    'a8.96 8.96 0 0 0-1.97-5.61zM12 20a7 7 0 1 1 0-14 7 7 0 0 1 0 14z"/>',
    '<path d="M8 9h5v2H8zM10 12h6v2h-6zM8 15h3v2H8z"/>',
    '</g></svg>'
  ].join('')
});
