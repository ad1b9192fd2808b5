/** A figure without the zeros at its end, but with no fewer than two decimals: "25.120000" is "25.12". */
export const withoutZeros = (figure: string): string => figure.replace(/(\.\d\d\d*?)0+$/, '$1');
