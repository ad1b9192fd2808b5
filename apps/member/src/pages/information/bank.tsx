import { useState } from 'react';
import { limits } from '@touchline/contract/limits';
import type { Payout } from '@touchline/contract/shapes/cashier';
import { call } from '../../lib/call.ts';
import { queryClient, refreshUser, useCall } from '../../lib/query.ts';
import { PayoutLine } from '../../features/cashier/payout-line.tsx';
import { payoutName } from '../../features/cashier/texts.ts';
import { useAction } from '../../lib/use-action.ts';
import { useNow, whenText } from '../../features/labels/time.tsx';
import { LoadFailure } from '../../features/load-failure/load-failure.tsx';
import { useT } from '../../lib/i18n.tsx';
import { Page } from '../../features/frame/page.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmSheet } from '../../ui/confirm-sheet.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './information.module.css';
import { PayoutSheet } from './payout-sheet.tsx';

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
