import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useT } from '../../lib/i18n.ts';
import { useShortcut } from '../../lib/shortcuts.ts';
import { Failure } from '../../ui/notices.tsx';
import styles from './trading.module.css';

export type AskProps = {
  /** What is about to happen. */
  sentence: string;
  label: string;
  harm?: boolean;
  /** Leaves the focus where it is: something else is still being typed. */
  isQuiet?: boolean;
  /** Text that can be sent as it is, where seconds count. */
  usual?: string;
  run: (reason: string) => Promise<unknown>;
  onDone: () => void;
  onBack: () => void;
  /** Called when the server refused: what is shown is outdated then. */
  onRefused?: () => void;
};

/** Asks for the reason of one change, and confirms it in place: Enter sends, Escape goes back. */
export const Ask = ({
  sentence,
  label,
  harm = false,
  isQuiet = false,
  usual = '',
  run,
  onDone,
  onBack,
  onRefused,
}: AskProps) => {
  const t = useT();
  const [reason, setReason] = useState(usual);
  const ask = useMutation({
    mutationFn: () => run(reason.trim()),
    onSuccess: onDone,
    onError: () => onRefused?.(),
  });
  useShortcut('Escape', t('decision.back'), onBack);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!isQuiet) field.current?.select();
  }, [isQuiet]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // One press, one change: a second one while the first is on its way is none.
    if (!ask.isPending) ask.mutate();
  };
  return (
    <form className={styles.ask} onSubmit={submit}>
      {ask.isError && <Failure error={ask.error} />}
      <p className={styles.sentence}>{sentence}</p>
      <TextInput
        ref={field}
        label={t('decision.reason')}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
        minLength={5}
        maxLength={500}
        required
        withAsterisk={false}
        autoComplete="off"
        data-autofocus={!isQuiet || undefined}
      />
      <div className={styles.buttons}>
        <Button type="submit" variant={harm ? 'danger' : 'filled'} loading={ask.isPending}>
          {label}
        </Button>
        <Button variant="default" disabled={ask.isPending} onClick={onBack}>
          {t('decision.back')}
        </Button>
      </div>
    </form>
  );
};
