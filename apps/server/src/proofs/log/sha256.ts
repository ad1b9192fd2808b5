import { hash } from 'node:crypto';
import type { Sha256 } from '@touchline/verify/sha256';

/** SHA-256 by Node, which is ten times as fast as JavaScript. */
export const sha256: Sha256 = (bytes) => hash('sha256', bytes, 'buffer');
