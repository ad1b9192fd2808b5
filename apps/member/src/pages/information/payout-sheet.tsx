import { useState } from 'react';
import type { Payout, PayoutType } from '@touchline/contract/shapes/cashier';
import { useCall } from '../../lib/query.ts';
import { payoutKind } from '../../features/cashier/texts.ts';
import { LoadFailure } from '../../features/load-failure/load-failure.tsx';
import { useT } from '../../lib/i18n.tsx';
import { useUser } from '../../lib/user.ts';
import { Segmented } from '../../ui/segmented.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { IdentityForm } from './identity-form.tsx';
import { payoutTypes } from './payout-fields.ts';
import { PayoutForm } from './payout-form.tsx';
import styles from './information.module.css';

type Props = { editing: Payout | 'new' | undefined; onClose: () => void };

/** A payout method to add or change, over the page. */
export const PayoutSheet = ({ editing, onClose }: Props) => {
  const t = useT();
  const user = useUser();
  // While the sheet leaves it still shows what it held.
  const [shown, setShown] = useState(editing);
  const [type, setType] = useState<PayoutType>('bank');
  if (editing !== undefined && editing !== shown) {
    setShown(editing);
    setType('bank');
  }
  // A bank card belongs to a verified name: until there is one, that comes first.
  const needsName = type === 'bank' && user?.identity !== 'verified';
  const close = () => {
    onClose();
    setShown(undefined);
  };
  return (
    <Sheet
      open={editing !== undefined}
      onClose={close}
      title={t(shown === 'new' ? titleOfNew(type, needsName) : 'cashier.editPayout')}
    >
      {shown === 'new' && <NewPayout type={type} onType={setType} needsName={needsName} onDone={close} />}
      {shown !== undefined && shown !== 'new' && <Editing id={shown.id} onDone={close} />}
    </Sheet>
  );
};

const titleOfNew = (type: PayoutType, needsName: boolean) => {
  if (type !== 'bank') return 'cashier.addWallet';
  return needsName ? 'cashier.addCard' : 'cashier.cardRegistration';
};

type NewProps = {
  type: PayoutType;
  onType: (type: PayoutType) => void;
  needsName: boolean;
  onDone: () => void;
};

/** The kind first; for a bank card the member's name has to be verified. */
const NewPayout = ({ type, onType, needsName, onDone }: NewProps) => {
  const t = useT();
  const user = useUser();
  return (
    <div className={styles.form}>
      <Segmented
        label={t('cashier.payoutKind')}
        options={payoutTypes.map((value) => ({ value, label: payoutKind(value) }))}
        value={type}
        onChange={onType}
      />
      {needsName && user !== undefined ? (
        <IdentityForm user={user} />
      ) : (
        <PayoutForm key={type} type={type} onDone={onDone} />
      )}
    </div>
  );
};

/** What is kept of one is asked for again, for lists may hide parts of it. */
const Editing = ({ id, onDone }: { id: string; onDone: () => void }) => {
  const { data, error, isError, refetch } = useCall('walletDetail', { id });
  if (data !== undefined) return <PayoutForm type={data.type} known={data} onDone={onDone} />;
  return isError ? <LoadFailure error={error} onRetry={refetch} /> : <Skeleton height={12} />;
};
