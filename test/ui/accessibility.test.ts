import { testAccessibility, testHighContrast } from './accessibility';

testAccessibility('light');
testHighContrast('profile');
