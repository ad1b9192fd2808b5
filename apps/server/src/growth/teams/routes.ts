import type { Receipt } from '@touchline/contract/shapes/receipt';
import type { Currency } from '@touchline/money/currency';
import { formatAmount } from '@touchline/money/amount';
import { keptPercent, theoreticalMicro } from '@touchline/money/theoretical';
import type { Handlers } from '../../core/handler.ts';
import { isId } from '../../core/ids.ts';
import { Refused } from '../../core/refusal.ts';
import { commissionOf, formatPercent, formatTheoretical, ratesOf } from './domain.ts';
import type { Teams } from './service.ts';
import { pageOf } from '../../core/pages.ts';
import { ownerOf, type Owner } from '../../core/owner.ts';

/** The worked example: a stake of 1000 on a market that shows a margin of 5 %. */
const exampleStake = 1_000n;
const exampleMarginBp = 500;

/** The calls of teams. */
export const teamHandlers = ({
  team,
  currency,
  receiptsOf,
}: {
  team: Teams;
  currency: Currency;
  /** Signs the entries of a day's commission. */
  receiptsOf: (owner: Owner, id: string) => Promise<Receipt[]>;
}) => {
  const { scale } = currency;
  return {
    inviteInfo: (_input, { member, protocol, host }) => team.invite(ownerOf(member), { protocol, host }),
    teamInfo: (_input, { member }) => team.info(ownerOf(member)),
    teamList: async ({ level, ...input }, { member }) => {
      const { page, slice } = pageOf(input);
      return { ...(await team.list(ownerOf(member), { generation: level, ...slice })), ...page };
    },
    commissionList: async (input, { member }) => {
      const { page, slice } = pageOf(input);
      return { ...(await team.commissions(ownerOf(member), slice)), ...page };
    },
    commissionDetail: async ({ id }, { member }) => {
      const found = isId(id) ? await team.commission(ownerOf(member), id) : undefined;
      if (found === undefined) throw new Refused('not_found');
      return { ...found, receipts: await receiptsOf(ownerOf(member), found.commission.id) };
    },
    teamRules: async () => {
      const { wire, levels } = await team.rules.today();
      const stake = exampleStake * 10n ** BigInt(scale);
      // The recorded part of a placed single with this margin, and the arithmetic of a line.
      const theoretical = stake * BigInt(theoreticalMicro(1, [exampleMarginBp]));
      const [rate] = ratesOf(levels, 1);
      return {
        rules: wire,
        example: {
          stake: formatAmount(stake, scale),
          marginPercent: (exampleMarginBp / 100).toFixed(2),
          keptPercent: keptPercent(exampleMarginBp),
          theoretical: formatTheoretical(theoretical, scale),
          rate: formatPercent(rate),
          amount: formatAmount(commissionOf(theoretical, rate), scale),
        },
      };
    },
  } satisfies Partial<Handlers>;
};
