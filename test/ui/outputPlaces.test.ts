import { testOutputPlaces } from './outputPlaces';

testOutputPlaces('defer');
