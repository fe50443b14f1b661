import { testObjects } from './timelineObjects';

testObjects('light');
