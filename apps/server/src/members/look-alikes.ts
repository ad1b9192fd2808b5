/**
 * Letters of other scripts, and digits, that look like a Latin letter, as the confusables of Unicode list them, for the small
 * letters of a name: what a reader takes them for.
 */
const table = `
  а:a ɑ:a α:a в:b ь:b β:b с:c ϲ:c ԁ:d е:e є:e ε:e ғ:f ɡ:g һ:h н:h η:n і:l ї:l ӏ:l ι:l ı:l ј:j к:k κ:k ⲕ:k
  м:m п:n о:o ο:o σ:o օ:o ө:o р:p ρ:p ԛ:q г:r ѕ:s ꜱ:s т:t τ:t υ:u ц:u у:y γ:y ν:v ѵ:v ԝ:w ш:w ω:w х:x χ:x
  з:e ӡ:e ʏ:y ϳ:j ѡ:w հ:h ո:n ս:u ց:g զ:q ք:p
  đ:d ð:d ɖ:d ø:o ɵ:o ł:l ɫ:l ħ:h ŧ:t ƒ:f ŋ:n ɲ:n ʋ:u ɯ:m ʀ:r ɴ:n ɪ:l ʟ:l ᴀ:a ᴅ:d ᴍ:m
  0:o 1:l i:l 2:z 3:e 4:a 5:s 6:b 7:t 8:b 9:g @:a $:s !:l |:l
`;
const looks = new Map(
  table
    .trim()
    .split(/\s+/)
    .map((pair) => [pair.slice(0, 1), pair.slice(2)]),
);

/**
 * What a name looks like at a glance: two names of one look may be taken for each other. Case, accents, blanks and
 * separators do not count. Only good for comparing with another look.
 */
export const lookOf = (name: string): string =>
  Array.from(
    name
      .normalize('NFKD')
      .toLowerCase()
      .replaceAll(/[\p{M}\p{P}\p{Z}\p{Cf}_]/gu, (mark) => looks.get(mark) ?? ''),
  )
    .map((letter) => looks.get(letter) ?? letter)
    .join('')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replaceAll('cl', 'd');
