import type { MatchMoment } from '../../betting/index.ts';
import { formatMoney } from '@touchline/locales/format';
import type { Lan } from '@touchline/locales/locales';
import { serverTranslator } from '@touchline/locales/server-catalogues';
import { teamName } from '@touchline/locales/team-names';

/** The fields of the words of an alert, as they are stored. */
export type AlertFields = Readonly<Record<string, string | undefined>>;

const side = (fields: AlertFields, which: 'home' | 'away', lan: Lan): string => {
  const name = fields[which] ?? '';
  return teamName({ name, flag: fields[`${which}Flag`] }, lan);
};

/** The fields of a goal or a kick-off. */
export const fieldsOfMoment = (moment: MatchMoment): AlertFields => ({
  home: moment.home,
  away: moment.away,
  homeFlag: moment.homeFlag ?? undefined,
  awayFlag: moment.awayFlag ?? undefined,
  minute: moment.minute ?? undefined,
  side: moment.side ?? undefined,
  score: `${moment.homeGoals}–${moment.awayGoals}`,
});

/** "Goal: Germany 1–0 Spain", "Germany · 23′", in a member's language. */
export const matchWords = (kind: string, fields: AlertFields, lan: Lan): { title: string; body: string } => {
  const t = serverTranslator(lan);
  const [home, away] = [side(fields, 'home', lan), side(fields, 'away', lan)];
  if (kind === 'kick_off') return { title: t('push.kick_off', { home, away }), body: '' };
  const scorer = fields['side'] === 'away' ? away : home;
  const minute = fields['minute'];
  return {
    title: t('push.goal', { home, away, score: fields['score'] ?? '' }),
    body: minute === undefined ? scorer : `${scorer} · ${minute}′`,
  };
};

/** "Cash-out offer: 40.00 PLAY" for a bet on a match, in a member's language. */
export const offerWords = (
  fields: AlertFields,
  { lan, currency }: { lan: Lan; currency: string },
): { title: string; body: string } => {
  const t = serverTranslator(lan);
  const amount = formatMoney(fields['amount'] ?? '0', { lan, currency });
  const one = `${side(fields, 'home', lan)} – ${side(fields, 'away', lan)}`;
  const more = Number(fields['more'] ?? '0');
  const match = more > 0 ? t('entry.more', { match: one, count: more }) : one;
  return { title: t('push.offer', { amount }), body: t('push.offer_body', { match }) };
};
