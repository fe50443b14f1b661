import { testAccessibility, testHighContrast } from './accessibility';

testAccessibility('light', { isWhole: true });
testAccessibility('dark', { isWhole: true });
testHighContrast('profile', { isWhole: true });
testHighContrast('tableView', { isWhole: true });
