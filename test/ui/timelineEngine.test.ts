import { testAsynchronousOperators } from './timelineEngine';

testAsynchronousOperators('light');
