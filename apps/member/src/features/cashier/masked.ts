/** An account number with all but its last four characters hidden: "•••• 4821"; what is short stays as it is. */
export const maskedAccount = (account: string): string => {
  const plain = account.replaceAll(/\s/g, '');
  return plain.length <= 4 ? plain : `•••• ${plain.slice(-4)}`;
};

/** A wallet address by its ends, which is what people compare: "TQn9Y2…KcbLSE". */
export const shortAddress = (address: string): string =>
  address.length <= 16 ? address : `${address.slice(0, 6)}…${address.slice(-6)}`;

/** A long text in groups of four, easier to compare with another by eye. */
export const inGroups = (text: string): string[] => text.match(/.{1,4}/gs) ?? [];
