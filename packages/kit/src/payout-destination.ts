type Destination = { type: string; account?: string | undefined; address?: string | undefined };

/** The whole number that a payout goes to: the account of a bank card, whose address is that of the bank, or the wallet's address. */
export const payoutDestination = ({ type, account = '', address = '' }: Destination): string =>
  type === 'bank' ? account : address;
