import { altered, refuse } from '../member/stage.ts';
import { at, keys, rowAt, steps, visit, type Screen, type Stage } from './stage.ts';

/** Opens a correction as a cashier sees it who sat at the browser of its member. */
const ofSharedDevice = async (stage: Stage): Promise<void> => {
  await altered(stage.page, 'officeAdjustmentList', (answer) => ({
    ...answer,
    list: answer.list.map((one) => ({ ...one, memberOrigin: 'device' as const })),
  }));
  await rowAt('/corrections', 'liwei88')(stage);
};

/** Fills in a new correction of an amount, as far as its reason. */
const newCorrection =
  (amount: string) =>
  async (stage: Stage): Promise<void> => {
    const { page, t } = stage;
    await visit(stage, '/corrections?id=new');
    await page.getByLabel(t('column.member'), { exact: true }).fill('liwei88');
    await page
      .getByRole('list', { name: t('member.found') })
      .getByRole('button')
      .first()
      .click();
    await page.locator('form input[inputmode="decimal"]').fill(amount);
    await page.locator('form textarea').fill('rounding of an old bonus');
  };

/** Proposes a correction that the server answers by what the cashier shares with the member. */
const refusedForDevice = async (stage: Stage): Promise<void> => {
  await newCorrection('12.50')(stage);
  await refuse(stage.page, 'officeAdjustmentAdd', 'member_origin', { memberOrigin: 'device' });
  await stage.page.locator('form button[type="submit"]').click();
  await stage.page.getByRole('checkbox').waitFor();
};

/** What cashiers and auditors look at. */
export const moneyScreens: readonly Screen[] = [
  { name: 'recharges', as: 'cashier1', open: at('/recharges') },
  { name: 'recharge', as: 'cashier1', open: rowAt('/recharges') },
  { name: 'recharge-voucher', as: 'cashier1', open: rowAt('/recharges', 'jonas_k') },
  { name: 'recharge-credit', as: 'cashier1', open: steps(rowAt('/recharges'), keys('a')) },
  { name: 'withdrawals', as: 'cashier1', open: at('/withdrawals') },
  { name: 'withdrawal', as: 'cashier1', open: rowAt('/withdrawals', '40.00') },
  { name: 'withdrawal-two', as: 'cashier1', open: rowAt('/withdrawals', '75.00') },
  { name: 'withdrawal-refuse', as: 'cashier2', open: steps(rowAt('/withdrawals', '75.00'), keys('r')) },
  { name: 'withdrawals-ended', as: 'cashier1', open: rowAt('/withdrawals?queue=ended') },
  { name: 'withdrawals-paying', as: 'cashier1', open: at('/withdrawals?queue=paying') },
  { name: 'names', as: 'cashier1', open: at('/names') },
  { name: 'name', as: 'cashier1', open: rowAt('/names') },
  { name: 'corrections', as: 'cashier1', open: at('/corrections') },
  { name: 'correction', as: 'cashier2', open: rowAt('/corrections', 'liwei88') },
  { name: 'correction-apply', as: 'cashier2', open: steps(rowAt('/corrections', 'liwei88'), keys('a')) },
  { name: 'correction-refuse', as: 'cashier2', open: steps(rowAt('/corrections', 'liwei88'), keys('r')) },
  { name: 'correction-own', as: 'cashier1', open: rowAt('/corrections', 'liwei88') },
  { name: 'correction-new', as: 'cashier1', open: at('/corrections?id=new') },
  { name: 'correction-new-filled', as: 'cashier1', open: newCorrection('12.50') },
  { name: 'correction-new-short', as: 'cashier1', open: newCorrection('-50000') },
  { name: 'correction-new-device', as: 'cashier1', open: refusedForDevice },
  { name: 'correction-device', as: 'cashier2', open: ofSharedDevice },
  { name: 'correction-device-apply', as: 'cashier2', open: steps(ofSharedDevice, keys('a')) },
  { name: 'rails', as: 'cashier1', open: at('/rails') },
  { name: 'ledger', as: 'auditor', open: at('/ledger') },
  { name: 'ledger-trial', as: 'auditor', open: at('/ledger?tab=trial') },
  { name: 'ledger-days', as: 'auditor', open: at('/ledger?tab=days') },
  { name: 'ledger-entries', as: 'auditor', open: at('/ledger?tab=entries') },
  { name: 'ledger-entry', as: 'auditor', open: rowAt('/ledger?tab=entries') },
  { name: 'reports', as: 'auditor', open: at('/reports') },
  { name: 'reports-week', as: 'auditor', open: steps(at('/reports'), keys('1')) },
  { name: 'reports-competition', as: 'auditor', open: at('/reports?by=competition') },
  { name: 'audit', as: 'auditor', open: at('/audit') },
  { name: 'audit-line', as: 'auditor', open: rowAt('/audit', 1) },
  { name: 'audit-line-setting', as: 'auditor', open: rowAt('/audit?action=setting_proposed') },
];
