import { testSourceView } from './sourceView';

testSourceView('dark');
