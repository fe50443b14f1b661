import { recordThisProgram } from './recordThisProgram';

recordThisProgram();
