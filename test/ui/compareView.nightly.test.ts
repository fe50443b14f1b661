import { testCompareView } from './compareView';

testCompareView('dark');
