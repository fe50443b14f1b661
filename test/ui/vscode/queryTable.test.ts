import { testQueryTable } from './queryTable';

testQueryTable('light');
