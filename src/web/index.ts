export { CanvasSurface } from './canvasSurface';
export { button, clipText, element, MAX_TEXT_LENGTH } from './element';
export type { ElementOptions } from './element';
export { prefersStillness, readPageTheme } from './pageTheme';
export type { PageTheme } from './pageTheme';
