import { testHandoffs } from './perfettoHandoff';

testHandoffs('perfetto');
