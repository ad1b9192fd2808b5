import { officeCases } from './cases.ts';
import { testMisuse } from './misuse.ts';

testMisuse(officeCases.money);
