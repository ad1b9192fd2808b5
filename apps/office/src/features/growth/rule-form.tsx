import { TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useT } from '../../lib/i18n.ts';
import { Failure } from '../../ui/notices.tsx';
import { ReasonField } from '../../ui/fields.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { Unsaved, useTyped } from '../words/unsaved.tsx';
import styles from './growth.module.css';

type Props = {
  hint: string;
  /** Whether the draft differs from the newest version. */
  isChanged: boolean;
  /** Proposes the draft with what this form asks for; `from` is a day, undefined for the next one possible. */
  propose: (terms: { reason: string; from: string | undefined }) => Promise<unknown>;
  onDone: () => void;
  /** Fetches the versions again, since the draft may be made on an old one. */
  onFailure: () => void;
  /** What the draft changes, before the button. */
  preview?: ReactNode;
  /** The fields of the draft. */
  children: ReactNode;
};

/** A form that proposes rules: the fields of the draft, the day from which they are in force, and the reason. */
export const RuleForm = ({ hint, isChanged, propose, onDone, onFailure, preview, children }: Props) => {
  const t = useT();
  const [from, setFrom] = useState('');
  const [reason, setReason] = useState('');
  const typed = useTyped();
  const proposal = useMutation({
    mutationFn: () => propose({ reason, from: from === '' ? undefined : from }),
    onSuccess: () => {
      typed.sent();
      onDone();
    },
    onError: onFailure,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!proposal.isPending) proposal.mutate();
  };
  return (
    <form className={`${styles.stack} ${styles.form}`} onSubmit={submit} onChange={typed.onChange}>
      <p className={styles.hint}>{hint}</p>
      {proposal.isError && <Failure error={proposal.error} />}
      {children}
      <TextInput
        type="date"
        label={t('ruleChange.from')}
        description={t('ruleChange.fromHint')}
        value={from}
        onChange={({ currentTarget }) => setFrom(currentTarget.value)}
      />
      <ReasonField value={reason} onChange={setReason} />
      {preview}
      <SubmitButton loading={proposal.isPending} barred={isChanged ? undefined : t('content.barSame')}>
        {t('ruleChange.propose')}
      </SubmitButton>
      <Unsaved isDirty={typed.isDirty} />
    </form>
  );
};
