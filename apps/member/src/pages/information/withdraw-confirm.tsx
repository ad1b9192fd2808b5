import { useEffect, useRef, useState, type FormEvent } from 'react';
import type { Payout, Withdrawal, WithdrawalTerms } from '@touchline/contract/shapes/cashier';
import { formatDecimal, formatMoney } from '@touchline/locales/format';
import { formatAmount } from '@touchline/money/amount';
import { payoutDestination } from '@touchline/kit/payout-destination';
import { CallError, isUnheard } from '@touchline/client/errors';
import { call, failureText } from '../../lib/call.ts';
import { queryClient, refreshUser } from '../../lib/query.ts';
import { OtpField } from '../../features/account/code-field.tsx';
import { FormFailure } from '../../ui/form-failure.tsx';
import cashierStyles from '../../features/cashier/cashier.module.css';
import { answered, keyFor } from '../../features/cashier/attempts.ts';
import { isOfProof } from '../../features/cashier/proof.ts';
import { inGroups, payoutName, payoutOwner } from '../../features/cashier/texts.ts';
import styles from './information.module.css';
import { paidUsdt, type WithdrawFigures } from '../../features/cashier/figures.ts';
import { keepReceiptsOf } from '../../features/proof/receipts-in.ts';
import { isolated } from '../../features/labels/bidi.ts';
import { useNow, whenText } from '../../features/labels/time.tsx';
import { useScale } from '../../features/labels/use-scale.ts';
import { showWithdrawal, withdrawPagesKey } from '../../features/live/live-cache.ts';
import { currentLan, useT } from '../../lib/i18n.tsx';
import { useUser } from '../../lib/user.ts';
import { Button } from '../../ui/button.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import { PasswordField } from '../../ui/field.tsx';
import { SheetAction } from '../../ui/sheet.tsx';

type Props = {
  payout: Payout;
  terms: WithdrawalTerms;
  amount: string;
  figures: WithdrawFigures;
  onBack: () => void;
  onDone: (withdrawal: Withdrawal) => void;
};

type Failure = { text: string; ofProof: boolean };

/** The whole address or account: a payment to a wrong one cannot be undone. */
const Destination = ({ payout }: { payout: Payout }) => {
  const number = payoutDestination(payout).replaceAll(/\s/g, '');
  const owner = payoutOwner(payout);
  return (
    <div className={styles.to}>
      <span className={styles.withdrawConfirmName}>{payoutName(payout)}</span>
      <bdi dir="ltr" className={`figures ${styles.withdrawConfirmNumber}`} translate="no">
        {inGroups(number).map((group, at) => (
          <span key={`${at} ${group}`}>{group}</span>
        ))}
      </bdi>
      {owner !== '' && (
        <span className={styles.withdrawConfirmName} translate="no">
          <bdi>{owner}</bdi>
        </span>
      )}
    </div>
  );
};

/** Everything about the withdrawal again, the password or code where one is asked for, and the tap that sends it. */
export const WithdrawConfirm = ({ payout, terms, amount, figures, onBack, onDone }: Props) => {
  const t = useT();
  const lan = currentLan();
  const now = useNow();
  const scale = useScale();
  const user = useUser();
  const currency = user?.currency ?? '';
  const byCode = user?.otp === true;
  const rate = terms.rates.find(({ type }) => type === payout.type)?.rate;
  const coin = rate === undefined ? undefined : paidUsdt(figures.receiveMinor, { rate, scale });
  const [proof, setProof] = useState('');
  const proofField = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const limit = isolated(formatMoney(terms.passwordAbove, { lan }));
  const asksProof = figures.needsPassword || failure?.ofProof === true;

  const send = async (): Promise<void> => {
    const wish = { wallet: payout.id, amount };
    setBusy(true);
    setFailure(undefined);
    try {
      const key = keyFor('withdrawal', wish);
      const withdrawal = await call(
        'createWithdraw',
        {
          key,
          ...wish,
          fee: formatAmount(figures.feeMinor, scale),
          rate,
          code: asksProof && byCode ? proof.trim() : undefined,
          password: asksProof && !byCode ? proof : undefined,
        },
        { mask: false, quiet: true },
      );
      answered('withdrawal');
      showWithdrawal(queryClient, withdrawal);
      keepReceiptsOf(withdrawal);
      void refreshUser().catch(() => undefined);
      onDone(withdrawal);
    } catch (error) {
      // A wrong password is asked for again under another key: a refusal keeps its own.
      if (!isUnheard(error)) answered('withdrawal');
      setFailure({ text: failureText(error), ofProof: isOfProof(error) });
      // The fee or the rate has changed since: the present one is shown.
      if (error instanceof CallError && error.reason === 'outdated')
        void queryClient.invalidateQueries({ queryKey: withdrawPagesKey });
      setBusy(false);
    }
  };
  // The one field there is: what is wrong with it is read out with it.
  useEffect(() => {
    if (failure?.ofProof === true) proofField.current?.focus();
  }, [failure]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (asksProof && proof.trim().length < (byCode ? 6 : 1)) {
      setFailure({ text: byCode ? t('form.required') : t('form.passwordEmpty'), ofProof: true });
      return;
    }
    void send();
  };

  return (
    <form className={cashierStyles.form} onSubmit={submit} noValidate>
      <Destination payout={payout} />
      <Facts>
        <Fact label={t('cashier.amount')}>{formatMoney(amount, { lan })}</Fact>
        <Fact label={t('cashier.fee')}>{formatMoney(formatAmount(figures.feeMinor, scale), { lan })}</Fact>
        <Fact label={t('cashier.youReceive')}>
          <b>{formatMoney(formatAmount(figures.receiveMinor, scale), { lan, currency })}</b>
        </Fact>
        {rate !== undefined && coin !== undefined && (
          <>
            <Fact label={t('cashier.exactAmount', { coin: 'USDT' })}>
              <b>{formatDecimal(coin, lan)} USDT</b>
            </Fact>
            <Fact label={t('cashier.rate')}>
              1 USDT = {formatDecimal(rate, lan)} {currency}
            </Fact>
          </>
        )}
        <Fact label={t('cashier.arrives')} words>
          {whenText(terms.arrivesBy, now)}
        </Fact>
      </Facts>
      <p className={cashierStyles.amountFormWords}>{t('cashier.confirmNote')}</p>
      {rate !== undefined && <p className={cashierStyles.amountFormWords}>{t('cashier.rateNote')}</p>}
      {asksProof && byCode && (
        <OtpField
          hint={t('account.codeWhy', { limit })}
          error={failure?.ofProof === true ? failure.text : undefined}
          ref={proofField}
          value={proof}
          enterKeyHint="send"
          onChange={({ target }) => setProof(target.value)}
        />
      )}
      {asksProof && !byCode && (
        <PasswordField
          label={t('form.password')}
          hint={t('cashier.passwordWhy', { limit })}
          error={failure?.ofProof === true ? failure.text : undefined}
          ref={proofField}
          value={proof}
          autoComplete="current-password"
          enterKeyHint="send"
          onChange={({ target }) => setProof(target.value)}
        />
      )}
      <FormFailure message={failure?.ofProof === false ? failure.text : undefined} />
      <SheetAction>
        <Button type="submit" busy={busy}>
          {t('cashier.withdrawNow')}
        </Button>
        <Button tone="quiet" disabled={busy} onClick={onBack}>
          {t('common.back')}
        </Button>
      </SheetAction>
    </form>
  );
};
