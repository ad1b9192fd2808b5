/** Whether an amount is zero, however many decimals it has. */
export const isNothing = (amount: string): boolean => /^-?[0.]*$/.test(amount);
