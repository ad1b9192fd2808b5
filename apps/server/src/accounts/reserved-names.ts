/**
 * Letters of other scripts, and digits, with the Latin small letter they look like, from the confusables of
 * Unicode.
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
 * What a name looks like at a glance: two names with the same look may be taken for each other. Case,
 * accents, blanks and separators do not count. Only good for comparing with another look.
 */
const lookOf = (name: string): string =>
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

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

/**
 * Names by which a member could speak for the site: as a whole, or as one part of a name ("support-team").
 */
const parts = words(`
  admin admins administrator administrators administration sysadmin superadmin root superuser system support helpdesk
  operator operators official moderator moderators mod staff customerservice customercare customersupport
  security compliance payments billing cashier payout payouts verification webmaster postmaster hostmaster
  noreply no-reply mailer-daemon soporte suporte kundendienst kundenservice assistance supporto destek
  админ администратор модератор поддержка оператор система официальный
  管理员 管理員 官方 客服 系统 系統 运营 財務 财务
  مشرف الإدارة الادارة الدعم المشرف رسمي
`);
/** Names that are reserved as a whole. */
const wholes = words(`
  help info service team touchlineteam house bank api null undefined nobody anonymous everyone all me you test
  abuse legal privacy terms news notice notices letter
`);
/** Words that make a name reserved wherever they appear in it. */
const within = words(
  'touchline administrator moderator customerservice customersupport 客服 官方 管理员 管理員',
);

const looksOf = (list: readonly string[]): ReadonlySet<string> => new Set(list.map(lookOf));
const partLooks = looksOf(parts);
const wholeLooks = looksOf([...parts, ...wholes]);
const withinLooks = [...looksOf(within)];

/** The parts of a name: between separators, blanks and digits, and where a capital begins a word. */
const partsOf = (name: string): string[] =>
  name.replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2').split(/[\p{P}\p{Z}\p{S}_]+/u);

/** Without the digits before and behind it: "admin2024". */
const bare = (name: string): string => name.replaceAll(/^\p{N}+|\p{N}+$/gu, '');

/**
 * Whether a name could be taken for one of the site: case, separators, digits for letters and letters of
 * other scripts that look the same make no difference.
 * @param site the name of the site, reserved too
 */
export const isReservedName = (name: string, site: string): boolean => {
  const siteLook = lookOf(site);
  const look = lookOf(name);
  const whole = [look, lookOf(bare(name))];
  if (whole.some((one) => wholeLooks.has(one) || (one === siteLook && one !== ''))) return true;
  if ([...withinLooks, ...(siteLook.length >= 6 ? [siteLook] : [])].some((word) => look.includes(word))) {
    return true;
  }
  return partsOf(name).some((part) =>
    [lookOf(part), lookOf(bare(part))].some((one) => partLooks.has(one) || (one === siteLook && one !== '')),
  );
};
