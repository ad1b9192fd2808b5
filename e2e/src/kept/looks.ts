import { settle } from '../screens/look.ts';
import type { Size, Theme } from '../screens/options.ts';
import { at, go, match, slip, tab, type Stage } from '../screens/stage.ts';

/** Opens a tab of the records, and the first bet in it. */
const record =
  (name: 'all' | 'win') =>
  async (stage: Stage): Promise<void> => {
    await tab(stage, stage.t(`record.tab.${name}`));
    await stage.page.locator('article button[aria-expanded]').first().click();
    await settle(stage.page);
  };

type Look = {
  as: 'visitor' | 'member';
  open: (stage: Stage) => Promise<void>;
};

/** The screens that pictures are kept of. */
const looks = {
  home: { as: 'member', open: at('/') },
  bet: { as: 'member', open: at('/pages/invest/invest') },
  match: { as: 'member', open: (stage) => match(stage, stage.matches.coming, 'score') },
  scores: {
    as: 'member',
    open: async (stage) => {
      await match(stage, stage.matches.coming, 'score');
      // Scrolls past the facts of the match to the whole grid.
      await stage.page
        .locator('[data-score="2-2"]')
        .evaluate((price) => price.scrollIntoView({ block: 'center', behavior: 'instant' }));
      await settle(stage.page);
    },
  },
  slip: { as: 'member', open: (stage) => slip(stage, '10') },
  records: { as: 'member', open: record('all') },
  'record-won': { as: 'member', open: record('win') },
  recharge: { as: 'member', open: at('/pages/recharge/recharge') },
  payment: { as: 'member', open: at('/pages/recharge/rechargeinfo?id=recharge-created') },
  withdraw: { as: 'member', open: at('/pages/information/withdraw') },
  team: { as: 'member', open: at('/pages/team/team') },
  'team-rules': { as: 'member', open: at('/pages/teamrules/teamrules') },
  mine: { as: 'member', open: at('/pages/information/information') },
  login: { as: 'visitor', open: at('/pages/login/login') },
  house: { as: 'visitor', open: at('/pages/house/house') },
  lang: { as: 'visitor', open: at('/pages/lang/lang') },
  statement: { as: 'member', open: at('/pages/information/statement') },
  unreachable: {
    as: 'member',
    open: async (stage) => {
      // Every call: the last one to end decides whether the app says that there is no connection.
      await stage.page.route('**/api/**', (route) => route.abort());
      await go(stage, '/');
    },
  },
} satisfies Record<string, Look>;

export type LookName = keyof typeof looks;
export const lookOf = (name: LookName): Look => looks[name];

/** One picture. */
export type Shot = { name: LookName; lan: 'en' | 'de' | 'ar'; theme: Theme; size: Size };

const phone = { width: 375, height: 812 };
const small = { width: 320, height: 640 };
const isLook = (name: string): name is LookName => name in looks;
const shots = (names: readonly LookName[], rest: Omit<Shot, 'name'>): Shot[] =>
  names.map((name) => ({ name, ...rest }));

/** Every screen in the dark, and what mirrors, the light theme and long words on a small screen do to some. */
export const allShots: readonly Shot[] = [
  ...shots(Object.keys(looks).filter(isLook), { lan: 'en', theme: 'dark', size: phone }),
  ...shots(['home', 'match', 'slip', 'payment', 'house'], { lan: 'ar', theme: 'dark', size: phone }),
  ...shots(['home', 'record-won'], { lan: 'en', theme: 'light', size: phone }),
  ...shots(['match', 'withdraw'], { lan: 'de', theme: 'dark', size: small }),
];

export const fileOf = ({ name, lan, theme, size }: Shot): string =>
  `${name}-${size.width}-${theme}-${lan}.png`;
