import type { Content } from '@touchline/contract/shapes/inbox';
import { useFormats } from '../../api/site.ts';
import { useT } from '../../shell/i18n.ts';
import { Tag } from '../../ui/tag.tsx';
import { titleOf } from './content-list.tsx';
import styles from './content.module.css';
import { toneOf } from './tone.ts';

/** The state of a content: what members read of it, and who saved it last. */
export const Standing = ({ of }: { of: Content }) => {
  const t = useT();
  const { when } = useFormats();
  const { state, draft, version, published, savedAt, savedBy } = of;
  return (
    <div className={styles.standing}>
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
