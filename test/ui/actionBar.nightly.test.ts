import { testActionBarLooks } from './actionBar';

testActionBarLooks('light', 1000);
testActionBarLooks('dark', 560);
testActionBarLooks('dark', 1000);
