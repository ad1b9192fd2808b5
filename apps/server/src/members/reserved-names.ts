import { lookOf } from './look-alikes.ts';

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

/** Names by which somebody could speak for the house: as a whole, or as one part of a name ("support-team"). */
const parts = words(`
  admin admins administrator administrators administration sysadmin superadmin root superuser system support helpdesk
  operator operators official moderator moderators mod staff customerservice customercare customersupport
  security compliance payments billing cashier payout payouts verification webmaster postmaster hostmaster
  noreply no-reply mailer-daemon soporte suporte kundendienst kundenservice assistance supporto destek
  админ администратор модератор поддержка оператор система официальный
  管理员 管理員 官方 客服 系统 系統 运营 財務 财务
  مشرف الإدارة الادارة الدعم المشرف رسمي
`);
/** Names nobody bears as a whole. */
const wholes = words(`
  help info service team touchlineteam house bank api null undefined nobody anonymous everyone all me you test
  abuse legal privacy terms news notice notices letter
`);
/** Words that make a name the house's wherever they stand in it. */
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
 * Whether a name could be taken for one of the house: case, separators, digits for letters and letters of other scripts that
 * look the same do not make it another.
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
