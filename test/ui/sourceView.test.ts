import { testSourceView } from './sourceView';

testSourceView('light', { isWhole: false });
