export { recordThisProgram } from './recordThisProgram';
