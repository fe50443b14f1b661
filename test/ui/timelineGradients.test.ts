import { testGradients } from './timelineGradients';

testGradients('light');
