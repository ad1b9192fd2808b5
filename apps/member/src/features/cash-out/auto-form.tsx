import type { Bet } from '@touchline/contract/shapes/bet';
import type { Output } from '@touchline/contract/routes';
import { formatMoney } from '@touchline/locales/format';
import { formatAmount } from '@touchline/money/amount';
import { useId, useState } from 'react';
import { call, failureText } from '../../lib/call.ts';
import { queryClient } from '../../lib/query.ts';
import { currentLan, useT } from '../../lib/i18n.tsx';
import { showToast } from '../../lib/toasts.ts';
import { FormFailure } from '../../ui/form-failure.tsx';
import { Button } from '../../ui/button.tsx';
import { SheetAction } from '../../ui/sheet.tsx';
import { isolated } from '../labels/bidi.ts';
import { LegLines } from '../labels/leg-lines.tsx';
import { useScale } from '../labels/use-scale.ts';
import { AmountBox } from '../number-pad/amount-box.tsx';
import { pressKey, typedMinor, type PadKey } from '../number-pad/keypad.ts';
import { NumberPad, useTyping } from '../number-pad/number-pad.tsx';
import { useOffer } from './use-offers.ts';
import styles from './cash-out.module.css';

/** What one tap adds, in units of the currency. */
const quickAmounts = [5, 10, 50] as const;

type Offers = Output<'cashOutOffers'>;
type OpenOffer = Offers['list'][number];

/** Shows a rule as the server has answered it, until the offers are fetched again. */
const showRule = (row: OpenOffer): void => {
  queryClient.setQueryData<Offers>(
    ['cashOutOffers', {}],
    (known) => known && { ...known, list: known.list.map((one) => (one.bet === row.bet ? row : one)) },
  );
  void queryClient.invalidateQueries({ queryKey: ['cashOutOffers'] });
};

type Props = { bet: Bet; isOpen: boolean; onBack: () => void };

/** The form of the automatic cash-out of a bet: sets, changes and removes its amount, and names its limits. */
export const AutoForm = ({ bet, isOpen, onBack }: Props) => {
  const t = useT();
  const scale = useScale();
  const noteId = useId();
  const known = useOffer(bet.id);
  const [typed, setTyped] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const minor = typedMinor(typed, scale);
  const wish = minor === undefined ? undefined : formatAmount(minor, scale);
  const money = (amount: string) => isolated(formatMoney(amount, { lan: currentLan() }));
  const onKey = (key: PadKey) => {
    if (isBusy) return;
    setFailure(undefined);
    setTyped((text) => pressKey(text, key, scale));
  };
  useTyping(isOpen, onKey);

  const save = async (at: string | undefined): Promise<void> => {
    setBusy(true);
    setFailure(undefined);
    try {
      const input = at === undefined ? { bet: bet.id } : { bet: bet.id, at };
      showRule(await call('cashOutAuto', input, { mask: false, quiet: true }));
      showToast(
        at === undefined ? t('cashOut.auto.removed') : t('cashOut.auto.saved', { amount: money(at) }),
      );
      onBack();
    } catch (error) {
      setFailure(failureText(error));
    }
    setBusy(false);
  };

  return (
    <div className={styles.form}>
      <LegLines legs={bet.legs} withOdds={false} />
      <p className={styles.words}>{t('cashOut.auto.text')}</p>
      <AmountBox label={t('cashOut.auto.amount')} typed={typed} wrong={failure !== undefined} note={noteId} />
      <output id={noteId} className={styles.words}>
        {known?.auto !== undefined && <>{t('cashOut.auto.at', { amount: money(known.auto) })} · </>}
        {known?.offer !== undefined && t('cashOut.auto.now', { amount: money(known.offer) })}
      </output>
      <NumberPad scale={scale} disabled={isBusy} quick={quickAmounts} onKey={onKey} />
      <p className={styles.words}>{t('cashOut.auto.limits')}</p>
      <SheetAction>
        <FormFailure message={failure} />
        <Button busy={isBusy} disabled={wish === undefined} onClick={() => void save(wish)}>
          {wish === undefined ? t('cashOut.auto.enter') : t('cashOut.auto.set', { amount: money(wish) })}
        </Button>
        {known?.auto !== undefined && (
          <Button tone="plain" disabled={isBusy} onClick={() => void save(undefined)}>
            {t('cashOut.auto.remove')}
          </Button>
        )}
        <Button tone="plain" disabled={isBusy} onClick={onBack}>
          {t('common.back')}
        </Button>
      </SheetAction>
    </div>
  );
};
