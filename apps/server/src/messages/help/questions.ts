/** The questions the product answers by itself, by section. Their texts are in the catalogues. */
const sections = {
  account: ['account_open', 'account_verify', 'account_secure'],
  recharge: ['recharge_how', 'recharge_usdt', 'recharge_missing'],
  betting: ['betting_place', 'betting_odds', 'betting_live', 'betting_cash_out'],
  settlement: ['settlement_results', 'settlement_corrected', 'settlement_void'],
  withdrawal: ['withdrawal_how', 'withdrawal_turnover', 'withdrawal_refused'],
  team: ['team_invite', 'team_commission'],
  rewards: ['rewards_check_in', 'rewards_levels'],
  safer_play: ['safer_limits', 'safer_exclude', 'safer_help'],
  privacy: ['privacy_data', 'privacy_images'],
} as const satisfies Record<string, readonly string[]>;

/** The sections there are by themselves; operators may name others. */
type Section = keyof typeof sections;
export const isSection = (name: string): name is Section => Object.hasOwn(sections, name);

type Question = (typeof sections)[keyof typeof sections][number];

/** Each question with its section, in their order. */
export const helpQuestions: readonly { section: string; id: Question }[] = Object.entries(sections).flatMap(
  ([section, ids]) => ids.map((id: Question) => ({ section, id })),
);

/** Of the built-in texts: changed with them. */
export const helpVersion = '1';
export const helpUpdatedAt = '2026-11-21';
