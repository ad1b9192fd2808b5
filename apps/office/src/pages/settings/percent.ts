/** Hundredths of a percent as percent: "150" is "1.50". What is no whole number is left as it is. */
export const percentOf = (bp: string): string => {
  if (!/^\d+$/.test(bp)) return bp;
  const digits = bp.padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
};

/** Percent as hundredths of it: "1.5" is "150". What is none is left as it is, for the server to refuse. */
export const bpOf = (percent: string): string => {
  const [, whole, part = ''] = /^(\d+)(?:\.(\d{1,2}))?$/.exec(percent.trim()) ?? [];
  return whole === undefined ? percent : String(BigInt(whole + part.padEnd(2, '0')));
};
