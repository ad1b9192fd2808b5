import { newId } from '../../core/ids.ts';
import type { Rows } from './kinds.ts';
import { codeOf, type WatchedSite } from './watched-site.ts';

const why = 'Lost the telephone';

/** A member's lost second factor, which two operators take off. */
export const factorRows = (site: () => WatchedSite): Rows => {
  const shared = {
    against: { not: 'it is about people, of whom no feed says anything' },
  };
  const member = async (): Promise<{ member: string }> => {
    const { id, token, password } = await site().newcomer();
    const headers = { 'ba-user-token': token };
    const { secret } = await site().ask('otpBegin', { password }, headers);
    await site().ask('otpConfirm', { otp: codeOf(secret) }, headers);
    return { member: id };
  };
  const proposed = async (by = site().one('support', 7)) => {
    const of = await member();
    const { end } = await site().askAs(await by, 'officeMemberFactorEnd', { ...of, why });
    return { ...of, id: String(Object(end).id), version: 0 };
  };

  return {
    officeMemberFactorEnd: {
      ...shared,
      stale: { not: 'it only proposes; what the member has by then is judged when it is applied' },
      input: async () => ({ ...(await member()), why }),
      own: { not: 'it proposes; who decides is another, see officeMemberFactorDecide' },
      twice: { losers: ['outdated'], same: 'the first operator gets the waiting proposal again' },
      forged: { member: { reason: 'not_found' } },
      words: ['why'],
    },
    officeMemberFactorDecide: {
      ...shared,
      stale: {
        input: async () => ({ ...(await proposed()), version: 1, decision: 'apply' }),
        reason: 'outdated',
      },
      input: async () => ({ ...(await proposed()), decision: 'apply' }),
      own: {
        input: async (by) => ({ ...(await proposed(Promise.resolve(by))), decision: 'apply' }),
        reason: 'same_operator',
      },
      twice: { losers: ['outdated'], same: 'the first operator gets the same decision again' },
      forged: {
        id: { reason: 'not_found', values: async () => [newId(), site().owner.id] },
        member: { reason: 'not_found', values: async () => [newId(), site().owner.id] },
      },
      words: ['note'],
    },
  };
};
