import { testQueryTable } from './queryTable';

testQueryTable('dark');
testQueryTable('highContrast');
