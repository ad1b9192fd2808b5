const decimal = /^(-?)(\d+)(?:\.(\d+))?$/;

/** Adds decimal amounts up exactly; their most decimal places stay. Strings that are not amounts are ignored. */
export const sumOf = (amounts: readonly string[]): string => {
  const parts = amounts.map((amount) => decimal.exec(amount));
  const scale = Math.max(0, ...parts.map((part) => part?.[3]?.length ?? 0));
  const sum = parts.reduce((all, part) => {
    if (part === null) return all;
    const [, sign, units = '', rest = ''] = part;
    const minor = BigInt(units + rest.padEnd(scale, '0'));
    return sign === '-' ? all - minor : all + minor;
  }, 0n);
  const digits = String(sum < 0n ? -sum : sum).padStart(scale + 1, '0');
  const [units, rest] = [digits.slice(0, digits.length - scale), digits.slice(digits.length - scale)];
  return `${sum < 0n ? '-' : ''}${units}${scale === 0 ? '' : `.${rest}`}`;
};

/** Whether an amount is nothing. */
export const isZero = (amount: string): boolean => /^-?0*(\.0*)?$/.test(amount);
