import type { Config } from '../platform/config.ts';
import { readCheckInScale, readVipLevels } from '../platform/settings/rewards.ts';
import { createCheckIns, type CheckInOptions, type CheckIns } from './check-in/service.ts';
import { createVip, type Vip, type VipOptions } from './vip/service.ts';

export type RewardsOptions = Omit<CheckInOptions, 'timeZone' | 'scaleMinor' | 'percentOf' | 'restrictionOf'> &
  Omit<VipOptions, 'levels' | 'pool'> &
  Partial<Pick<CheckInOptions, 'restrictionOf'>> & {
    config: Pick<
      Config,
      'SITE_TIME_ZONE' | 'CHECK_IN_SCALE' | 'VIP_LEVELS' | 'WITHDRAW_FEE_BP' | 'WITHDRAW_MAX'
    >;
  };

export type Rewards = { checkIns: CheckIns; vip: Vip };

/** The rewards room: the daily check-in and VIP levels. */
export const createRewards = ({
  config,
  restrictionOf = () => Promise.resolve(undefined),
  ...options
}: RewardsOptions): Rewards => {
  const { scale } = options.currency;
  const vip = createVip({ ...options, levels: readVipLevels(config, scale) });
  const checkIns = createCheckIns({
    ...{ ...options, restrictionOf, timeZone: config.SITE_TIME_ZONE },
    scaleMinor: readCheckInScale(config.CHECK_IN_SCALE, scale),
    percentOf: async (owner) => (await vip.termsOf(owner)).checkInPercent,
  });
  return { checkIns, vip };
};
