import type { Notice } from '@touchline/contract/shapes/inbox';
import { TargetLink } from '../../features/links/target-link.tsx';
import { targetOf } from '../../features/links/target.ts';
import { Paragraphs } from '../../features/text-page/text-section.tsx';
import { useT } from '../../lib/i18n.tsx';
import styles from './notify.module.css';

type Props = { notice: Notice; onDelete: (notice: Notice) => void };

/** The text of a message, its link, and the button that deletes it. */
export const NoticeBody = ({ notice, onDelete }: Props) => {
  const t = useT();
  const target = targetOf(notice.link);
  return (
    <>
      <Paragraphs text={notice.body} />
      <div className={styles.actions}>
        {target !== undefined && (
          <TargetLink to={target} className={styles.link}>
            {t('inbox.open')}
          </TargetLink>
        )}
        <button type="button" className={styles.delete} onClick={() => onDelete(notice)}>
          {t('inbox.delete')}
        </button>
      </div>
    </>
  );
};
