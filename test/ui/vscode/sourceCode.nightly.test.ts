import { testSourceCode } from './sourceCode';

testSourceCode('dark');
testSourceCode('highContrast');
