import { useId } from 'react';
import type { Payout, WithdrawalTerms } from '@touchline/contract/shapes/cashier';
import { formatMoney } from '@touchline/locales/format';
import { formatAmount } from '@touchline/money/amount';
import styles from '../../features/cashier/cashier.module.css';
import { amountNote } from '../../features/cashier/texts.ts';
import { PayoutLine } from '../../features/cashier/payout-line.tsx';
import { allOfIt, type WithdrawFigures } from '../../features/cashier/figures.ts';
import { useScale } from '../../features/labels/use-scale.ts';
import { AmountBox } from '../../features/number-pad/amount-box.tsx';
import { pressKey, type PadKey } from '../../features/number-pad/keypad.ts';
import { NumberPad, useTyping } from '../../features/number-pad/number-pad.tsx';
import { currentLan, useT } from '../../lib/i18n.tsx';
import { useUser } from '../../lib/user.ts';
import { Button } from '../../ui/button.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import { showToast } from '../../lib/toasts.ts';
import { SheetAction } from '../../ui/sheet.tsx';

/** What one tap adds, in units of the currency. */
const quickAmounts = [50, 100, 500] as const;

type Props = {
  payout: Payout;
  terms: WithdrawalTerms;
  typed: string;
  figures: WithdrawFigures;
  isOpen: boolean;
  onType: (typed: string) => void;
  onNext: () => void;
};

/** How much is withdrawn, with the fee and what will arrive on every key. */
export const WithdrawAmount = ({ payout, terms, typed, figures, isOpen, onType, onNext }: Props) => {
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
