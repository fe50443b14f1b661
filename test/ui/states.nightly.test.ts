import { testStates } from './states';

testStates('dark');
