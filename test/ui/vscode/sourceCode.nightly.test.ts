import { testSourceCode } from './sourceCode';

testSourceCode('light');
testSourceCode('dark');
testSourceCode('highContrast');
