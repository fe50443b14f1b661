import { testComparison, testNames } from './htmlExport';

testNames(1400);
testNames(600);
testComparison(1400, 'light');
