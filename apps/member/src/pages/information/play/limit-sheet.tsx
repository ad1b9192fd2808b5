import { useState } from 'react';
import type { LimitKind, LimitPeriod, PlayLimit } from '@touchline/contract/shapes/play';
import { useT } from '../../../lib/i18n.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { limitOf } from './limit-change.ts';
import { LimitForm } from './limit-form.tsx';
import { PendingLimit } from './pending-limit.tsx';
import styles from './play.module.css';

type Which = { kind: LimitKind; period: LimitPeriod };
type Props = { chosen: Which | undefined; limits: readonly PlayLimit[]; onClose: () => void };

/** One limit over the page: what waits for a yes, and a new amount. */
export const LimitSheet = ({ chosen, limits, onClose }: Props) => {
  const t = useT();
  // While the sheet leaves it still shows what it held.
  const [shown, setShown] = useState(chosen);
  const [round, setRound] = useState(0);
  if (chosen !== undefined && chosen !== shown) {
    setShown(chosen);
    setRound(round + 1);
  }
  const limit = shown === undefined ? undefined : limitOf(limits, shown.kind, shown.period);
  const title =
    shown === undefined
      ? ''
      : t('play.limitTitle', { limit: t(`play.limit.${shown.kind}`), period: t(`play.per.${shown.period}`) });
  return (
    <Sheet open={chosen !== undefined} onClose={onClose} title={title}>
      {shown !== undefined && (
        <div className={styles.form} data-pad={limit?.pending === undefined} key={round}>
          {limit?.pending === undefined ? (
            <LimitForm which={shown} present={limit?.amount} isOpen={chosen !== undefined} onDone={onClose} />
          ) : (
            <PendingLimit limit={limit} pending={limit.pending} onDone={onClose} />
          )}
        </div>
      )}
    </Sheet>
  );
};
