import type { Handlers } from '../http/handler.ts';
import { Refused } from '../platform/refusal.ts';

const away = (): Promise<never> => Promise.reject(new Refused('unavailable'));

/** Calls whose rooms are being built. */
export const pendingHandlers: Pick<
  Handlers,
  | 'walletSave'
  | 'walletDetail'
  | 'walletList'
  | 'walletDel'
  | 'channelList'
  | 'createRecharge'
  | 'updateRecharge'
  | 'rechargeList'
  | 'createWithdraw'
  | 'cancelWithdraw'
  | 'withdrawList'
  | 'turnoverList'
> = {
  walletSave: away,
  walletDetail: away,
  walletList: away,
  walletDel: away,
  channelList: away,
  createRecharge: away,
  updateRecharge: away,
  rechargeList: away,
  createWithdraw: away,
  cancelWithdraw: away,
  withdrawList: away,
  turnoverList: away,
};
