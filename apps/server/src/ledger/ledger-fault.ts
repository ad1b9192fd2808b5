/** A state that a correct caller and a sound ledger cannot reach; the transaction must not be committed. */
export class LedgerFault extends Error {}
