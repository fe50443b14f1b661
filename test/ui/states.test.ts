import { testStates } from './states';

testStates('light');
