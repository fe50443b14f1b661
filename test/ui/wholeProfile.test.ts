import { testWholeProfile } from './wholeProfile';

testWholeProfile(700_000);
