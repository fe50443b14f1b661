import { testCompareView } from './compareView';

testCompareView('light');
