import { testTimelineView } from './timelineView';

testTimelineView('dark', { isWhole: true });
