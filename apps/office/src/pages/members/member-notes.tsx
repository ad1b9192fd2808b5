import { Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call } from '../../lib/call.ts';
import { again } from '../../lib/query.ts';
import { useFormats } from '../../lib/site.ts';
import { useT } from '../../lib/i18n.ts';
import { useMay } from '../../lib/rights.ts';
import { Failure } from '../../ui/notices.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { Unsaved } from '../../features/words/unsaved.tsx';
import type { MemberDetail } from './tabs.ts';
import styles from './members.module.css';

/** What operators have noted about the member, newest first; nothing written is changed. */
export const MemberNotes = ({ of: { member, notes } }: { of: MemberDetail }) => {
  const t = useT();
  const may = useMay();
  const { when } = useFormats();
  const [text, setText] = useState('');
  const add = useMutation({
    mutationFn: () => call('officeMemberNoteAdd', { member: member.id, text }),
    onSuccess: async () => {
      setText('');
      await again('officeMemberDetail');
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!add.isPending && text.trim() !== '') add.mutate();
  };
  return (
    <div className={styles.notes}>
      {may('officeMemberNoteAdd') && (
        <form className={styles.form} onSubmit={submit}>
          {add.isError && <Failure error={add.error} />}
          <Textarea
            className={styles.wide}
            label={t('member.noteNew')}
            description={t('member.noteHint')}
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
            rows={3}
            maxLength={2_000}
            required
            withAsterisk={false}
          />
          <SubmitButton loading={add.isPending} barred={text.trim() === '' ? t('bar.text') : undefined}>
            {t('member.noteAdd')}
          </SubmitButton>
          <Unsaved isDirty={() => text.trim() !== ''} />
        </form>
      )}
      {notes.length === 0 && <p className={styles.soft}>{t('member.noNotes')}</p>}
      {notes.map((note) => (
        <article key={note.id} className={styles.note}>
          <p className={styles.noteText}>{note.text}</p>
          <span className={styles.soft}>
            {note.by.account} · {when(note.at)}
          </span>
        </article>
      ))}
    </div>
  );
};
