import { testTimelineView } from './timelineView';

testTimelineView('dark');
