import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { HouseTextKind, OfficeHouseTextDetail } from '@touchline/contract/shapes/house-texts';
import { type Lan, localeOf } from '@touchline/locales/locales';
import { type FormEvent, useRef, useState } from 'react';
import { call } from '../../lib/call.ts';
import { newKey } from '@touchline/client/new-key';
import { again, useCall } from '../../lib/query.ts';
import { useSite } from '../../lib/site.ts';
import { currentLan, listed, useT } from '../../lib/i18n.ts';
import { useShortcut } from '../../lib/shortcuts.ts';
import { Failure, Note, Skeleton } from '../../ui/notices.tsx';
import { LanguageList } from '../../features/words/language-list.tsx';
import { Phone, Section } from '../../features/words/phone.tsx';
import {
  inputOf,
  lackOf,
  readAs,
  type WordsByLan,
  textsOf,
  writtenLans,
} from '../../features/words/texts.ts';
import { Unsaved } from '../../features/words/unsaved.tsx';
import { WordsFields } from '../../features/words/words-fields.tsx';
import { fromZone } from '../../features/words/zone-time.ts';
import { ReasonField } from '../../ui/fields.tsx';
import styles from './rules.module.css';

type Props = {
  kind: HouseTextKind;
  /** The newest version there is; 0: none. */
  newest: number;
  /** Its id, when it is known: the next one begins with its words. */
  valid: string | undefined;
  onClose: () => void;
  onDone: (text: string, id: string) => void;
};

/** Writes the next version. It takes effect once another operator publishes it. */
export const WriteText = (props: Props) => {
  const { isKnown } = useSite();
  const before = useCall(
    'officeHouseTextDetail',
    { id: props.valid ?? '' },
    { enabled: props.valid !== undefined },
  );
  if (!isKnown || (props.valid !== undefined && before.isLoading)) return <Skeleton lines={8} />;
  return <Form {...props} before={before.data} />;
};

const Form = ({
  kind,
  newest,
  before,
  onClose,
  onDone,
}: Props & { before: OfficeHouseTextDetail | undefined }) => {
  const t = useT();
  const { timeZone } = useSite();
  const [texts, setTexts] = useState<WordsByLan>(() => textsOf(before?.texts ?? {}));
  const [lan, setLan] = useState<Lan>(currentLan);
  const [from, setFrom] = useState('');
  const [reason, setReason] = useState('');
  // One form is one proposal, on the version it was begun on, however often it is sent.
  const [{ key, seen }] = useState(() => ({ key: newKey(), seen: newest }));
  useShortcut('Escape', t('keys.close'), onClose);
  const begun = useRef(texts);
  const isSent = useRef(false);
  const moment = fromZone(from, timeZone);
  const lack = lackOf(texts);
  const bodiless = writtenLans.filter((each) => texts[each]?.title.trim() && !texts[each].body.trim());
  const lacking = [...new Set([...lack.titles, ...bodiless])];
  const propose = useMutation({
    mutationFn: async () =>
      moment === undefined
        ? undefined
        : call('officeHouseTextAdd', { key, kind, seen, reason, from: moment, texts: inputOf(texts) }),
    onSuccess: (added) => {
      if (added === undefined) return;
      isSent.current = true;
      onDone(t('rules.proposed'), added.text.id);
      void again('officeHouseTextList');
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!propose.isPending) propose.mutate();
  };
  const words = readAs(texts, lan);
  return (
    <>
      <form className={styles.opened} onSubmit={submit}>
        <LanguageList texts={texts} chosen={lan} onChoose={setLan} />
        <div className={styles.middle}>
          {propose.isError && <Failure error={propose.error} />}
          {newest !== seen && <Note>{t('rules.newerCame', { version: newest })}</Note>}
          <p className={styles.soft}>
            {seen === 0 ? t(`houseTextHint.${kind}`) : t('rules.writeHint', { version: seen + 1 })}
          </p>
          <WordsFields texts={texts} lan={lan} onWrite={setTexts} />
          <TextInput
            type="datetime-local"
            label={t('rules.validFrom')}
            description={t('rules.fromHint', { zone: timeZone })}
            value={from}
            onChange={({ currentTarget }) => setFrom(currentTarget.value)}
            required
            withAsterisk={false}
          />
          <ReasonField value={reason} onChange={setReason} hint={t('rules.reasonHint')} />
          {lack.english && <p className={styles.lack}>{t('content.barEnglish')}</p>}
          {lacking.length > 0 && (
            <p className={styles.lack}>
              {t('rules.barWords', { languages: listed(lacking.map((each) => localeOf(each).name)) })}
            </p>
          )}
          <div className={styles.row}>
            <Button
              type="submit"
              loading={propose.isPending}
              disabled={lack.english || lacking.length > 0 || moment === undefined}
            >
              {t('rules.propose')}
            </Button>
            <Button variant="default" onClick={onClose}>
              {t('decision.back')}
            </Button>
          </div>
        </div>
        <Phone texts={texts} lan={lan}>
          {words.title !== '' || words.body !== '' ? <Section title={words.title} body={words.body} /> : null}
        </Phone>
      </form>
      <Unsaved isDirty={() => texts !== begun.current && !isSent.current} />
    </>
  );
};
