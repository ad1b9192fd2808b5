import type { Lan } from '../src/locales.ts';

/**
 * Words that browsers break at the end of a line: Thai is written without blanks, and the browsers' dictionary takes
 * these for several words. `|` marks where they would break.
 */
const torn: Partial<Record<Lan, readonly string[]>> = {
  th: [
    'เดิม|พัน',
    'แฮนดิ|แคป',
    'เครือ|ข่าย',
    'ตรวจ|สอบ',
    'เลข|ที่',
    'ยอด|เสีย',
    'ทุก|อย่าง',
    'เท่า|กัน',
    'รับ|ได้',
    'อัตรา|ต่อ|รอง',
  ],
};
const wordJoiner = '\u2060';

/** A text whose words stay whole. */
export const keepWhole = (lan: Lan, text: string): string =>
  (torn[lan] ?? []).reduce(
    (whole, word) => whole.replaceAll(word.replaceAll('|', ''), word.replaceAll('|', wordJoiner)),
    text,
  );
