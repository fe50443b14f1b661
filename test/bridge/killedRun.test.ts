import { testPlaces } from './killedRun';

testPlaces();
