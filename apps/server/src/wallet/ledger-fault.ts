/** Something a correct caller and a sound ledger cannot bring about; the transaction must not be committed. */
export class LedgerFault extends Error {}
