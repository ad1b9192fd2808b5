import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

const { argon2 } = crypto;
const memoryKib = 64;

// For a program that a test starts, with `--import`: a password takes a thousandth of the real memory, and so of the time.
const quick: typeof argon2 = (algorithm, parameters, callback) =>
  argon2(algorithm, { ...parameters, memory: memoryKib }, callback);
Object.assign(crypto, { argon2: quick });
syncBuiltinESMExports();
