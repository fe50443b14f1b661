import { testSourceCode } from './sourceCode';

testSourceCode('light');
