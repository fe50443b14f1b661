import { OTHER_RELEASES, testAssertions } from './vitestAssertions';

testAssertions(OTHER_RELEASES);
