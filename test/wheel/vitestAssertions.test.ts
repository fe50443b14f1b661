import { testAssertions, USUAL_RELEASE } from './vitestAssertions';

testAssertions([USUAL_RELEASE]);
