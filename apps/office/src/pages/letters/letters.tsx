import { Button, Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type Lan, localeOf, locales } from '@touchline/locales/locales';
import { type FormEvent, useState } from 'react';
import { call } from '../../api/call.ts';
import { newKey } from '../../api/new-key.ts';
import { useT } from '../../shell/i18n.ts';
import { Choice } from '../../ui/choice.tsx';
import { Failure } from '../../ui/failure.tsx';
import { Note } from '../../ui/note.tsx';
import { Page } from '../../ui/page.tsx';
import styles from './letters.module.css';

type Words = { title: string; body: string };

const lans: readonly Lan[] = locales.map(({ lan }) => lan);
const noWords: Words = { title: '', body: '' };

/** A letter to one member, in English and whatever other languages are written. */
export const LettersPage = () => {
  const t = useT();
  // Another letter begins with another key: what is sent twice arrives once.
  const [letter, setLetter] = useState(() => ({ key: newKey() }));
  const [isSent, setSent] = useState(false);
  return (
    <Page title={t('place.letters')}>
      {isSent && <Note done>{t('letter.sent')}</Note>}
      <LetterForm
        key={letter.key}
        letterKey={letter.key}
        onWrite={() => setSent(false)}
        onSent={() => {
          setSent(true);
          setLetter({ key: newKey() });
        }}
      />
    </Page>
  );
};

const LetterForm = (props: { letterKey: string; onWrite: () => void; onSent: () => void }) => {
  const t = useT();
  const [member, setMember] = useState('');
  const [lan, setLan] = useState<Lan>('en');
  const [texts, setTexts] = useState<Partial<Record<Lan, Words>>>({});
  const words = texts[lan] ?? noWords;
  const written = Object.entries(texts).filter(([, { title }]) => title.trim() !== '');
  const send = useMutation({
    mutationFn: () =>
      call('officeLetterSend', {
        ...{ key: props.letterKey, member: member.trim() },
        texts: Object.fromEntries(written),
      }),
    onSuccess: props.onSent,
  });
  const write = (change: Partial<Words>): void => {
    props.onWrite();
    setTexts({ ...texts, [lan]: { ...words, ...change } });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!send.isPending) send.mutate();
  };
  const { name, dir } = localeOf(lan);
  return (
    <div className={styles.columns}>
      <form className={styles.form} onSubmit={submit}>
        {send.isError && <Failure error={send.error} />}
        <TextInput
          label={t('play.memberId')}
          value={member}
          onChange={({ currentTarget }) => setMember(currentTarget.value)}
          maxLength={64}
          required
          withAsterisk={false}
          data-search
        />
        <Choice
          label={t('shell.language')}
          value={lan}
          choices={lans}
          name={(each) => (texts[each]?.title ? `${localeOf(each).name} ✓` : localeOf(each).name)}
          onChange={(chosen) => chosen !== undefined && setLan(chosen)}
        />
        <TextInput
          label={t('letter.title')}
          value={words.title}
          onChange={({ currentTarget }) => write({ title: currentTarget.value })}
          maxLength={120}
          lang={lan}
          dir={dir}
        />
        <Textarea
          label={t('letter.body')}
          value={words.body}
          onChange={({ currentTarget }) => write({ body: currentTarget.value })}
          maxLength={8_000}
          rows={8}
          lang={lan}
          dir={dir}
        />
        <p className={styles.hint}>{t('letter.hint')}</p>
        <Button type="submit" loading={send.isPending} disabled={!texts.en?.title.trim()}>
          {t('letter.send')}
        </Button>
      </form>
      <article className={styles.preview} lang={lan} dir={dir} aria-label={t('letter.preview')}>
        <p className={styles.hint} lang={document.documentElement.lang} dir="ltr">
          {t('letter.preview')} · {name}
        </p>
        {words.title !== '' && <h2>{words.title}</h2>}
        <p className={styles.body}>{words.body}</p>
      </article>
    </div>
  );
};
