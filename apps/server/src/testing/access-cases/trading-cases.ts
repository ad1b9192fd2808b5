import type { officeTradingRoutes } from '@touchline/contract/routes/office-trading';
import type { RouteName } from '@touchline/contract/paths';
import type { Output } from '@touchline/contract/routes';
import type { OwnedData } from '../scenarios/owned-data.ts';
import { nothing, type CasesOf, type Fields } from './kinds.ts';

const reason = 'For the test of access';
const ft = { home: 1, away: 0 };

/** Cases of the traders' calls. Proposals are made by a trader who has no other case. */
export const tradingCases = (site: () => OwnedData): CasesOf<keyof typeof officeTradingRoutes> => {
  let token: string | undefined;
  const ask = async <Name extends RouteName>(name: Name, input: Fields): Promise<Output<Name>> => {
    token ??= (await site().operator(['trader'])).token;
    return site().ask(name, input, { 'ba-office-token': token });
  };
  /** A new match, and the record as it is seen. */
  const match = async (): Promise<{ event: string; seen: unknown }> => {
    const event = await site().match();
    return { event, seen: (await ask('officeEventDetail', { id: event })).seen };
  };
  const proposedVoid = async (): Promise<Fields> => {
    const { event, seen } = await match();
    const made = await ask('officeVoidAdd', { event, seen, scope: { market: '1x2' }, reason });
    const [first] = Array.isArray(made.proposals) ? made.proposals : [];
    return { event, seen: made.seen, id: String(first?.id) };
  };
  const proposedResult = async (): Promise<Fields> => {
    const { event, seen } = await match();
    const made = await ask('officeResultAdd', { event, seen, ft, source: reason });
    return { event, seen: made.seen, version: 1 };
  };

  return {
    officeEventList: { roles: ['trader', 'auditor'], input: nothing, may: 'done' },
    officeEventDetail: {
      roles: ['trader', 'auditor'],
      input: () => ({ id: site().event }),
      may: 'done',
    },
    officeStopList: { roles: ['trader', 'auditor'], input: nothing, may: 'done' },
    officeSuspend: {
      roles: ['trader'],
      input: async () => ({ event: await site().match(), reason }),
      may: 'done',
    },
    officeOpen: {
      roles: ['trader'],
      input: async () => {
        const { id } = await ask('officeSuspend', { event: await site().match(), reason });
        return { stop: id, reason };
      },
      may: 'done',
    },
    officeRulingPreview: {
      roles: ['trader', 'auditor'],
      input: () => ({ event: site().event, of: 'score', ft: '1-0' }),
      may: 'done',
    },
    officeResultAdd: {
      roles: ['trader'],
      input: async () => ({ ...(await match()), ft, source: reason }),
      may: 'done',
    },
    officeResultDecide: {
      roles: ['trader'],
      input: async () => ({ ...(await proposedResult()), decision: 'confirm' }),
      may: 'done',
    },
    officeVoidAdd: {
      roles: ['trader'],
      input: async () => ({ ...(await match()), scope: { market: '1x2' }, reason }),
      may: 'done',
    },
    officeVoidDecide: {
      roles: ['trader'],
      input: async () => ({ ...(await proposedVoid()), decision: 'apply' }),
      may: 'done',
    },
    officePriceSet: {
      roles: ['trader'],
      input: async () => ({
        event: await site().match(),
        market: '1x2',
        version: 1,
        reason,
        prices: [{ selection: '1', odds: '2.05' }],
      }),
      may: 'done',
    },
    officePriceRelease: {
      roles: ['trader'],
      input: async () => {
        const of = { event: await site().match(), market: '1x2', reason };
        await ask('officePriceSet', { ...of, version: 1, prices: [{ selection: '1', odds: '2.05' }] });
        return { ...of, version: 2 };
      },
      may: 'done',
    },
    officePriceHistory: {
      roles: ['trader', 'auditor'],
      input: () => ({ event: site().event, market: '1x2' }),
      may: 'done',
    },
    // The run may or may not have ended by then, because it is background work.
    officeSettlementResume: {
      roles: ['trader'],
      input: async () => ({ event: await site().match(), ruling: 1, reason }),
      may: 'not_found',
    },
  };
};
