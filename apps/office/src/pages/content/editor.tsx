import { Button } from '@mantine/core';
import type { Content, ContentKind } from '@touchline/contract/shapes/inbox';
import { type Lan, lans } from '@touchline/locales/locales';
import { useRef, useState } from 'react';
import { useCall } from '../../lib/query.ts';
import { useFormats, useSite } from '../../lib/site.ts';
import { currentLan, useT } from '../../lib/i18n.ts';
import { choiceOf, usePageSearch } from '../../lib/search.ts';
import { useShortcut } from '../../lib/shortcuts.ts';
import { useMay } from '../../lib/rights.ts';
import { Failure, Note, Skeleton } from '../../ui/notices.tsx';
import { LanguageList } from '../../features/words/language-list.tsx';
import { Unsaved } from '../../features/words/unsaved.tsx';
import { WordsFields } from '../../features/words/words-fields.tsx';
import { Actions, type OpenProps } from './actions.tsx';
import styles from './content.module.css';
import { Fields } from './fields.tsx';
import { type ContentForm, formOf, hasField, isSame } from './form.ts';
import { History } from './history.tsx';
import { Preview } from './preview.tsx';
import { Tag } from '../../ui/tag.tsx';
import { titleOf, toneOf } from './content-list.tsx';

type Props = OpenProps & {
  kind: ContentKind;
  /** As the server has it now; another operator may have saved in the meantime. */
  newest: Content | undefined;
  copied: Content | undefined;
};

/** Writes something members read: its words by language, what belongs to it, and how members see it. */
const Editor = ({ kind, newest, copied, ...callbacks }: Props) => {
  const t = useT();
  const may = useMay();
  const { timeZone } = useSite();
  const search = usePageSearch();
  const [base, setBase] = useState(newest);
  const [form, setForm] = useState<ContentForm>(() => formOf(newest ?? copied, timeZone));
  const [lan, setLan] = useState<Lan>(() => choiceOf(search['lan'], lans) ?? currentLan());
  const isSaved = useRef(false);
  const isChanged = !isSame(kind, form, formOf(base, timeZone));
  const mayWrite = may('officeContentSave') && newest?.removed !== true;
  const isOld = newest !== undefined && base !== undefined && newest.version !== base.version;
  useShortcut('Escape', t('keys.close'), callbacks.onClose);
  const takeNewest = (): void => {
    setBase(newest);
    setForm(formOf(newest, timeZone));
  };
  return (
    <>
      {newest !== undefined && <ContentState of={newest} />}
      {isOld && (
        <Note>
          <div className={styles.conflict}>
            <span>
              {t('content.conflict', { operator: newest.savedBy.account, version: newest.version })}
            </span>
            <Button variant="default" size="compact-xs" onClick={takeNewest}>
              {t('content.takeTheirs')}
            </Button>
            <Button variant="default" size="compact-xs" onClick={() => setBase(newest)}>
              {t('content.keepMine')}
            </Button>
          </div>
        </Note>
      )}
      <Actions
        kind={kind}
        form={form}
        base={base}
        isChanged={isChanged}
        isOld={isOld}
        mayWrite={mayWrite}
        {...callbacks}
        onSaved={(saved, text) => {
          isSaved.current = true;
          setBase(saved);
          setForm(formOf(saved, timeZone));
          callbacks.onSaved(saved, text);
          isSaved.current = false;
        }}
        onRemoved={(text) => {
          isSaved.current = true;
          callbacks.onRemoved(text);
        }}
      />
      <div className={styles.editor}>
        <LanguageList texts={form.texts} chosen={lan} onChoose={setLan} />
        <fieldset className={styles.form} disabled={!mayWrite}>
          <WordsFields
            texts={form.texts}
            lan={lan}
            hasPicture={hasField(kind, 'image') && form.image !== ''}
            onWrite={(texts) => setForm({ ...form, texts })}
          />
          <Fields kind={kind} form={form} onChange={(change) => setForm((now) => ({ ...now, ...change }))} />
        </fieldset>
        <Preview kind={kind} form={form} lan={lan} />
      </div>
      {newest !== undefined && <History id={newest.id} version={newest.version} />}
      <Unsaved isDirty={() => isChanged && !isSaved.current} />
    </>
  );
};

/** The state of a content: what members read of it, and who saved it last. */
const ContentState = ({ of }: { of: Content }) => {
  const t = useT();
  const { when } = useFormats();
  const { state, draft, version, published, savedAt, savedBy } = of;
  return (
    <div className={styles.state}>
      <h2>{titleOf(of)}</h2>
      <Tag tone={toneOf[state]}>{t(`contentState.${state}`)}</Tag>
      {draft && published !== undefined && (
        <span>{t('content.draftAbove', { draft: version, published })}</span>
      )}
      <span className={styles.soft}>
        {t('content.saved', { version, operator: savedBy.account, when: when(savedAt) })}
      </span>
    </div>
  );
};

/** Fetches what is open, or what something new begins as a copy of. */
export const OpenContent = ({
  kind,
  id,
  copy,
  ...rest
}: OpenProps & { kind: ContentKind; id: string | undefined; copy: string | undefined }) => {
  const { isKnown } = useSite();
  const wanted = id ?? copy;
  const detail = useCall(
    'officeContentDetail',
    { id: wanted ?? '' },
    { enabled: wanted !== undefined, follow: id !== undefined },
  );
  // Times are in the time zone of the site, which must be known first.
  if (!isKnown) return <Skeleton lines={8} />;
  if (wanted === undefined) return <Editor kind={kind} newest={undefined} copied={undefined} {...rest} />;
  if (detail.data === undefined) {
    if (detail.error) return <Failure error={detail.error} onRetry={() => void detail.refetch()} />;
    return <Skeleton lines={8} />;
  }
  const found = detail.data;
  return (
    <Editor
      kind={found.kind}
      newest={id === undefined ? undefined : found}
      copied={id === undefined ? found : undefined}
      {...rest}
    />
  );
};
