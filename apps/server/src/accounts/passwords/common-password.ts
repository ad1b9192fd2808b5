import { commonWords } from './common-words.ts';

/** Rows and columns of keyboards, the alphabet and the digits. Read in both directions. */
const paths = `
  qwertyuiop asdfghjkl zxcvbnm qwertzuiop yxcvbnm azertyuiop qsdfghjklm wxcvbn
  qwertyuiopasdfghjklzxcvbnm qwertyasdfghzxcvbn qwerasdfzxcv qweasdzxc qazwsxedcrfvtgbyhnujmik
  1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik 1q2w3e4r5t6y7u8i9o0p q1w2e3r4t5y6u7i8o9p0 a1s2d3f4g5h6j7k8l9
  abcdefghijklmnopqrstuvwxyzabcdef a1b2c3d4e5f6g7h8 1a2b3c4d5e6f7g8h 0123456789012345678901234567890
  14789632 147852369 134679 7894561230 0147852369 qwaszx 12qwaszx 1qazse4 147258369 741852963 159357 159753 963852741 789456123 321654987 123698745
  112233445566778899 111222333444555666777888999 102030405060708090 1122334455 121314151617181920
  5201314 13145200 31415926535897932 27182818284590 24681012141618 13579111315171921 0246813579
`
  .trim()
  .split(/\s+/);
const walks = [...paths, ...paths.map((path) => Array.from(path).toReversed().join(''))];

/** Marks and digits that replace a letter in common passwords. */
const disguises = new Map(
  Object.entries({ '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', $: 's', '!': 'i' }),
);
const undisguised = (text: string): string =>
  Array.from(text, (character) => disguises.get(character) ?? character).join('');

/** "aaaaaa", "abcabc", "12121212", and the same cut short: a unit of up to half its length, repeated. */
const isRepetition = (text: string): boolean => {
  for (let unit = 1; unit <= Math.min(4, text.length / 2); unit++) {
    const cycle = text.slice(0, unit).repeat(Math.ceil(text.length / unit));
    if (cycle.slice(0, text.length) === text) return true;
  }
  return false;
};

/** Few characters in long runs: "aaabbb", "111222", "11112222". */
const isRuns = (text: string): boolean => {
  const runs = text.match(/(.)\1*/gsu) ?? [];
  return runs.length * 3 <= text.length;
};

const isWalk = (text: string): boolean => walks.some((walk) => walk.includes(text));

/** Two walks, each long enough to be one: "qwerasdf", "123qweasd", "abc123", "1234qwer". */
const isTwoWalks = (text: string): boolean => {
  for (let cut = 3; cut <= text.length - 3; cut++) {
    if (isWalk(text.slice(0, cut)) && isWalk(text.slice(cut))) return true;
  }
  return false;
};

const isDay = (day: number, month: number): boolean => day >= 1 && day <= 31 && month >= 1 && month <= 12;

/** Six or eight digits that are a date in one of the usual orders, with or without separators. */
const isDate = (text: string): boolean => {
  const digits = text.replaceAll(/[-./]/g, '');
  const [a = 0, b = 0, c = 0, d = 0] = (digits.match(/\d\d/g) ?? []).map(Number);
  if (/^\d{6}$/.test(digits)) return isDay(a, b) || isDay(b, a) || isDay(c, b);
  if (!/^\d{8}$/.test(digits)) return false;
  const yearBehind = [19, 20].includes(c) && (isDay(a, b) || isDay(b, a));
  return yearBehind || ([19, 20].includes(a) && isDay(d, c));
};

const isWord = (text: string): boolean => {
  if (text.length < 3) return false;
  if (commonWords.has(text) || commonWords.has(undisguised(text))) return true;
  if (commonWords.has(Array.from(text).toReversed().join(''))) return true;
  const half = text.slice(0, text.length / 2);
  return half + half === text && commonWords.has(half);
};

/** Patterns that fingers make without thinking. */
const isPattern = (text: string): boolean =>
  isRepetition(text) || isRuns(text) || isWalk(text) || isTwoWalks(text);

/** A pattern with a letter or two before or behind it: "123456a", "qq123456". */
const isPatternAndLetters = (text: string): boolean =>
  [/^\p{L}{1,2}(.{5,})$/u, /^(.{5,}?)\p{L}{1,2}$/u].some((form) =>
    isPattern(form.exec(text)?.[1] ?? 'no one'),
  );

/** Text that adds nothing to the word next to it: short, or itself a common password. */
const isTrifle = (text: string): boolean =>
  text.length <= 4 || isWalk(text) || isRepetition(text) || isRuns(text) || isDate(text);

/**
 * The text without the digits and marks that people put around a word to satisfy a rule: a number, a year,
 * "!!".
 */
const bare = (text: string): string => {
  const [, head = '', core = '', tail = ''] = /^([^\p{L}]*)(.*?)([^\p{L}]*)$/su.exec(text) ?? [];
  return isTrifle(head) && isTrifle(tail) ? core : text;
};

/** The text without marks and a short number behind it. */
const withoutTail = (text: string): string => text.replace(/[\d!?.*#@$_-]{1,4}$/, '');

/**
 * Whether a password is among those that attackers try first. It recognises families instead of a list:
 * repetitions, runs, keyboard walks, dates, common words with digits or marks around them or digits for
 * letters, and the member's own names.
 * @param own the names of the account: username, e-mail, mobile number
 */
export const isCommonPassword = (password: string, own: readonly string[] = []): boolean => {
  const text = password.normalize('NFKC').toLowerCase();
  // Rules ask for a mark or two at the end, and attackers know it.
  const unmarked = text.replace(/[!?.*#@$]{1,3}$/, '');
  return isCommon(text, own) || (unmarked !== text && unmarked.length >= 4 && isCommon(unmarked, own));
};

const isCommon = (text: string, own: readonly string[]): boolean => {
  const core = bare(text);
  const names = own.flatMap((name) => [name.toLowerCase(), name.toLowerCase().split('@')[0] ?? '']);
  if (names.some((name) => name.length >= 3 && (text === name || core === name || text === name + name)))
    return true;
  if (isPattern(text) || isPatternAndLetters(text) || isDate(text)) return true;
  if (isWord(text) || isWord(core) || isWord(bare(undisguised(text))) || isWord(withoutTail(text)))
    return true;
  // An exclamation mark or a year does not make a secret of a walk or a repetition.
  const short = withoutTail(text);
  return short.length >= 4 && (isWalk(core) || isWalk(short))
    ? core.length >= 3 || /^\d+$/.test(short)
    : false;
};
