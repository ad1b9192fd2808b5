import type { Restriction } from '@touchline/contract/shapes/play';
import type { Currency } from '@touchline/money/currency';
import type pg from 'pg';
import type { Clock } from '../../core/clock.ts';
import type { Config } from '../../core/config/config.ts';
import type { Bus } from '../../core/events.ts';
import type { Owner } from '../../core/owner.ts';
import type { Wallet } from '../../ledger/index.ts';
import { CheckIns } from '../check-in/service.ts';
import { RewardRuleVersions, type RewardSettings } from './rules.ts';
import { toldByLevel, Vip } from '../vip/service.ts';

export type RewardsOptions = {
  pool: pg.Pool;
  wallet: Pick<Wallet, 'post'>;
  currency: Currency;
  clock: Clock;
  config: RewardSettings & Pick<Config, 'SITE_TIME_ZONE'>;
  /** What keeps a member from playing, and so from checking in; without it nothing does. */
  restrictionOf?: (owner: Owner) => Promise<Restriction | undefined>;
  /** Settled stakes of members, minor units; from the book. */
  turnoverOf: (owners: readonly Owner[]) => Promise<ReadonlyMap<string, bigint>>;
  bus: Pick<Bus, 'publish'>;
};

/** The rewards module: the daily check-in and VIP levels. */
export class Rewards {
  readonly rules: RewardRuleVersions;
  readonly vip: Vip;
  readonly checkIns: CheckIns;
  readonly #pool: pg.Pool;

  constructor({ restrictionOf = () => Promise.resolve(undefined), ...options }: RewardsOptions) {
    const { pool, wallet, currency, clock, config, turnoverOf, bus } = options;
    const timeZone = config.SITE_TIME_ZONE;
    this.#pool = pool;
    this.rules = new RewardRuleVersions({
      pool,
      config,
      scale: currency.scale,
      timeZone,
      now: () => clock.now(),
    });
    const site = { pool, currency, clock, timeZone, bus, rules: this.rules };
    this.vip = new Vip({ ...site, turnoverOf });
    this.checkIns = new CheckIns({ ...site, wallet, vip: this.vip, restrictionOf });
  }

  /** The number of members by highest level reached. */
  toldByLevel(): Promise<Map<number, number>> {
    return toldByLevel(this.#pool);
  }
}
