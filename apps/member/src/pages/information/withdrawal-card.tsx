import type { Withdrawal, WithdrawalState } from '@touchline/contract/shapes/cashier';
import { formatDecimal, formatMoney } from '@touchline/locales/format';
import { call } from '../../lib/call.ts';
import { queryClient, refreshUser } from '../../lib/query.ts';
import { useAction } from '../../lib/use-action.ts';
import { payoutName, payoutNumber, reasonText, shortAddress } from '../../features/cashier/texts.ts';
import { keepReceiptsOf } from '../../features/proof/receipts-in.ts';
import { isolated } from '../../features/labels/bidi.ts';
import { Moment, useNow, whenText } from '../../features/labels/time.tsx';
import { showWithdrawal, withdrawPagesKey } from '../../features/live/live-cache.ts';
import { currentLan, useT } from '../../lib/i18n.tsx';
import { useSayChanges } from '../../ui/aloud.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmButton } from '../../ui/confirm-sheet.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { Tag } from '../../ui/tag.tsx';
import styles from './information.module.css';

const looks = {
  in_progress: { icon: 'clock', tone: 'amber' },
  success: { icon: 'check', tone: 'pitch' },
  finished: { icon: 'check', tone: 'quiet' },
  refused: { icon: 'cross', tone: 'red' },
  cancelled: { icon: 'undo', tone: 'quiet' },
} as const satisfies Record<WithdrawalState, { icon: IconName; tone: 'quiet' | 'pitch' | 'red' | 'amber' }>;

/** The state of a withdrawal by icon, word and colour; in progress also where it is. Read aloud when it changes on the server. */
const WithdrawalTag = ({ withdrawal }: { withdrawal: Pick<Withdrawal, 'state' | 'stage'> }) => {
  const t = useT();
  const { state, stage } = withdrawal;
  const { icon, tone } = looks[state];
  const text =
    state === 'in_progress' && stage !== undefined
      ? t(`cashier.stage.${stage}`)
      : t(`cashier.withdrawal.${state}`);
  useSayChanges(text);
  return (
    <Tag tone={tone}>
      <Icon name={icon} size="small" />
      {text}
    </Tag>
  );
};

/** A withdrawal: how much, where to, where it is now, and why it ended if it was not paid. */
export const WithdrawalCard = ({ withdrawal }: { withdrawal: Withdrawal }) => {
  const t = useT();
  const lan = currentLan();
  const now = useNow();
  const { amount, fee, receive, state, wallet, reference, reason, note, paidAt, endedAt } = withdrawal;
  const figure = (value: string) => formatMoney(value, { lan });
  return (
    <Card>
      <div className={styles.card}>
        <div className={styles.withdrawHead}>
          <bdi dir="ltr" className={`figures ${styles.sum}`}>
            {figure(amount)}
          </bdi>
          <WithdrawalTag withdrawal={withdrawal} />
        </div>
        <Facts>
          <Fact label={t('cashier.to')} words>
            {payoutName(wallet)} {isolated(payoutNumber(wallet))}
          </Fact>
          <Fact label={t('cashier.fee')}>{figure(fee)}</Fact>
          <Fact label={t('cashier.youReceive')}>
            <b>{figure(receive)}</b>
          </Fact>
          {withdrawal.usdtAmount !== undefined && (
            <Fact label={t('cashier.exactAmount', { coin: 'USDT' })}>
              {formatDecimal(withdrawal.usdtAmount, lan)} USDT
            </Fact>
          )}
          {withdrawal.rate !== undefined && (
            <Fact label={t('cashier.rate')}>1 USDT = {formatDecimal(withdrawal.rate, lan)}</Fact>
          )}
          <Fact label={t('cashier.asked')} words>
            <Moment at={withdrawal.requestedAt} />
          </Fact>
          {state === 'in_progress' && (
            <Fact label={t('cashier.arrives')} words>
              {whenText(withdrawal.arrivesBy, now)}
            </Fact>
          )}
          {paidAt !== undefined && (
            <Fact label={t('cashier.paidAt')} words>
              <Moment at={paidAt} />
            </Fact>
          )}
          {endedAt !== undefined && (
            <Fact label={t('cashier.endedAt')} words>
              <Moment at={endedAt} />
            </Fact>
          )}
          {reference !== undefined && <Fact label={t('cashier.reference')}>{shortReference(reference)}</Fact>}
        </Facts>
        {state === 'refused' && (
          <p className={styles.withdrawWords}>
            <b>{reasonText(reason ?? 'other')}</b> <bdi>{note}</bdi>
          </p>
        )}
        {(state === 'refused' || state === 'cancelled') && (
          <p className={styles.withdrawWords}>{t('cashier.moneyBack')}</p>
        )}
        {withdrawal.cancellable && <Cancel id={withdrawal.id} />}
      </div>
    </Card>
  );
};

/** Hashes by their ends; what people can read in full stays whole. */
const shortReference = (reference: string): string =>
  reference.length > 30 ? shortAddress(reference) : reference;

const Cancel = ({ id }: { id: string }) => {
  const t = useT();
  const { busy, failure, run, forget } = useAction();
  const cancel = async (): Promise<void> => {
    try {
      const withdrawal = await call('cancelWithdraw', { id }, { mask: false, quiet: true });
      showWithdrawal(queryClient, withdrawal);
      keepReceiptsOf(withdrawal);
      void refreshUser().catch(() => undefined);
    } catch (error) {
      // It may have moved in the meantime.
      void queryClient.invalidateQueries({ queryKey: withdrawPagesKey });
      throw error;
    }
  };
  return (
    <ConfirmButton
      tone="quiet"
      label={t('cashier.cancelWithdrawal')}
      title={t('cashier.cancelWithdrawalTitle')}
      text={t('cashier.cancelWithdrawalText')}
      dismiss={t('common.back')}
      danger
      busy={busy}
      failure={failure}
      onAsk={forget}
      onConfirm={() => run(cancel)}
    />
  );
};
