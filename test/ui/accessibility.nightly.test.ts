import { testAccessibility, testHighContrast } from './accessibility';

testAccessibility('light', { isWhole: true });
testAccessibility('dark', { isWhole: true });
testHighContrast('profile');
testHighContrast('tableView');
