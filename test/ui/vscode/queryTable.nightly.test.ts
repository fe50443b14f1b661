import { testQueryTable } from './queryTable';

testQueryTable('light');
testQueryTable('dark');
testQueryTable('highContrast');
