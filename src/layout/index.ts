export * from './axis';
export * from './counterArea';
export * from './laneIndex';
export * from './laneRects';
export * from './laneSearch';
export * from './timeline';
export * from './timelineFrame';
export type { TimelineRects } from './timelineRects';
export * from './timelineRows';
