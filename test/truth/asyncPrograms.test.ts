import { testAsyncPrograms } from './asyncPrograms';

testAsyncPrograms({ count: 28, seed: 20_263, right: 0.9 });
