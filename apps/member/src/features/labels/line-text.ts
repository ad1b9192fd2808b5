import { formatDecimal } from '@touchline/locales/format';
import { currentLan } from '../../shell/i18n.tsx';

/** A line of a total as the language writes it: "2.5". */
export const totalLineText = (line: string): string => formatDecimal(line, currentLan());

/** A side's own handicap with its sign, a true minus: "+0.75", "−0.75", "0". Reads from left to right. */
export const handicapText = (line: string): string => {
  const size = formatDecimal(line.replace(/^[+-]/, ''), currentLan());
  if (/^[+-]?0(\.0+)?$/.test(line)) return size;
  return line.startsWith('-') ? `−${size}` : `+${size}`;
};
