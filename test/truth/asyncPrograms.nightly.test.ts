import { testAsyncPrograms } from './asyncPrograms';

testAsyncPrograms({ count: 210, seed: 20_264, right: 0.95 });
