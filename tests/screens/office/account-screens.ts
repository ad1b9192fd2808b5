import type { Output } from '@touchline/contract/routes';
import { altered, asIfAnswered } from '../member/stage.ts';
import { at, keys, press, rowAt, steps, visit, type Screen, type Stage } from './stage.ts';

const passkeys: Output<'officeMe'>['secondFactor']['passkeys'] = [
  {
    id: '01890000-0000-7000-8000-000000000001',
    name: 'Telephone',
    createdAt: '2026-03-02T09:12:00.000Z',
    lastUsedAt: '2026-11-20T07:58:00.000Z',
  },
  {
    id: '01890000-0000-7000-8000-000000000002',
    name: 'Key in the safe of the back office',
    createdAt: '2026-03-02T09:20:00.000Z',
  },
];

/** Opens the account page of an operator who signs in with an app and passkeys. */
const proven = async (stage: Stage): Promise<void> => {
  const secondFactor = { totp: true, passkeys, recoveryLeft: 7, mustSetUp: false };
  await altered(stage.page, 'officeMe', (me) => ({ ...me, secondFactor }));
  await visit(stage, '/account');
};

/** Opens an own proposal as the owner has it who is the only one. */
const onlyOwner = async (stage: Stage): Promise<void> => {
  await altered(stage.page, 'officeOperatorList', (list) => ({
    ...list,
    alone: { state: 'alone', owner: { id: '', account: 'host' } },
  }));
  await rowAt('/operators?tab=proposals&state=proposed', 'yusuf')(stage);
};

/** Opens the operators as the one owner has them who has lost the other, or as everybody sees it once that one has asked. */
const ownerLost =
  (state: 'lost' | 'asked') =>
  async (stage: Stage): Promise<void> => {
    const from = '2026-12-05T09:00:00.000Z';
    await altered(stage.page, 'officeOperatorList', (answer) => {
      const { id = '' } = answer.list.find(({ account }) => account === 'host') ?? {};
      return { ...answer, alone: { state, owner: { id, account: 'host' }, from } };
    });
    await altered(stage.page, 'officeMe', (me) => ({ ...me, ownerAlone: { state, owner: me, from } }));
    await visit(stage, '/operators');
  };

/** Asks for access: the answer is one of the pictures. */
const askAccess = async ({ page, t }: Stage): Promise<void> => {
  await asIfAnswered(page, 'officeAccessAsk', { code: '7K2QF-9MXTR', expiresAt: '2026-11-21T07:58:00.000Z' });
  await page.getByLabel(t('signIn.account')).fill('nora');
  await page.getByLabel(t('account.newPassword'), { exact: true }).fill('stone-74-hill');
  await page.keyboard.press('Enter');
};

/** Begins with an authenticator app, whose secret is one of the pictures. */
const scan = async ({ page, t }: Stage): Promise<void> => {
  const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
  const uri = `otpauth://totp/Touchline%20office:host?secret=${secret}&issuer=Touchline%20office`;
  await asIfAnswered(page, 'officeOtpBegin', { secret, uri });
  await page.getByLabel(t('signIn.password')).first().fill('stone-74-hill');
  await page.keyboard.press('Tab');
  await page.getByRole('button', { name: t('factor.begin'), exact: true }).click();
};

/** Makes the first owner of a site that has one already: the answer is one of the pictures. */
const makeOwner = async ({ page, t }: Stage): Promise<void> => {
  const operator: Output<'officeFirst'>['operator'] = {
    id: '01890000-0000-7000-8000-000000000003',
    account: 'anna',
    roles: ['owner'],
    createdAt: '2026-11-20T07:58:00.000Z',
    version: 0,
  };
  await asIfAnswered(page, 'officeFirst', { operator });
  await page.getByLabel(t('signIn.account')).fill('anna');
  await page.getByLabel(t('account.newPassword'), { exact: true }).fill('stone-74-hill');
  await page.keyboard.press('Enter');
};

/** Operators, and the pages of an operator's own account. */
export const accountScreens: readonly Screen[] = [
  { name: 'first', open: at('/first?code=none') },
  { name: 'first-made', open: steps(at('/first?code=none'), makeOwner) },
  { name: 'access', open: at('/access') },
  { name: 'access-asked', open: steps(at('/access'), askAccess) },
  { name: 'owner-lost', as: 'host', open: ownerLost('lost') },
  { name: 'owner-asked', as: 'host', open: ownerLost('asked') },
  { name: 'account', as: 'host', open: at('/account') },
  { name: 'account-password', as: 'host', open: steps(at('/account'), press('account.renew')) },
  { name: 'account-scan', as: 'host', open: steps(at('/account'), scan) },
  { name: 'account-passkeys', as: 'host', open: proven },
  { name: 'account-passkey-new', as: 'host', open: steps(proven, press('passkey.add')) },
  { name: 'account-codes', as: 'host', open: steps(proven, press('recovery.renew')) },
  { name: 'operators', as: 'host', open: at('/operators') },
  { name: 'operator', as: 'host', open: rowAt('/operators', 'cashier2') },
  { name: 'operator-self', as: 'host', open: rowAt('/operators', /^host$/) },
  { name: 'operator-new', as: 'host', open: steps(at('/operators'), keys('n')) },
  {
    name: 'operator-password',
    as: 'host',
    open: steps(rowAt('/operators', 'nadia'), keys('w')),
  },
  { name: 'operator-sign-out', as: 'host', open: steps(rowAt('/operators', 'nadia'), keys('s')) },
  { name: 'operator-factor', as: 'host', open: steps(rowAt('/operators', 'nadia'), keys('x')) },
  { name: 'operator-disable', as: 'host', open: steps(rowAt('/operators', 'nadia'), keys('d')) },
  { name: 'operator-disabled', as: 'host', open: rowAt('/operators', 'victor') },
  { name: 'operator-proposals', as: 'host', open: at('/operators?tab=proposals') },
  {
    name: 'operator-proposal-own',
    as: 'host2',
    open: rowAt('/operators?tab=proposals&state=proposed', 'yusuf'),
  },
  { name: 'operator-proposal-alone', as: 'host2', open: onlyOwner },
  {
    name: 'operator-proposal',
    as: 'host',
    open: steps(rowAt('/operators?tab=proposals&state=proposed', 'yusuf'), keys('a')),
  },
  { name: 'choose-password', open: at('/password?code=none') },
];
