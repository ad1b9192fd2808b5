/** The quantile of the normal distribution for an interval of 95 %. */
const z = 1.959963984540054;

/**
 * The 95 % interval of a share by Wilson (1927), which is honest about few cases too.
 * @param cases above 0
 */
export const wilson = (hits: number, cases: number): { low: number; high: number } => {
  const share = hits / cases;
  const square = (z * z) / cases;
  const middle = share + square / 2;
  const half = z * Math.sqrt((share * (1 - share) + square / 4) / cases);
  // At the ends the rounding of doubles would pass them.
  return {
    low: hits === 0 ? 0 : (middle - half) / (1 + square),
    high: hits === cases ? 1 : (middle + half) / (1 + square),
  };
};
