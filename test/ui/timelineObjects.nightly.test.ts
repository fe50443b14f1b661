import { testObjects } from './timelineObjects';

testObjects('dark');
