import { testTimelineView } from './timelineView';

testTimelineView('light');
