import { Button } from '@mantine/core';
import type { Actor } from '@touchline/contract/shapes/office-trading';
import { ProposalState } from '../../../features/queue/proposal.tsx';
import { useFormats } from '../../../lib/site.ts';
import { useT } from '../../../lib/i18n.ts';
import { Note } from '../../../ui/notices.tsx';
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

type Hand = { does: string; by: Actor | undefined; at: string | undefined };

/** Who had a hand in it, and how many more are needed: the approval of two people as a state. */
export const Hands = ({ of, missing }: { of: readonly Hand[]; missing: number }) => {
  const t = useT();
  const { when } = useFormats();
  return (
    <ol className={styles.hands}>
      {of.map(({ does, by, at }) => (
        <li key={does} data-given>
          {does} {by !== undefined && <strong>{by.name}</strong>} {at !== undefined && when(at)}
        </li>
      ))}
      {Array.from({ length: missing }, (_, at) => (
        <li key={at}>{t('result.missing')}</li>
      ))}
    </ol>
  );
};

/** The record has moved since the page was opened: it is looked at again before anything is decided. */
export const Moved = ({ onLookAgain }: { onLookAgain: () => void }) => {
  const t = useT();
  return (
    <Note>
      {t('result.moved')}{' '}
      <Button variant="default" size="compact-xs" onClick={onLookAgain}>
        {t('result.lookAgain')}
      </Button>
    </Note>
  );
};
