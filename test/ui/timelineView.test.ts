import { testTimelineView } from './timelineView';

testTimelineView('light', { isWhole: false });
