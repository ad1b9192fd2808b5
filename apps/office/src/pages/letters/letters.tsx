import { TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { OfficeMember } from '@touchline/contract/shapes/office';
import { localeOf, type Lan } from '@touchline/locales/locales';
import { type FormEvent, useState } from 'react';
import { call } from '../../lib/call.ts';
import { newKey } from '@touchline/client/new-key';
import { listed, useT } from '../../lib/i18n.ts';
import { useMay } from '../../lib/rights.ts';
import { Failure, Note } from '../../ui/notices.tsx';
import { MemberPicker } from '../../ui/member.tsx';
import { Page } from '../../ui/page.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { LanguageList } from '../../features/words/language-list.tsx';
import { Phone, Section } from '../../features/words/phone.tsx';
import {
  inputOf,
  isWritten,
  lackOf,
  readAs,
  writtenLans,
  type WordsByLan,
} from '../../features/words/texts.ts';
import { Unsaved } from '../../features/words/unsaved.tsx';
import { WordsFields } from '../../features/words/words-fields.tsx';
import styles from './letters.module.css';

/** A letter to one member, in English and any other languages that are written. */
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
  const mayFind = useMay()('officeMemberFind');
  const [chosen, choose] = useState<OfficeMember>();
  const [typed, type] = useState('');
  const member = mayFind ? (chosen?.id ?? '') : typed.trim();
  const [lan, setLan] = useState<Lan>('en');
  const [texts, setTexts] = useState<WordsByLan>({});
  const lack = lackOf(texts);
  const send = useMutation({
    mutationFn: () =>
      call('officeLetterSend', {
        key: props.letterKey,
        member,
        texts: inputOf(texts),
      }),
    onSuccess: props.onSent,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!send.isPending) send.mutate();
  };
  const barred = (): string | undefined => {
    if (member === '') return t('bar.member');
    if (lack.english) return t('content.barEnglish');
    if (lack.titles.length === 0) return undefined;
    return t('content.barTitles', { languages: listed(lack.titles.map((each) => localeOf(each).name)) });
  };
  const words = readAs(texts, lan);
  return (
    <form className={styles.columns} onSubmit={submit}>
      <LanguageList texts={texts} chosen={lan} onChoose={setLan} />
      <div className={styles.form}>
        {send.isError && <Failure error={send.error} />}
        {mayFind ? (
          <MemberPicker chosen={chosen} onChoose={choose} />
        ) : (
          <TextInput
            label={t('play.memberId')}
            value={typed}
            onChange={({ currentTarget }) => type(currentTarget.value)}
            maxLength={64}
            required
            withAsterisk={false}
            data-search
          />
        )}
        <WordsFields
          texts={texts}
          lan={lan}
          onWrite={(written) => {
            props.onWrite();
            setTexts(written);
          }}
        />
        <p className={styles.hint}>{t('letter.hint')}</p>
        <SubmitButton loading={send.isPending} barred={barred()}>
          {t('letter.send')}
        </SubmitButton>
      </div>
      <Phone texts={texts} lan={lan}>
        {(words.title !== '' || words.body !== '') && <Section title={words.title} body={words.body} />}
      </Phone>
      <Unsaved isDirty={() => writtenLans.some((each) => isWritten(texts, each)) && !send.isSuccess} />
    </form>
  );
};
