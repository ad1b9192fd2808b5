import type { Input } from '@touchline/contract/routes';
import type pg from 'pg';
import { Type, type Static } from 'typebox';
import type { Audit } from '../../core/audit-log/audit.ts';
import type { Clock } from '../../core/clock.ts';
import type { Operator } from '../../core/handler.ts';
import { Proposals, lastingState, type Proposal } from '../../core/proposals/service.ts';
import type { Liabilities, MakeOutcome } from './service.ts';
import { checkStep, takeTurn } from './step.ts';

type By = { operator: Operator; address: string };

const Body = Type.Object({});
/** A wish to publish between the days. */
export type PublicationProposal = Proposal<Static<typeof Body>>;

type Using = { pool: pg.Pool; clock: Clock; audit: Audit };

const openProposals = ({ pool, clock, audit }: Using) =>
  new Proposals({
    pool,
    kind: 'liabilities',
    schema: Body,
    needsReason: true,
    now: () => clock.now(),
    enter: async (client, _by: By) => {
      await takeTurn(client);
      return { isAlone: false };
    },
    apply: (client) => checkStep(client, clock.now()),
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

  constructor({ liabilities, ...using }: Using & { liabilities: Pick<Liabilities, 'makeFor'> }) {
    this.#proposals = openProposals(using);
    this.#liabilities = liabilities;
  }

  /** @throws Refused `reason_needed`, `key_reused` */
  async propose({ key, reason }: Input<'officeLiabilityPropose'>, by: By): Promise<PublicationProposal> {
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
  ): Promise<{ proposal: PublicationProposal; outcome: MakeOutcome | undefined }> {
    const { proposal, isNew } = await this.#proposals.decide({ note: undefined, ...input }, by);
    const isApplied = isNew && proposal.state === 'applied';
    return { proposal, outcome: isApplied ? await this.#liabilities.makeFor(by.operator.id) : undefined };
  }

  /** Those that wait, the newest first. */
  async waiting(): Promise<PublicationProposal[]> {
    return (await this.#proposals.page({ state: 'proposed' }, { limit: 20, offset: 0 })).rows;
  }
}
