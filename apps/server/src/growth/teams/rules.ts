import { dayIn } from '@touchline/locales/format-time';
import type { ProposalDecision } from '@touchline/contract/shapes/proposals';
import { TeamLevel, type TeamRules } from '@touchline/contract/shapes/team';
import type pg from 'pg';
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import { query, type Queryable } from '../../core/database/database.ts';
import { columnsOf, type Row } from '../../core/database/rows.ts';
import { Refused } from '../../core/refusal.ts';
import type { ProposalFilter } from '../../core/proposals/queries.ts';
import { Proposals, type Proposal } from '../../core/proposals/service.ts';
import { toLevels, wrongIn, type Level } from './domain.ts';

const rulesColumns = ['version', 'levels', 'counts_from', 'published_at'] as const;
type RulesRow = Row<'team_rules', (typeof rulesColumns)[number]>;

const Levels = Type.Array(TeamLevel, { minItems: 3, maxItems: 3 });

const Body = Type.Object({ levels: Levels, from: Type.Optional(Type.String()) });

const toWire = (row: RulesRow): TeamRules => ({
  version: String(row.version),
  publishedAt: row.published_at.toISOString(),
  countsFrom: row.counts_from,
  levels: Value.Parse(Levels, row.levels),
});

const columns = columnsOf('team_rules', rulesColumns);
const first = query.exec(
  'team-rules-first',
  `insert into team_rules (version, levels, counts_from, published_at) values (1, $1, '2000-01-01', site_now())
   on conflict do nothing`,
);
const inForce = query.one<RulesRow>(
  'team-rules-in-force',
  `select ${columns} from team_rules where counts_from <= $1 order by version desc limit 1`,
);
// After the version it is based on, or not at all: of two at once the second finds the number taken.
const publish = query.exec(
  'team-rules-publish',
  `insert into team_rules (version, levels, counts_from, published_at, published_by)
   select $1::int, $2::jsonb, greatest((site_now() at time zone $3)::date + 1, $4::date), site_now(), $5::uuid
   where (select max(version) from team_rules) = $1::int - 1
   on conflict do nothing`,
);
const newest = query.one<{ version: number }>(
  'team-rules-newest',
  'select max(version) as version from team_rules',
);
const withBefore = query.one<{ levels: unknown }>(
  'team-rules-of',
  `select levels from team_rules where version = $1`,
);
const page = query.many<RulesRow>(
  'team-rules-page',
  `select ${columns} from team_rules order by version desc limit $1 offset $2`,
);

/** Proposed levels, with the requested first day; the version of the subject is the one they are based on. */
export type TeamChange = Proposal<Static<typeof Body>>;
/** Writes the audit log, in the transaction of the change; `before` is the version it is based on. */
type NoteTeamRules = (
  client: pg.PoolClient,
  change: TeamChange,
  before: readonly TeamLevel[],
) => Promise<void>;
type By = { operator: { id: string }; note: NoteTeamRules };

const levelsOf = async (from: Queryable, version: number): Promise<TeamLevel[]> => {
  const row = await withBefore(from, [version]);
  return row === undefined ? [] : Value.Parse(Levels, row.levels);
};

/** Rules in force, with their levels in minor units. */
export type RulesInForce = { version: number; levels: Level[]; wire: TeamRules };

/**
 * The published rules. The first version comes from the settings, at the first start; each later one was
 * proposed by one operator and applied by another, and takes effect on the next site day at the earliest; of
 * several the newest wins.
 */
export class TeamRuleVersions {
  readonly #pool: pg.Pool;
  readonly #defaults: readonly TeamLevel[];
  readonly #scale: number;
  readonly #timeZone: string;
  readonly #now: () => Date;
  readonly #proposals;

  /** @throws Error where the default levels are not valid */
  constructor({
    pool,
    defaults,
    scale,
    timeZone,
    now,
  }: {
    pool: pg.Pool;
    defaults: readonly TeamLevel[];
    scale: number;
    timeZone: string;
    now: () => Date;
  }) {
    const wrong = wrongIn(defaults, scale);
    if (wrong !== undefined) throw new Error(`TEAM_LEVELS: ${wrong}`);
    this.#pool = pool;
    this.#defaults = defaults;
    this.#scale = scale;
    this.#timeZone = timeZone;
    this.#now = now;
    this.#proposals = new Proposals({
      pool,
      kind: 'team_rules',
      schema: Body,
      needsReason: true,
      now,
      apply: async (client, { subject_version: seen, body }, { operator }: By) => {
        const values = [
          (seen ?? 0) + 1,
          JSON.stringify(body.levels),
          timeZone,
          body.from ?? null,
          operator.id,
        ];
        if ((await publish(client, values)) !== 1) throw new Refused('outdated');
      },
      note: async (client, change, _event, by) =>
        by?.note(client, change, await levelsOf(client, change.subject_version ?? 0)),
    });
  }

  /** The rules in force on a day. */
  async on(day: string): Promise<RulesInForce> {
    const row = await inForce(this.#pool, [day]);
    if (row === undefined) {
      await first(this.#pool, [JSON.stringify(this.#defaults)]);
      return this.on(day);
    }
    const wire = toWire(row);
    return { version: row.version, levels: toLevels(wire.levels, this.#scale), wire };
  }

  /** The rules in force now. */
  today(): Promise<RulesInForce> {
    return this.on(dayIn(this.#now(), this.#timeZone));
  }

  /** The versions, newest first. */
  async list({
    limit,
    offset,
  }: {
    limit: number;
    offset: number;
  }): Promise<{ list: TeamRules[]; total: number }> {
    await this.#writeFirst();
    const rows = await page(this.#pool, [limit, offset]);
    const counted = await this.#pool.query<{ total: bigint }>('select count(*) as total from team_rules');
    return { list: rows.map(toWire), total: Number(counted.rows[0]?.total ?? 0n) };
  }

  /**
   * Proposes rules; another operator applies them.
   * @param by.note writes the audit log in the same transaction
   * @throws Refused `validation` where a figure falls from level to level, or the rates are more than half;
   *   `outdated`, `reason_needed`
   */
  async propose(
    {
      levels,
      seen,
      from,
      reason,
    }: { levels: readonly TeamLevel[]; seen: number; from: string | undefined; reason: string },
    by: By,
  ): Promise<TeamChange> {
    const field = wrongIn(levels, this.#scale);
    if (field !== undefined) throw new Refused('validation', { rules: { [field]: 'range' } });
    await this.#writeFirst();
    const row = await newest(this.#pool);
    if (seen !== (row?.version ?? 1)) throw new Refused('outdated');
    const body = { levels: [...levels], from };
    return (await this.#proposals.propose({ subject: { version: seen }, body, reason }, by)).proposal;
  }

  /**
   * Decides proposed rules. Applied ones take effect on the next site day, or on a later one they name.
   * @throws Refused `not_found`, `same_operator`, `forbidden`, `decided_already`, `outdated`
   */
  async decide(
    given: { id: string; version: number; decision: ProposalDecision; note: string | undefined },
    by: By,
  ): Promise<TeamChange> {
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

  /** Writes the first version where there is none yet. */
  async #writeFirst(): Promise<void> {
    await this.on('9999-01-01');
  }
}
