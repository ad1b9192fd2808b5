/** A telephone number as its owner recognises it: the calling code and the last four digits. */
export const maskedNumber = (areaCode: string, number: string): string =>
  `+${areaCode} ${'•'.repeat(Math.max(0, number.length - 4))}${number.slice(-4)}`;
