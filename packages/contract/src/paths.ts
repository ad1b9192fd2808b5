/** Method and path of every call, by name: the part of the contract that costs a client nothing to load. */
export const paths = {
  systemConfig: ['GET', '/api/index/systemConfig'],
  home: ['GET', '/api/index/home'],
  rules: ['GET', '/api/ops/rules'],
  eventList: ['GET', '/api/game.soccer/eventList'],
  eventDetail: ['GET', '/api/game.soccer/eventDetail'],
  priceHistory: ['GET', '/api/game.soccer/priceHistory'],
  orderAdd: ['POST', '/api/game.soccer/orderAdd'],
  cashOutQuote: ['POST', '/api/game.soccer/cashOutQuote'],
  cashOut: ['POST', '/api/game.soccer/cashOut'],
  orderDetail: ['GET', '/api/game.soccer/orderDetail'],
  orderList: ['GET', '/api/game.soccer/orderList'],
  userInfo: ['GET', '/api/user/userInfo'],
  identitySave: ['POST', '/api/user/identitySave'],
  moneyLogList: ['GET', '/api/user/moneyLogList'],
  walletSave: ['POST', '/api/user/walletSave'],
  walletDetail: ['GET', '/api/user/walletDetail'],
  walletList: ['GET', '/api/user/walletList'],
  walletDel: ['DELETE', '/api/user/walletDel'],
  channelList: ['GET', '/api/payment/channelList'],
  createRecharge: ['POST', '/api/payment/createRecharge'],
  updateRecharge: ['POST', '/api/payment/updateRecharge'],
  rechargeList: ['GET', '/api/payment/rechargeList'],
  createWithdraw: ['POST', '/api/payment/createWithdraw'],
  cancelWithdraw: ['POST', '/api/payment/cancelWithdraw'],
  withdrawList: ['GET', '/api/payment/withdrawList'],
  turnoverList: ['GET', '/api/payment/turnoverList'],
  upload: ['POST', '/api/alioss/callback'],
  register: ['POST', '/api/user/register'],
  login: ['POST', '/api/user/login'],
  logout: ['POST', '/api/user/logout'],
  refreshToken: ['POST', '/api/common/refreshToken'],
  liveTicket: ['POST', '/api/common/liveTicket'],
  officeLogin: ['POST', '/api/office/login'],
  officeLogout: ['POST', '/api/office/logout'],
  officeMe: ['GET', '/api/office/me'],
  officePasswordRenew: ['POST', '/api/office/passwordRenew'],
  officeOperatorList: ['GET', '/api/office/operatorList'],
  officeOperatorSave: ['POST', '/api/office/operatorSave'],
  officeIdentityList: ['GET', '/api/office/identityList'],
  officeIdentityDetail: ['GET', '/api/office/identityDetail'],
  officeIdentityDecide: ['POST', '/api/office/identityDecide'],
  officeAdjustmentList: ['GET', '/api/office/adjustmentList'],
  officeAdjustmentAdd: ['POST', '/api/office/adjustmentAdd'],
  officeAdjustmentDecide: ['POST', '/api/office/adjustmentDecide'],
  officeRechargeList: ['GET', '/api/office/rechargeList'],
  officeRechargeDetail: ['GET', '/api/office/rechargeDetail'],
  officePaymentDecide: ['POST', '/api/office/paymentDecide'],
  officeRechargeReject: ['POST', '/api/office/rechargeReject'],
  officeWithdrawList: ['GET', '/api/office/withdrawList'],
  officeWithdrawDetail: ['GET', '/api/office/withdrawDetail'],
  officeWithdrawDecide: ['POST', '/api/office/withdrawDecide'],
  officeWithdrawPaid: ['POST', '/api/office/withdrawPaid'],
  officeWithdrawFinish: ['POST', '/api/office/withdrawFinish'],
  officeWithdrawReturned: ['POST', '/api/office/withdrawReturned'],
  officeRailList: ['GET', '/api/office/railList'],
  officeAuditList: ['GET', '/api/office/auditList'],
  officeMemberFind: ['GET', '/api/office/memberFind'],
} as const satisfies Record<string, readonly ['GET' | 'POST' | 'DELETE', `/api/${string}`]>;

export type RouteName = keyof typeof paths;

/** The live stream (server-sent events); its query `token` is the ticket from `liveTicket`. Not a call: it has no envelope. */
export const livePath = '/api/live';

/** An image its owner sent, with the query `id` and the header of the token. Not a call: a success is the image itself. */
export const filePath = '/api/alioss/file';
/** The same for operators who review it, with the queries `member` and `id`. */
export const officeFilePath = '/api/office/file';
/** Where payment providers send their notices; the last part names the rail. Not a call: it is theirs, not ours. */
export const notifyPath = '/api/payment/notify/:rail';
