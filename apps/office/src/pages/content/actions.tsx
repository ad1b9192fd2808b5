import { Button } from '@mantine/core';
import type { Content, ContentKind } from '@touchline/contract/shapes/inbox';
import { localeOf } from '@touchline/locales/locales';
import { call } from '../../lib/call.ts';
import { again } from '../../lib/query.ts';
import { useFormats, useSite } from '../../lib/site.ts';
import { Decision, type Option } from '../../features/queue/decision.tsx';
import { listed, useT } from '../../lib/i18n.ts';
import { isWritten, lackOf, writtenLans } from '../../features/words/texts.ts';
import { fromZone } from '../../features/words/zone-time.ts';
import styles from './content.module.css';
import { type ContentForm, saveOf } from './form.ts';

/** What follows what is done with the content that is open. */
export type OpenProps = {
  onClose: () => void;
  onCopy: () => void;
  /** Called when the server has saved it, with the text for the operator. */
  onSaved: (saved: Content, text: string) => void;
  onRemoved: (text: string) => void;
};

type Props = OpenProps & {
  kind: ContentKind;
  form: ContentForm;
  /** The version these words were written on. */
  base: Content | undefined;
  isChanged: boolean;
  isOld: boolean;
  mayWrite: boolean;
};

const refresh = () => again('officeContentList', 'officeContentDetail', 'officeContentVersions');

/** What keeps it from being saved, in words. */
const useBar = ({ form, isOld }: Props): string | undefined => {
  const t = useT();
  const lack = lackOf(form.texts);
  if (isOld) return t('content.barOld');
  if (lack.english) return t('content.barEnglish');
  if (lack.titles.length === 0) return undefined;
  return t('content.barTitles', { languages: listed(lack.titles.map((lan) => localeOf(lan).name)) });
};

const useOptions = (props: Props): Option[] => {
  const t = useT();
  const { when } = useFormats();
  const { timeZone } = useSite();
  const { kind, form, base, isChanged, onSaved, onRemoved } = props;
  const bar = useBar(props);
  const save = async (draft: boolean): Promise<void> => {
    const saved = await call('officeContentSave', {
      ...saveOf(kind, form, timeZone),
      id: base?.id,
      seen: base?.version,
      draft: draft || undefined,
    });
    onSaved(saved, t(draft ? 'content.drafted' : 'content.publishedAs', { version: saved.version }));
  };
  const from = fromZone(form.from, timeZone);
  const written = writtenLans.filter((lan) => isWritten(form.texts, lan)).length;
  const figures = { written, all: writtenLans.length };
  const nothingNew = base !== undefined && !isChanged ? t('content.barSame') : undefined;
  const publish: Option = {
    key: 'p',
    label: t('content.publish'),
    barred: bar ?? (base?.draft === true ? undefined : nothingNew),
    sentence:
      from !== undefined
        ? t('content.publishLater', { ...figures, when: when(from) })
        : t('content.publishNow', figures),
    run: () => save(false),
  };
  const draft: Option = {
    key: 's',
    label: t('content.draft'),
    sentence: t('content.draftSure'),
    barred: bar ?? nothingNew,
    run: () => save(true),
  };
  if (base === undefined) return [publish, draft];
  const remove: Option = {
    key: 'x',
    label: t('content.remove'),
    harm: true,
    sentence: t(base.published === undefined ? 'content.discardSure' : 'content.removeSure'),
    barred: props.isOld ? bar : undefined,
    run: async () => {
      await call('officeContentDel', { id: base.id, seen: base.version });
      onRemoved(t('content.removed'));
    },
  };
  return [publish, draft, remove];
};

/** What can be done with what is open: each confirmed in its place. */
export const Actions = (props: Props) => {
  const t = useT();
  const options = useOptions(props);
  return (
    <div className={styles.actions}>
      {props.mayWrite && (
        <Decision
          // The form starts again from what was saved.
          key={props.base?.version ?? 0}
          options={options}
          onDone={() => void refresh()}
          onRefused={() => void refresh()}
        />
      )}
      <span className={styles.aside}>
        {props.base !== undefined && props.mayWrite && (
          <Button variant="subtle" onClick={props.onCopy}>
            {t('content.copy')}
          </Button>
        )}
        <Button variant="subtle" onClick={props.onClose}>
          {t('content.back')}
        </Button>
      </span>
    </div>
  );
};
