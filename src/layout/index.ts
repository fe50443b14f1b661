export * from './axis';
export * from './counterArea';
export * from './timeline';
export type { TimelineRects } from './timelineRects';
