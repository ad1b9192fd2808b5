import { ProposalState } from '../../../features/queue/proposal.tsx';
import { useT } from '../../../lib/i18n.ts';
import { Tag } from '../../../ui/tag.tsx';
import type { ResultOrVoid } from './record.ts';
import styles from './results.module.css';

const resultTone = { proposed: 'wait', confirmed: 'good', rejected: 'bad', superseded: 'plain' } as const;

/** The state of a line of the record, and plainly what speaks against it. */
export const RecordState = ({ of, isShort = false }: { of: ResultOrVoid; isShort?: boolean }) => {
  const t = useT();
  if (of.kind === 'void') {
    const state = of.proposal?.state ?? 'applied';
    return (
      <span className={styles.states}>
        <ProposalState of={{ state }} />
        {of.ruled?.undone !== undefined && <Tag>{t('void.undone')}</Tag>}
      </span>
    );
  }
  const { state, counts, flag, needs } = of.result;
  if (isShort && state === 'proposed' && flag !== undefined) {
    return <Tag tone="bad">{t(`resultFlag.${flag}`)}</Tag>;
  }
  return (
    <span className={styles.states}>
      <Tag tone={resultTone[state]}>{t(counts ? 'result.counts' : `resultState.${state}`)}</Tag>
      {state === 'proposed' && needs > 1 && <Tag tone="wait">{t('result.needsTwo')}</Tag>}
      {state === 'proposed' && flag !== undefined && <Tag tone="bad">{t(`resultFlag.${flag}`)}</Tag>}
    </span>
  );
};
