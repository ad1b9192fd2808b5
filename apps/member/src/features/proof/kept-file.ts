import { formatProofFiles, type ProofFile } from '@touchline/verify/proof-file';
import type { KeptProof } from './kept-proofs.ts';

/** The receipts of a device as one file, each with what the log had of it. */
export const keptFile = (vkey: string, kept: readonly KeptProof[]): string =>
  formatProofFiles(
    vkey,
    kept.map(({ receipt, shown, log }): ProofFile => {
      const { body, nonce, proof } = receipt;
      const entry = log?.own?.proof;
      return {
        v: 2,
        vkey,
        body,
        nonce,
        receipt: proof,
        ...(entry === undefined ? {} : { entry }),
        ...(shown === undefined ? {} : { shown: { ...shown } }),
      };
    }),
  );
