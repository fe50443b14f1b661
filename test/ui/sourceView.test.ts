import { testSourceView } from './sourceView';

testSourceView('light');
