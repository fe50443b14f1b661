import { testAsynchronousOperators } from './timelineEngine';

testAsynchronousOperators('dark');
