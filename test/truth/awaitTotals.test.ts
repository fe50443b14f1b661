import { testAsyncPrograms } from './asyncPrograms';
import { AWAIT_FORMS } from './awaitForms';

testAsyncPrograms({ count: 14, seed: 94, forms: AWAIT_FORMS, right: 0.9 });
