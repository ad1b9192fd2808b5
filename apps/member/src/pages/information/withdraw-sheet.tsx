import { Suspense, useEffect, useId, useState } from 'react';
import type { Payout, Withdrawal, WithdrawalTerms } from '@touchline/contract/shapes/cashier';
import { formatAmount } from '@touchline/money/amount';
import { formatDecimal, formatMoney } from '@touchline/locales/format';
import { allOfIt, withdrawFigures, type WithdrawFigures } from '../../features/cashier/figures.ts';
import { PayoutLine } from '../../features/cashier/payout-line.tsx';
import { amountNote } from '../../features/cashier/texts.ts';
import { useScale } from '../../features/labels/use-scale.ts';
import { AmountBox } from '../../features/number-pad/amount-box.tsx';
import { pressKey, type PadKey } from '../../features/number-pad/keypad.ts';
import { NumberPad, useTyping } from '../../features/number-pad/number-pad.tsx';
import { currentLan, useT } from '../../lib/i18n.tsx';
import { showToast } from '../../lib/toasts.ts';
import { Sheet, SheetAction } from '../../ui/sheet.tsx';
import { useNow, whenText } from '../../features/labels/time.tsx';
import { useUser } from '../../lib/user.ts';
import { Button } from '../../ui/button.tsx';
import { DoneHead } from '../../ui/done-head.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import styles from '../../features/cashier/cashier.module.css';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

/** What one tap adds, in units of the currency. */
const quickAmounts = [50, 100, 500] as const;

type AmountProps = {
  payout: Payout;
  terms: WithdrawalTerms;
  typed: string;
  figures: WithdrawFigures;
  isOpen: boolean;
  onType: (typed: string) => void;
  onNext: () => void;
};

/** How much is withdrawn, with the fee and what will arrive on every key. */
const WithdrawAmount = ({ payout, terms, typed, figures, isOpen, onType, onNext }: AmountProps) => {
  const t = useT();
  const lan = currentLan();
  const scale = useScale();
  const noteId = useId();
  const currency = useUser()?.currency ?? '';
  const { feeMinor, receiveMinor, problem } = figures;
  const isWrong = problem !== undefined && problem !== 'empty';
  const onKey = (key: PadKey) => onType(pressKey(typed, key, scale));
  useTyping(isOpen, onKey);
  return (
    <div className={styles.form}>
      <PayoutLine payout={payout} />
      <AmountBox
        label={t('cashier.amount')}
        typed={typed}
        note={noteId}
        wrong={isWrong}
        action={
          <button type="button" className={styles.all} onClick={() => onType(allOfIt(terms, scale))}>
            {t('cashier.all')}
          </button>
        }
      />
      <output id={noteId} className={styles.amountFormNote} data-wrong={isWrong}>
        {amountNote(problem, terms)}
      </output>
      <Facts>
        <Fact label={t('cashier.fee')}>{formatMoney(formatAmount(feeMinor, scale), { lan })}</Fact>
        <Fact label={t('cashier.youReceive')}>
          <b>{formatMoney(formatAmount(receiveMinor, scale), { lan, currency })}</b>
        </Fact>
      </Facts>
      <NumberPad scale={scale} disabled={false} quick={quickAmounts} onKey={onKey} />
      <SheetAction>
        {problem === 'empty' ? (
          <Button tone="quiet" data-next onClick={() => showToast(t('cashier.withdrawEmpty'))}>
            {t('cashier.enterAmount')}
          </Button>
        ) : (
          <Button disabled={problem !== undefined} data-next onClick={onNext}>
            {t('cashier.check')}
          </Button>
        )}
      </SheetAction>
    </div>
  );
};

const WithdrawConfirm = lazyPart(async () => (await import('./withdraw-confirm.tsx')).WithdrawConfirm);

type Props = { payout: Payout | undefined; terms: WithdrawalTerms; onClose: () => void };

/** A withdrawal over the page: how much, everything again, and that it was asked for. */
export const WithdrawSheet = ({ payout, terms, onClose }: Props) => {
  const t = useT();
  // The sheet keeps its content while it closes.
  const [shown, setShown] = useState(payout);
  const [round, setRound] = useState(0);
  if (payout !== undefined && payout !== shown) {
    setShown(payout);
    setRound(round + 1);
  }
  const close = () => {
    onClose();
    setShown(undefined);
  };
  return (
    <Sheet open={payout !== undefined} onClose={close} title={t('nav.withdraw')}>
      {shown !== undefined && (
        <Steps key={round} payout={shown} terms={terms} isOpen={payout !== undefined} onClose={close} />
      )}
    </Sheet>
  );
};

type StepsProps = { payout: Payout; terms: WithdrawalTerms; isOpen: boolean; onClose: () => void };

const Steps = ({ payout, terms, isOpen, onClose }: StepsProps) => {
  const scale = useScale();
  const [typed, setTyped] = useState('');
  const [isAsking, setAsking] = useState(false);
  const [done, setDone] = useState<Withdrawal>();
  const figures = withdrawFigures(typed, terms, scale);
  // The code of the next step is fetched while the amount is typed.
  useEffect(() => WithdrawConfirm.preload(), []);
  if (done !== undefined) return <WithdrawDone withdrawal={done} onClose={onClose} />;
  if (isAsking) {
    return (
      <Suspense fallback={<Skeleton height={18} />}>
        <WithdrawConfirm
          payout={payout}
          terms={terms}
          amount={formatAmount(figures.amountMinor, scale)}
          figures={figures}
          onBack={() => setAsking(false)}
          onDone={setDone}
        />
      </Suspense>
    );
  }
  return (
    <WithdrawAmount
      payout={payout}
      terms={terms}
      typed={typed}
      figures={figures}
      isOpen={isOpen}
      onType={setTyped}
      onNext={() => setAsking(true)}
    />
  );
};

/** That the withdrawal was asked for, and when it arrives. */
const WithdrawDone = ({ withdrawal, onClose }: { withdrawal: Withdrawal; onClose: () => void }) => {
  const t = useT();
  const lan = currentLan();
  const now = useNow();
  const currency = useUser()?.currency ?? '';
  return (
    <div className={styles.form}>
      <DoneHead>{t('cashier.withdrawAsked')}</DoneHead>
      <Facts>
        <Fact label={t('cashier.youReceive')}>
          <b>{formatMoney(withdrawal.receive, { lan, currency })}</b>
        </Fact>
        {withdrawal.usdtAmount !== undefined && (
          <Fact label={t('cashier.exactAmount', { coin: 'USDT' })}>
            {formatDecimal(withdrawal.usdtAmount, lan)} USDT
          </Fact>
        )}
        <Fact label={t('cashier.arrives')} words>
          {whenText(withdrawal.arrivesBy, now)}
        </Fact>
      </Facts>
      <p className={styles.amountFormWords}>{t('cashier.withdrawAskedText')}</p>
      <Button onClick={onClose}>{t('slip.done')}</Button>
    </div>
  );
};
