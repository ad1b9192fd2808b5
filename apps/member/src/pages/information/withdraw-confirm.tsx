import { useState, type FormEvent } from 'react';
import type { Payout, Withdrawal, WithdrawalTerms } from '@touchline/contract/shapes/cashier';
import { formatMoney } from '@touchline/locales/format';
import { formatAmount } from '@touchline/money/amount';
import { call, failureText } from '../../api/call.ts';
import { CallError, isUnheard } from '../../api/errors.ts';
import { queryClient, refreshUser, useUser } from '../../api/query.ts';
import form from '../../features/cashier/amount-form.module.css';
import { answered, keyFor } from '../../features/cashier/attempts.ts';
import { PayoutLine } from '../../features/cashier/payout-line.tsx';
import type { WithdrawFigures } from '../../features/cashier/withdraw-figures.ts';
import { useNow } from '../../features/labels/use-now.ts';
import { useScale } from '../../features/labels/use-scale.ts';
import { whenText } from '../../features/labels/when.ts';
import { showWithdrawal } from '../../features/live/live-cache.ts';
import { currentLan, useT } from '../../shell/i18n.tsx';
import { Button } from '../../ui/button.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import { PasswordField } from '../../ui/password-field.tsx';

type Props = {
  payout: Payout;
  terms: WithdrawalTerms;
  amount: string;
  figures: WithdrawFigures;
  onBack: () => void;
  onDone: (withdrawal: Withdrawal) => void;
};

type Failure = { text: string; ofPassword: boolean };

const isOfPassword = (error: unknown): boolean =>
  error instanceof CallError && ['password_needed', 'wrong_credentials', 'locked'].includes(error.reason);

/** Everything about the withdrawal once more, the password where it is asked for, and the tap that sends it. */
export const WithdrawConfirm = ({ payout, terms, amount, figures, onBack, onDone }: Props) => {
  const t = useT();
  const lan = currentLan();
  const now = useNow();
  const scale = useScale();
  const currency = useUser()?.currency ?? '';
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const asksPassword = figures.needsPassword || failure?.ofPassword === true;

  const send = async (): Promise<void> => {
    const wish = { wallet: payout.id, amount };
    setBusy(true);
    setFailure(undefined);
    try {
      const key = keyFor('withdrawal', wish);
      const withdrawal = await call(
        'createWithdraw',
        { key, ...wish, ...(asksPassword ? { password } : {}) },
        { mask: false, quiet: true },
      );
      answered('withdrawal');
      showWithdrawal(queryClient, withdrawal);
      void refreshUser().catch(() => undefined);
      onDone(withdrawal);
    } catch (error) {
      // A wrong password is asked for again under another key: a refusal keeps its own.
      if (!isUnheard(error)) answered('withdrawal');
      setFailure({ text: failureText(error), ofPassword: isOfPassword(error) });
      setBusy(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (asksPassword && password === '') {
      setFailure({ text: t('form.passwordEmpty'), ofPassword: true });
      return;
    }
    void send();
  };

  return (
    <form className={form.form} onSubmit={submit} noValidate>
      <PayoutLine payout={payout} />
      <Facts>
        <Fact label={t('cashier.amount')}>{formatMoney(amount, { lan })}</Fact>
        <Fact label={t('cashier.fee')}>{formatMoney(formatAmount(figures.feeMinor, scale), { lan })}</Fact>
        <Fact label={t('cashier.youReceive')}>
          <b>{formatMoney(formatAmount(figures.receiveMinor, scale), { lan, currency })}</b>
        </Fact>
        <Fact label={t('cashier.arrives')} words>
          {t('cashier.by', { when: whenText(terms.arrivesBy, now) })}
        </Fact>
      </Facts>
      <p className={form.words}>{t('cashier.confirmNote')}</p>
      {asksPassword && (
        <PasswordField
          label={t('form.password')}
          hint={t('cashier.passwordWhy')}
          error={failure?.ofPassword === true ? failure.text : undefined}
          value={password}
          autoComplete="current-password"
          enterKeyHint="send"
          onChange={({ target }) => setPassword(target.value)}
        />
      )}
      {failure !== undefined && !failure.ofPassword && (
        <p className={form.failure} role="alert">
          {failure.text}
        </p>
      )}
      <div className={form.actions}>
        <Button tone="quiet" disabled={busy} onClick={onBack}>
          {t('common.back')}
        </Button>
        <Button type="submit" busy={busy}>
          {t('cashier.withdrawNow')}
        </Button>
      </div>
    </form>
  );
};
