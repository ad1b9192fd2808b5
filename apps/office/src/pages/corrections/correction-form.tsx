import { Checkbox, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { OfficeMember } from '@touchline/contract/shapes/office';
import { formatAmount, parseAmount } from '@touchline/money/amount';
import { type FormEvent, useRef, useState } from 'react';
import { call } from '../../lib/call.ts';
import { CallError } from '@touchline/client/errors';
import { newKey } from '@touchline/client/new-key';
import { again } from '../../lib/query.ts';
import { useSite } from '../../lib/site.ts';
import { useT } from '../../lib/i18n.ts';
import { Failure, OriginMark } from '../../ui/notices.tsx';
import { MemberPicker } from '../../ui/member.tsx';
import { ReasonField } from '../../ui/fields.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { Unsaved } from '../../features/words/unsaved.tsx';
import { BalanceStep } from './correction-detail.tsx';
import styles from './corrections.module.css';

/** What would be available after a correction; undefined while the amount is none. */
const balanceAfter = (before: string, amount: string, scale: number): string | undefined => {
  const minor = parseAmount(amount.trim(), scale, { signed: true });
  const now = parseAmount(before, scale);
  return minor === undefined || now === undefined ? undefined : formatAmount(now + minor, scale);
};

/** Proposes a correction. It moves nothing until another operator applies it. */
export const CorrectionForm = ({ onDone }: { onDone: () => void }) => {
  const t = useT();
  const { currency, scale } = useSite();
  const [member, setMember] = useState<OfficeMember>();
  const [amount, setAmount] = useState('');
  const [reason, setReason] = useState('');
  // One form is one correction, however often it is sent.
  const [key] = useState(newKey);
  const [isSeen, setSeen] = useState(false);
  const isSent = useRef(false);
  const propose = useMutation({
    mutationFn: async () =>
      member &&
      call('officeAdjustmentAdd', {
        key,
        member: member.id,
        amount: amount.trim(),
        reason,
        walletVersion: member.walletVersion,
        originSeen: isSeen ? true : undefined,
      }),
    onError: async (error) => {
      if (!(error instanceof CallError) || error.reason !== 'balance_moved' || member === undefined) return;
      // The balance is another by now: what is shown from here on is that.
      const { list } = await call('officeMemberFind', { q: member.id });
      setMember(list.find(({ id }) => id === member.id));
    },
    onSuccess: () => {
      isSent.current = true;
      onDone();
      void again('officeAdjustmentList');
    },
  });
  const isTyped = member !== undefined || amount.trim() !== '' || reason.trim() !== '';
  const after = member && balanceAfter(member.balance, amount, scale);
  const isShort = after?.startsWith('-') === true;
  const origin = propose.error instanceof CallError ? propose.error.details.memberOrigin : undefined;
  const barred = (): string | undefined => {
    if (member === undefined) return t('bar.member');
    return isShort ? t('correction.short') : undefined;
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!propose.isPending && member !== undefined) propose.mutate();
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <p className={styles.hint}>{t('correction.hint')}</p>
      {propose.isError && origin === undefined && <Failure error={propose.error} />}
      <MemberPicker
        chosen={member}
        onChoose={(chosen) => {
          setMember(chosen);
          setSeen(false);
          propose.reset();
        }}
      />
      <TextInput
        label={t('column.amount', { currency })}
        description={t('correction.amountHint')}
        value={amount}
        onChange={({ currentTarget }) => setAmount(currentTarget.value)}
        inputMode="decimal"
        pattern="\s*-?(0|[1-9][0-9]*)(\.[0-9]+)?\s*"
        required
        withAsterisk={false}
      />
      {member !== undefined && after !== undefined && (
        <p className={styles.step}>
          <span className={styles.hint}>{t('correction.balanceNow')}</span>
          <BalanceStep before={member.balance} after={after} />
        </p>
      )}
      <ReasonField value={reason} onChange={setReason} rows={3} />
      {origin !== undefined && (
        <>
          <OriginMark origin={origin} />
          <Checkbox
            label={t('memberOrigin.seen')}
            checked={isSeen}
            required
            onChange={({ currentTarget }) => setSeen(currentTarget.checked)}
          />
        </>
      )}
      <SubmitButton loading={propose.isPending} barred={barred()}>
        {t('correction.propose')}
      </SubmitButton>
      <Unsaved isDirty={() => isTyped && !isSent.current} />
    </form>
  );
};
