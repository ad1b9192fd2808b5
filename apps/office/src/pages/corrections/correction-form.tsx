import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { OfficeMember } from '@touchline/contract/shapes/office';
import { type FormEvent, useState } from 'react';
import { call } from '../../api/call.ts';
import { newKey } from '../../api/new-key.ts';
import { again } from '../../api/query.ts';
import { useSite } from '../../api/site.ts';
import { useT } from '../../shell/i18n.ts';
import { Failure } from '../../ui/failure.tsx';
import { MemberPicker } from '../../ui/member-picker.tsx';
import { ReasonField } from '../../ui/reason-field.tsx';
import styles from './correction-form.module.css';

/** Proposes a correction. It moves nothing until another operator applies it. */
export const CorrectionForm = ({ onDone }: { onDone: () => void }) => {
  const t = useT();
  const { currency } = useSite();
  const [member, setMember] = useState<OfficeMember>();
  const [amount, setAmount] = useState('');
  const [reason, setReason] = useState('');
  // One form is one correction, however often it is sent.
  const [key] = useState(newKey);
  const propose = useMutation({
    mutationFn: async () =>
      member && call('officeAdjustmentAdd', { key, member: member.id, amount: amount.trim(), reason }),
    onSuccess: () => {
      onDone();
      void again('officeAdjustmentList');
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!propose.isPending && member !== undefined) propose.mutate();
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <p className={styles.hint}>{t('correction.hint')}</p>
      {propose.isError && <Failure error={propose.error} />}
      <MemberPicker chosen={member} onChoose={setMember} />
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
      <ReasonField value={reason} onChange={setReason} rows={3} />
      <Button type="submit" loading={propose.isPending} disabled={member === undefined}>
        {t('correction.propose')}
      </Button>
    </form>
  );
};
