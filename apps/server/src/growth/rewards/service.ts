import type pg from 'pg';
import type { Config } from '../../core/config/config.ts';
import { createCheckIns, type CheckInOptions, type CheckIns } from '../check-in/service.ts';
import { createRewardRules, type RewardRuleVersions, type RewardSettings } from './rules.ts';
import { createVip, toldByLevel, type Vip, type VipOptions } from '../vip/service.ts';

export type RewardsOptions = Omit<CheckInOptions, 'timeZone' | 'scaleOn' | 'percentOf' | 'restrictionOf'> &
  Omit<VipOptions, 'levelsOn' | 'pool' | 'timeZone'> &
  Partial<Pick<CheckInOptions, 'restrictionOf'>> & {
    pool: pg.Pool;
    config: RewardSettings & Pick<Config, 'SITE_TIME_ZONE'>;
  };

export type Rewards = {
  checkIns: CheckIns;
  vip: Vip;
  rules: RewardRuleVersions;
  /** The number of members by highest level reached. */
  toldByLevel: () => Promise<Map<number, number>>;
};

/** The rewards module: the daily check-in and VIP levels. */
export const createRewards = ({
  config,
  restrictionOf = () => Promise.resolve(undefined),
  ...options
}: RewardsOptions): Rewards => {
  const { scale } = options.currency;
  const timeZone = config.SITE_TIME_ZONE;
  const rules = createRewardRules({
    pool: options.pool,
    config,
    scale,
    timeZone,
    now: () => options.clock.now(),
  });
  const vip = createVip({ ...options, timeZone, levelsOn: async (day) => (await rules.on(day)).levels });
  const checkIns = createCheckIns({
    ...options,
    restrictionOf,
    timeZone,
    scaleOn: async (day, on) => (await rules.on(day, on)).scaleMinor,
    percentOf: async (owner) => (await vip.termsOf(owner)).checkInPercent,
  });
  return { checkIns, vip, rules, toldByLevel: () => toldByLevel(options.pool) };
};
