import type { RewardRules, RewardVersion } from '@touchline/contract/shapes/office-growth';

/** What is typed of a VIP level; empty follows the settings of the site. */
export type LevelDraft = {
  level: number;
  turnover: string;
  withdrawFee: string;
  withdrawMax: string;
  checkIn: string;
  support: '' | 'standard' | 'priority';
};
export type Draft = { isOpen: boolean; days: readonly string[]; levels: readonly LevelDraft[] };

const runDays = 7;

export const draftOf = ({ checkIn, levels }: RewardRules): Draft => ({
  isOpen: checkIn.length > 0,
  days: Array.from({ length: runDays }, (_, day) => checkIn[day] ?? ''),
  levels: [1, 2, 3, 4, 5].map((level) => {
    const of = levels.find((one) => one.level === level);
    return {
      level,
      turnover: of?.turnover ?? '',
      withdrawFee: of?.withdrawFee ?? '',
      withdrawMax: of?.withdrawMax ?? '',
      support: of?.support ?? '',
      checkIn: of?.checkIn === undefined ? '' : String(of.checkIn),
    };
  }),
});

/** A field as it is sent: trimmed, and left out when nothing is written in it. */
const written = (text: string): string | undefined => (text.trim() === '' ? undefined : text.trim());

/** A draft as rules; what is empty is left out, and so are levels that differ in nothing. The server judges the rest. */
export const rulesOf = ({ isOpen, days, levels }: Draft): RewardRules => ({
  checkIn: isOpen ? days.map((day) => day.trim()) : [],
  levels: levels
    .map(({ level, turnover, withdrawFee, withdrawMax, checkIn, support }) => ({
      level,
      turnover: written(turnover),
      withdrawFee: written(withdrawFee),
      withdrawMax: written(withdrawMax),
      checkIn: checkIn.trim() === '' ? undefined : Number(checkIn),
      support: support === '' ? undefined : support,
    }))
    .filter((one) => Object.entries(one).some(([name, value]) => name !== 'level' && value !== undefined)),
});

/** Whether a draft says something else than a version does. */
export const isChanged = (draft: Draft, { rules }: Pick<RewardVersion, 'rules'>): boolean =>
  JSON.stringify(rulesOf(draft)) !== JSON.stringify(rulesOf(draftOf(rules)));
