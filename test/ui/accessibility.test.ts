import { testAccessibility, testHighContrast } from './accessibility';

testAccessibility('light', { isWhole: false });
testHighContrast('profile', { isWhole: false });
