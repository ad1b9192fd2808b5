import { hourMs } from '@touchline/contract/durations';
import type { Input } from '@touchline/contract/routes';
import type pg from 'pg';
import { Type, type Static } from 'typebox';
import type { Audit } from '../audit/audit.ts';
import type { Clock } from '../platform/clock.ts';
import { statement } from '../platform/database.ts';
import type { Operator } from '../platform/handler.ts';
import { createProposals, lastingState, type Proposal } from '../platform/proposals/service.ts';
import { Refused } from '../platform/refusal.ts';
import type { Liabilities, MakeOutcome } from './service.ts';

type By = { operator: Operator; address: string };

/** Hours between two that operators publish: what happens to one bet is lost in what happens to all. */
const stepHours = 6;

const Body = Type.Object({});
/** A wish to publish between the days. */
export type LiabilityProposal = Proposal<Static<typeof Body>>;

const oneByOne = statement('liabilities-asked-lock', `select pg_advisory_xact_lock(hashtext('liabilities'))`);
const lastOther = statement(
  'liabilities-asked-last',
  `select max(decided_at) as at from proposal where kind = 'liabilities' and state = 'applied' and id <> $1`,
);

type Ground = { pool: pg.Pool; clock: Clock; audit: Audit };

const openProposals = ({ pool, clock, audit }: Ground) =>
  createProposals({
    pool,
    kind: 'liabilities',
    schema: Body,
    needsReason: true,
    now: () => clock.now(),
    enter: async (client, _by: By) => {
      await client.query(oneByOne([]));
      return { isAlone: false };
    },
    apply: async (client, { id }) => {
      const { rows } = await client.query<{ at: Date | null }>(lastOther([id]));
      const last = rows[0]?.at ?? null;
      const next = last === null ? undefined : new Date(last.getTime() + stepHours * hourMs);
      if (next !== undefined && next > clock.now()) {
        throw new Refused('published_lately', { until: next.toISOString() });
      }
    },
    note: async (client, proposal, event, by) => {
      if (by === undefined) return;
      await audit(client, {
        operator: by.operator,
        address: by.address,
        action: `liabilities_${lastingState(event)}`,
        subject: { kind: 'liabilities', id: proposal.id },
        reason: event === 'proposed' ? proposal.reason : (proposal.note ?? undefined),
      });
    },
  });

/** What the house owes, published between the days: one operator proposes it, another applies it, and not more often than every six hours. */
export class PublicationProposals {
  readonly #proposals: ReturnType<typeof openProposals>;
  readonly #liabilities: Pick<Liabilities, 'makeFor'>;

  constructor({ liabilities, ...ground }: Ground & { liabilities: Pick<Liabilities, 'makeFor'> }) {
    this.#proposals = openProposals(ground);
    this.#liabilities = liabilities;
  }

  /** @throws Refused `reason_needed`, `key_reused` */
  async propose({ key, reason }: Input<'officeLiabilityPropose'>, by: By): Promise<LiabilityProposal> {
    return (await this.#proposals.propose({ key, body: {}, reason }, by)).proposal;
  }

  /**
   * Applies, refuses or withdraws a proposal; applied, it publishes.
   * @returns the proposal, and the outcome where it was applied now
   * @throws Refused `published_lately`, and as `proposals.decide`
   */
  async decide(
    input: Input<'officeLiabilityDecide'>,
    by: By,
  ): Promise<{ proposal: LiabilityProposal; outcome: MakeOutcome | undefined }> {
    const { proposal, isNew } = await this.#proposals.decide({ note: undefined, ...input }, by);
    const isApplied = isNew && proposal.state === 'applied';
    return { proposal, outcome: isApplied ? await this.#liabilities.makeFor(by.operator.id) : undefined };
  }

  /** Those that wait, the newest first. */
  async waiting(): Promise<LiabilityProposal[]> {
    return (await this.#proposals.page({ state: 'proposed' }, { limit: 20, offset: 0 })).rows;
  }
}
