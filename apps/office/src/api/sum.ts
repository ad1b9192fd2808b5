/** The sum of amounts of one scale, exact: ["-3.20", "3.20"] is "0.00". */
export const sumOf = (amounts: readonly string[]): string => {
  const scale = Math.max(0, ...amounts.map((amount) => amount.split('.')[1]?.length ?? 0));
  const minor = amounts.reduce((sum, amount) => {
    const [whole = '0', decimals = ''] = amount.split('.');
    return sum + BigInt(whole + decimals.padEnd(scale, '0'));
  }, 0n);
  const digits = String(minor < 0n ? -minor : minor).padStart(scale + 1, '0');
  const text = scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
  return minor < 0n ? `-${text}` : text;
};

/** Whether an amount is nothing. */
export const isZero = (amount: string): boolean => /^-?0*(\.0*)?$/.test(amount);
