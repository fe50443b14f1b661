import { testAsyncPrograms } from './asyncPrograms';

testAsyncPrograms({ count: 31, seed: 20_263, right: 0.9 });
