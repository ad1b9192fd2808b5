import { useId, useState } from 'react';
import type { RechargeChannel } from '@touchline/contract/shapes/cashier';
import { formatDecimal, formatMoney } from '@touchline/locales/format';
import { formatAmount } from '@touchline/money/amount';
import { useRouter } from '@tanstack/react-router';
import { isUnheard } from '@touchline/client/errors';
import { amountNote } from '../../features/cashier/texts.ts';
import { aboutUsdt, rechargeFigures } from '../../features/cashier/figures.ts';
import { coinName } from '../../features/cashier/test-payment.tsx';
import { isolated } from '../../features/labels/bidi.ts';
import { useScale } from '../../features/labels/use-scale.ts';
import { AmountBox } from '../../features/number-pad/amount-box.tsx';
import { type PadKey, pressKey } from '../../features/number-pad/keypad.ts';
import { NumberPad, useTyping } from '../../features/number-pad/number-pad.tsx';
import { currentLan, useT } from '../../lib/i18n.tsx';
import { useUser } from '../../lib/user.ts';
import { Button } from '../../ui/button.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import { SheetAction } from '../../ui/sheet.tsx';
import { FormFailure } from '../../ui/form-failure.tsx';
import styles from '../../features/cashier/cashier.module.css';
import { call, failureText } from '../../lib/call.ts';
import { callQuery, queryClient } from '../../lib/query.ts';
import { answered, keyFor } from '../../features/cashier/attempts.ts';
import { rechargePagesKey, showRecharge } from '../../features/live/live-cache.ts';

type State = { phase: 'editing' } | { phase: 'sending' } | { phase: 'failed'; text: string };

/** Begins a recharge and continues to its payment. What was never answered is sent again under its key. */
const useCreateRecharge = (): {
  state: State;
  create: (wish: { channel: string; amount: string }) => void;
} => {
  const router = useRouter();
  const [state, setState] = useState<State>({ phase: 'editing' });
  const send = async (wish: { channel: string; amount: string }): Promise<void> => {
    setState({ phase: 'sending' });
    try {
      const recharge = await call(
        'createRecharge',
        { key: keyFor('recharge', wish), ...wish },
        { mask: false, quiet: true },
      );
      answered('recharge');
      const { queryKey } = callQuery('rechargeList', { id: recharge.id });
      queryClient.setQueryData(queryKey, { list: [recharge], total: 1, page: 1, limit: 1 });
      showRecharge(queryClient, recharge);
      await router.navigate({ to: '/pages/recharge/rechargeinfo', search: { id: recharge.id } });
    } catch (error) {
      if (!isUnheard(error)) answered('recharge');
      setState({ phase: 'failed', text: failureText(error) });
      // Limits, rate or hours may have changed.
      void queryClient.invalidateQueries({ queryKey: ['channelList'] });
      void queryClient.invalidateQueries({ queryKey: rechargePagesKey });
    }
  };
  return { state, create: (wish) => void send(wish) };
};

/** What one tap adds, in units of the currency. */
const quickAmounts = [50, 100, 500] as const;

type Props = { channel: RechargeChannel; isOpen: boolean };

/** The amount of a recharge and its result, on every key. */
export const RechargeForm = ({ channel, isOpen }: Props) => {
  const t = useT();
  const lan = currentLan();
  const scale = useScale();
  const noteId = useId();
  const currency = useUser()?.currency ?? '';
  const [typed, setTyped] = useState('');
  const { state, create } = useCreateRecharge();
  const isSending = state.phase === 'sending';
  const figures = rechargeFigures(typed, channel, scale);
  const { amountMinor, feeMinor, receiveMinor, problem } = figures;
  const money = (minor: bigint) => formatMoney(formatAmount(minor, scale), { lan });
  const usdt = channel.rate === undefined ? undefined : aboutUsdt(amountMinor, { rate: channel.rate, scale });
  const onKey = (key: PadKey) => {
    if (!isSending) setTyped((text) => pressKey(text, key, scale));
  };
  useTyping(isOpen, onKey);

  return (
    <div className={styles.form}>
      <AmountBox
        label={t('cashier.amount')}
        typed={typed}
        note={noteId}
        wrong={problem !== undefined && problem !== 'empty'}
      />
      <output
        id={noteId}
        className={styles.amountFormNote}
        data-wrong={problem !== undefined && problem !== 'empty'}
      >
        {amountNote(problem, channel)}
      </output>
      <Facts>
        <Fact label={t('cashier.fee')}>{money(feeMinor)}</Fact>
        <Fact label={t('cashier.walletGets')}>
          <b>{formatMoney(formatAmount(receiveMinor, scale), { lan, currency })}</b>
        </Fact>
        {usdt !== undefined && channel.rate !== undefined && (
          <>
            <Fact label={t('cashier.youSend')}>
              ≈ {formatMoney(usdt, { lan, currency: isolated(coinName(channel)) })}
            </Fact>
            <Fact label={t('cashier.rate')}>
              1 {isolated(coinName(channel))} = {formatDecimal(channel.rate, lan)} {currency}
            </Fact>
          </>
        )}
      </Facts>
      <NumberPad scale={scale} disabled={isSending} quick={quickAmounts} onKey={onKey} />
      <SheetAction>
        <FormFailure message={state.phase === 'failed' ? state.text : undefined} />
        <Button
          busy={isSending}
          disabled={problem !== undefined}
          onClick={() => create({ channel: channel.id, amount: formatAmount(amountMinor, scale) })}
        >
          {problem === 'empty'
            ? t('cashier.enterAmount')
            : t('cashier.continueWith', { amount: isolated(money(amountMinor)) })}
        </Button>
      </SheetAction>
    </div>
  );
};
