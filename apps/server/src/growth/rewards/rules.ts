import { RewardRules } from '@touchline/contract/shapes/office-growth';
import type { ProposalDecision } from '@touchline/contract/shapes/proposals';
import type pg from 'pg';
import { Type, type Static } from 'typebox';
import type { Config } from '../../core/config/config.ts';
import { query, type Queryable } from '../../core/database/database.ts';
import type { Row } from '../../core/database/rows.ts';
import { Refused } from '../../core/refusal.ts';
import type { ProposalFilter } from '../../core/proposals/queries.ts';
import { Proposals, type Proposal } from '../../core/proposals/service.ts';
import { readCheckInScale, readVipLevels, type VipTerms } from '../../core/config/growth.ts';
import { neverWorse, readRules, toSettings, wrongIn } from './rules-domain.ts';

export type RewardSettings = Pick<
  Config,
  'CHECK_IN_SCALE' | 'VIP_LEVELS' | 'WITHDRAW_FEE_BP' | 'WITHDRAW_MAX'
>;

/** A version of the rules with its terms; version 0 is that of the settings. */
export type RewardRuleVersion = {
  version: number;
  countsFrom: string | null;
  publishedAt: Date | null;
  rules: RewardRules;
  scaleMinor: bigint[];
  levels: VipTerms[];
};

const Body = Type.Object({ rules: RewardRules, from: Type.Optional(Type.String()) });
/** Proposed rules, with the requested first day; the version of the subject is the one they are based on. */
export type RewardChange = Proposal<Static<typeof Body>>;
/** Writes the audit log, in the transaction of the change; `before` is the version it is based on. */
type NoteRewards = (client: pg.PoolClient, change: RewardChange, before: RewardRules) => Promise<void>;
type By = { operator: { id: string }; note: NoteRewards };

type RulesRow = Row<'reward_rules', 'version' | 'counts_from' | 'published_at'> & {
  scale: string;
  levels: string;
};

const columns = 'version, check_in_scale as scale, vip_levels::text as levels, counts_from, published_at';
const inForce = query.one<RulesRow>(
  'reward-rules-in-force',
  `select ${columns} from reward_rules where counts_from <= $1 order by version desc limit 1`,
);
const page = query.many<RulesRow>(
  'reward-rules-page',
  `select ${columns} from reward_rules order by version desc limit $1 offset $2`,
);
const byVersion = query.one<RulesRow>(
  'reward-rules-of',
  `select ${columns} from reward_rules where version = $1`,
);
const newest = query.one<{ version: number }>(
  'reward-rules-newest',
  'select coalesce(max(version), 0)::int as version from reward_rules',
);
// After the version it is based on, or not at all: of two at once the second finds the number taken.
const publish = query.exec(
  'reward-rules-publish',
  `insert into reward_rules (version, check_in_scale, vip_levels, counts_from, published_at, published_by)
   select $1::int, $2, $3::jsonb, greatest((site_now() at time zone $4)::date + 1, $5::date), site_now(), $6::uuid
   where (select coalesce(max(version), 0) from reward_rules) = $1::int - 1
   on conflict do nothing`,
);

/**
 * The rules of check-ins and VIP levels. Versions are proposed by one operator and applied by another, and
 * take effect on the next site day at the earliest; before the first, the settings apply. Where a version
 * leaves something open it follows the settings.
 */
export class RewardRuleVersions {
  readonly #pool: pg.Pool;
  readonly #config: RewardSettings;
  readonly #scale: number;
  readonly #proposals;

  constructor({
    pool,
    config,
    scale,
    timeZone,
    now,
  }: {
    pool: pg.Pool;
    config: RewardSettings;
    scale: number;
    timeZone: string;
    now: () => Date;
  }) {
    this.#pool = pool;
    this.#config = config;
    this.#scale = scale;
    this.#proposals = new Proposals({
      pool,
      kind: 'reward_rules',
      schema: Body,
      needsReason: true,
      now,
      apply: async (client, { subject_version: seen, body: { rules, from } }, { operator }: By) => {
        // The settings below them may have changed since they were proposed.
        this.#judge(rules);
        const { CHECK_IN_SCALE, VIP_LEVELS } = toSettings(rules);
        const values = [(seen ?? 0) + 1, CHECK_IN_SCALE, VIP_LEVELS, timeZone, from ?? null, operator.id];
        if ((await publish(client, values)) !== 1) throw new Refused('outdated');
      },
      note: async (client, change, _event, by) =>
        by?.note(client, change, await this.#rulesOf(change.subject_version ?? 0, client)),
    });
  }

  /** The rules in force on a day. */
  async on(day: string, from: Queryable = this.#pool): Promise<RewardRuleVersion> {
    return this.#read(await inForce(from, [day]));
  }

  /** The versions, newest first; the last is that of the settings. */
  async list({
    limit,
    offset,
  }: {
    limit: number;
    offset: number;
  }): Promise<{ rows: RewardRuleVersion[]; total: number }> {
    const rows = await page(this.#pool, [limit, offset]);
    const last = await this.#newest();
    const hasRoom = rows.length < limit && offset <= last;
    return {
      rows: [...rows.map((row) => this.#read(row)), ...(hasRoom ? [this.#read(undefined)] : [])],
      total: last + 1,
    };
  }

  /** The terms of rules, also of a proposal's. */
  termsOf(rules: RewardRules): VipTerms[] {
    return neverWorse(readVipLevels({ ...this.#config, ...toSettings(rules) }, this.#scale));
  }

  /**
   * Proposes rules; another operator applies them.
   * @throws Refused `validation` with every invalid field, `outdated`, `reason_needed`
   */
  async propose(
    {
      rules,
      seen,
      from,
      reason,
    }: { rules: RewardRules; seen: number; from: string | undefined; reason: string },
    by: By,
  ): Promise<RewardChange> {
    this.#judge(rules);
    if (seen !== (await this.#newest())) throw new Refused('outdated');
    const body = { rules, from };
    return (await this.#proposals.propose({ subject: { version: seen }, body, reason }, by)).proposal;
  }

  /**
   * Decides proposed rules.
   * @throws Refused `not_found`, `same_operator`, `forbidden`, `decided_already`, `outdated`, `validation`
   */
  async decide(
    given: { id: string; version: number; decision: ProposalDecision; note: string | undefined },
    by: By,
  ): Promise<RewardChange> {
    return (await this.#proposals.decide(given, by)).proposal;
  }

  /** Proposals, newest first. */
  changes(filter: ProposalFilter, slice: { limit: number; offset: number }) {
    return this.#proposals.page(filter, slice);
  }

  /** How many proposals are undecided, and since when the oldest waits. */
  waiting() {
    return this.#proposals.waiting();
  }

  #read(row: RulesRow | undefined): RewardRuleVersion {
    const config = this.#config;
    const given =
      row === undefined ? config : { ...config, CHECK_IN_SCALE: row.scale, VIP_LEVELS: row.levels };
    return {
      version: row?.version ?? 0,
      countsFrom: row?.counts_from ?? null,
      publishedAt: row?.published_at ?? null,
      rules: readRules(given),
      scaleMinor: readCheckInScale(given.CHECK_IN_SCALE, this.#scale),
      levels: neverWorse(readVipLevels(given, this.#scale)),
    };
  }

  async #rulesOf(version: number, from: Queryable): Promise<RewardRules> {
    return this.#read(await byVersion(from, [version])).rules;
  }

  async #newest(): Promise<number> {
    return (await newest(this.#pool))?.version ?? 0;
  }

  /** @throws Refused `validation` */
  #judge(rules: RewardRules): void {
    const wrong = wrongIn(rules, this.#config, this.#scale);
    if (Object.keys(wrong).length > 0) throw new Refused('validation', { rules: wrong });
  }
}
