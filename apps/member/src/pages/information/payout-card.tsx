import type { Payout } from '@touchline/contract/shapes/cashier';
import { PayoutLine } from '../../features/cashier/payout-line.tsx';
import { payoutName } from '../../features/cashier/texts.ts';
import { useNow } from '../../features/labels/use-now.ts';
import { whenText } from '../../features/labels/time-text.ts';
import { useT } from '../../state/i18n.tsx';
import { Card } from '../../ui/card.tsx';
import styles from './payout-card.module.css';

type Props = { payout: Payout; onEdit: () => void; onDelete: () => void };

/** A bank card or crypto wallet, with what can be done about it. */
export const PayoutCard = ({ payout, onEdit, onDelete }: Props) => {
  const t = useT();
  const now = useNow();
  const isCooling = Date.parse(payout.usableFrom) > now;
  const name = <span className="visually-hidden"> {payoutName(payout)}</span>;
  return (
    <Card>
      <PayoutLine
        payout={payout}
        note={isCooling ? t('cashier.usableFrom', { when: whenText(payout.usableFrom, now) }) : undefined}
      />
      <div className={styles.actions}>
        <button type="button" className={styles.action} data-edit onClick={onEdit}>
          {t('cashier.edit')}
          {name}
        </button>
        <button type="button" className={styles.action} data-delete onClick={onDelete}>
          {t('cashier.delete')}
          {name}
        </button>
      </div>
    </Card>
  );
};
