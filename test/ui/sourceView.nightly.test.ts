import { testSourceView } from './sourceView';

testSourceView('dark', { isWhole: true });
