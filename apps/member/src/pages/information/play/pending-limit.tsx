import type { PlayLimit } from '@touchline/contract/shapes/play';
import { formatMoney } from '@touchline/locales/format';
import { countdownText, useLeft } from '../../../features/cashier/countdown.ts';
import { useAction } from '../../../lib/use-action.ts';
import { changePlay } from '../../../features/play/play-info.ts';
import { endText } from '../../../features/play/restriction-text.ts';
import { currentLan, useT } from '../../../lib/i18n.tsx';
import { FormFailure } from '../../../ui/form-failure.tsx';
import { Actions } from '../../../ui/actions.tsx';
import { Button } from '../../../ui/button.tsx';
import { Fact, Facts } from '../../../ui/facts.tsx';
import { showToast } from '../../../lib/toasts.ts';
import styles from './play.module.css';

type Props = { limit: PlayLimit; pending: NonNullable<PlayLimit['pending']>; onDone: () => void };

/** A higher limit, or none, that waits: the remaining time, the confirmation when it is possible, and the way back. */
export const PendingLimit = ({ limit, pending, onDone }: Props) => {
  const t = useT();
  const lan = currentLan();
  const { busy, failure, run } = useAction();
  const leftMs = useLeft(pending.from);
  // Its clock may be behind this one; then it says so.
  const isReady = pending.ready || leftMs === 0;
  const amountText = (amount: string | undefined) =>
    amount === undefined ? t('play.noLimit') : formatMoney(amount, { lan });
  const send = (name: 'playLimitConfirm' | 'playLimitCancel', toast: string) => async () => {
    if (!(await run(() => changePlay(name, { id: pending.id })))) return;
    showToast(toast);
    onDone();
  };
  return (
    <>
      <Facts>
        <Fact label={t('play.limitInForce')}>{amountText(limit.amount)}</Fact>
        <Fact label={t('play.limitWaiting')}>
          <b>{amountText(pending.amount)}</b>
        </Fact>
        {isReady ? (
          <Fact label={t('play.confirmUntil')} words>
            {endText(pending.until)}
          </Fact>
        ) : (
          <Fact label={t('play.confirmIn')}>{countdownText(leftMs)}</Fact>
        )}
      </Facts>
      <p className={styles.words}>{t(isReady ? 'play.readyText' : 'play.waitingText')}</p>
      <FormFailure message={failure} />
      <Actions>
        <Button tone="quiet" busy={busy} onClick={() => void send('playLimitCancel', t('play.limitKept'))()}>
          {t('play.keepLimit')}
        </Button>
        {isReady && (
          <Button
            tone="quiet"
            busy={busy}
            onClick={() => void send('playLimitConfirm', t('play.limitSaved'))()}
          >
            {t('play.confirmLimit')}
          </Button>
        )}
      </Actions>
    </>
  );
};
