import { testAccessibility, testHighContrast } from './accessibility';

testAccessibility('dark');
testHighContrast('tableView');
