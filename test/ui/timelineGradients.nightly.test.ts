import { testGradients } from './timelineGradients';

testGradients('dark');
