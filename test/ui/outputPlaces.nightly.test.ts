import { testOutputPlaces } from './outputPlaces';

testOutputPlaces('full');
testOutputPlaces('none');
testOutputPlaces('contentVisibility');
