import { useState } from 'react';
import { limits } from '@touchline/contract/limits';
import type { Payout, PayoutType } from '@touchline/contract/shapes/cashier';
import { call } from '../../lib/call.ts';
import { queryClient, refreshUser, useCall } from '../../lib/query.ts';
import { PayoutLine } from '../../features/cashier/payout-line.tsx';
import { payoutKind, payoutName } from '../../features/cashier/texts.ts';
import { useAction } from '../../lib/use-action.ts';
import { useNow, whenText } from '../../features/labels/time.tsx';
import { LoadFailure } from '../../features/load-failure/load-failure.tsx';
import { useT } from '../../lib/i18n.tsx';
import { Page } from '../../features/frame/page.tsx';
import { useUser } from '../../lib/user.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmSheet } from '../../ui/confirm-sheet.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { IdentityForm } from './identity-form.tsx';
import styles from './information.module.css';
import { payoutTypes } from './payout-fields.ts';
import { PayoutForm } from './payout-form.tsx';

type Props = { editing: Payout | 'new' | undefined; onClose: () => void };

/** A payout method to add or change, over the page. */
const PayoutSheet = ({ editing, onClose }: Props) => {
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

const allPayouts = { page: 1, limit: limits.payoutMethodsMax } as const;

/** Where withdrawals go: the member's bank cards and crypto wallets, to add, change and remove. */
export const BankPage = () => {
  const t = useT();
  const answer = useCall('walletList', allPayouts);
  const [editing, setEditing] = useState<Payout | 'new'>();
  const [deleting, setDeleting] = useState<Payout>();
  const list = answer.data?.list;
  const add = () => {
    // Whether the name is verified decides what is asked first.
    void refreshUser().catch(() => undefined);
    setEditing('new');
  };
  return (
    <Page
      layout="wide"
      title={t('cashier.walletList')}
      onRefresh={() => Promise.all([answer.refetch(), refreshUser()])}
    >
      {answer.isPending && (
        <Card>
          <Skeleton height={5} />
        </Card>
      )}
      {answer.isError && list === undefined && <LoadFailure error={answer.error} onRetry={answer.refetch} />}
      {list !== undefined && list.length > 0 && (
        <div className={styles.cards}>
          {list.map((payout) => (
            <PayoutCard
              key={payout.id}
              payout={payout}
              onEdit={() => setEditing(payout)}
              onDelete={() => setDeleting(payout)}
            />
          ))}
        </div>
      )}
      {list?.length === 0 && (
        <EmptyState icon="bank" title={t('cashier.noPayouts')} hint={t('cashier.noPayoutsHint')} />
      )}
      {list !== undefined && list.length < limits.payoutMethodsMax && (
        <div className={styles.add}>
          <Button tone={list.length === 0 ? 'main' : 'quiet'} data-add onClick={add}>
            {t('cashier.addPayout')}
          </Button>
        </div>
      )}
      <PayoutSheet editing={editing} onClose={() => setEditing(undefined)} />
      <DeleteSheet payout={deleting} onClose={() => setDeleting(undefined)} />
    </Page>
  );
};

const DeleteSheet = ({ payout, onClose }: { payout: Payout | undefined; onClose: () => void }) => {
  const t = useT();
  const { busy, failure, run, forget } = useAction();
  const close = (): void => {
    forget();
    onClose();
  };
  const remove = async (id: string): Promise<void> => {
    const isDone = await run(() =>
      call('walletDel', { id }, { mask: false, quiet: true, toast: t('cashier.payoutDeleted') }),
    );
    await queryClient.invalidateQueries({ queryKey: ['walletList'] });
    if (isDone) close();
  };
  return (
    <ConfirmSheet
      open={payout !== undefined}
      title={t('cashier.deletePayoutTitle')}
      text={t('cashier.deletePayoutText', { name: payout === undefined ? '' : payoutName(payout) })}
      confirm={t('cashier.delete')}
      danger
      busy={busy}
      failure={failure}
      onConfirm={() => {
        if (payout !== undefined) void remove(payout.id);
      }}
      onCancel={close}
    />
  );
};

type PayoutCardProps = { payout: Payout; onEdit: () => void; onDelete: () => void };

/** A bank card or crypto wallet, with what can be done about it. */
const PayoutCard = ({ payout, onEdit, onDelete }: PayoutCardProps) => {
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
