import { Type } from 'typebox';
import { Moment } from './common.ts';
import { Event } from './football.ts';
import { Banner } from './inbox.ts';
import type { Shape } from '../sendable.ts';

/** Whether the house takes bets. */
export const Betting = Type.Object({
  stoppedAt: Type.Optional(
    Type.Unsafe<string>({
      ...Moment,
      description: 'since when the house takes no bets on anything; absent while it takes them',
    }),
  ),
});
export type Betting = Shape<typeof Betting>;

export const SystemConfig = Type.Object({
  currency: Type.Object({
    list: Type.Array(
      Type.Object({ code: Type.String(), name: Type.String(), symbol: Type.String(), scale: Type.Integer() }),
    ),
    default: Type.String(),
  }),
  language: Type.Object({
    list: Type.Array(
      Type.Object({
        lan: Type.String(),
        name: Type.String(),
        dir: Type.Union([Type.Literal('ltr'), Type.Literal('rtl')]),
      }),
    ),
    default: Type.String(),
    fallback: Type.String(),
  }),
  betting: Betting,
  site: Type.Object({
    name: Type.String(),
    mode: Type.Union([Type.Literal('play'), Type.Literal('real')]),
    contry_code: Type.String({
      description: "the site's telephone calling code, spelled as clients know it",
    }),
    timeZone: Type.String(),
    minAge: Type.Integer(),
    countries: Type.Array(
      Type.Object({
        iso: Type.String(),
        en: Type.String(),
        zh: Type.String(),
        code: Type.String({ description: 'calling code without +' }),
        flag: Type.String({
          description: "path of the flag's image on this host",
          examples: ['/flags/br.svg'],
        }),
        allowed: Type.Boolean(),
      }),
    ),
    support: Type.Union([Type.String(), Type.Null()], {
      description: 'an e-mail address, a number, a page of the web, or a page of the app (`/pages/…`)',
    }),
    licence: Type.Optional(Type.Object({ holder: Type.String(), number: Type.String() })),
    version: Type.String(),
    versionCode: Type.Integer({ description: 'the version as one number: 1.0.0 is 100' }),
    replay: Type.Optional(
      Type.Object({
        name: Type.String(),
        speed: Type.Number({ description: 'match minutes per real minute' }),
      }),
    ),
    rulesVersion: Type.String(),
    termsVersion: Type.String(),
    registerCode: Type.Boolean({ description: 'registering by mobile number or e-mail needs a code' }),
    invitationNeeded: Type.Boolean(),
    publicPages: Type.Boolean({
      description: 'matches, help, rules and public figures can be read without an account',
    }),
    receiptKey: Type.String({
      description:
        'key that receipts and the public log verify under (Ed25519, a verifier key of C2SP signed-note)',
    }),
    playGrant: Type.Optional(
      Type.String({ description: 'play money a new member begins with; only on a site that plays for it' }),
    ),
    stakeMin: Type.String(),
    stakeMax: Type.String(),
    liveDelayMs: Type.Optional(
      Type.Integer({
        description:
          'how long a bet on a match in play waits, on the clock of the match: in a replay that much divided by its speed; 0: not at all',
      }),
    ),
  }),
});
export type SystemConfig = Shape<typeof SystemConfig>;

export const Home = Type.Object({
  banners: Type.Array(Banner),
  notices: Type.Array(Type.Object({ id: Type.String(), title: Type.String() })),
  live: Type.Array(Event),
  next: Type.Array(Event),
  checkIn: Type.Object({
    today: Type.Boolean({ description: 'whether the member has checked in today' }),
    streak: Type.Integer(),
    open: Type.Boolean({ description: 'false while the member is restricted or nothing is given' }),
  }),
  unread: Type.Integer(),
  activities: Type.Integer({ description: 'how many activities are on or to come' }),
  betNews: Type.Integer({ description: 'unread letters about results of bets' }),
  openBets: Type.Integer(),
});
export type Home = Shape<typeof Home>;
