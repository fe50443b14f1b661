import { testWholeProfile } from './wholeProfile';

testWholeProfile(2_500_000);
