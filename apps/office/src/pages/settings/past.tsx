import type { Output } from '@touchline/contract/routes';
import type { Setting } from '@touchline/contract/shapes/office-settings';
import { useFormats } from '../../api/site.ts';
import { useT } from '../../shell/i18n.ts';
import { Failure } from '../../ui/failure.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ChangeState } from './change-state.tsx';
import styles from './settings.module.css';
import { useValueText } from './value-text.ts';

type Read = { data: Output<'officeSettingHistory'> | undefined; error: unknown };

/** The history of one setting, newest first. */
export const Past = ({ read: { data, error }, of }: { read: Read; of: Setting }) => {
  const t = useT();
  const { brief } = useValueText();
  const { when } = useFormats();
  if (error !== null && data === undefined) return <Failure error={error} />;
  if (data === undefined) return <Skeleton lines={3} />;
  if (data.list.length === 0) return <p className={styles.hint}>{t('settings.noHistory')}</p>;
  return (
    <ol className={styles.past}>
      {data.list.map((change) => {
        const step = change.steps.find((each) => each.name === of.name);
        return (
          <li key={change.id}>
            <span className={styles.pastHead}>
              <ChangeState of={change} />
              <span>{when(change.decidedAt ?? change.proposedAt)}</span>
              <span>
                {[change.proposedBy.account, change.decidedBy?.account].filter(Boolean).join(' → ')}
              </span>
            </span>
            <span className={styles.pastStep}>
              {brief(of, step?.before)} → {brief(of, step?.after)}
            </span>
            <span className={styles.hint}>{change.reason}</span>
          </li>
        );
      })}
    </ol>
  );
};
