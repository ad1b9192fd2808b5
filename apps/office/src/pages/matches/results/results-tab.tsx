import { Button } from '@mantine/core';
import type { OfficeEventDetail } from '@touchline/contract/shapes/office-trading';
import { useMemo, useState, type ReactNode } from 'react';
import { Ask } from '../../../features/trading/ask.tsx';
import { refreshTrading } from '../../../features/trading/stops.tsx';
import { call } from '../../../lib/call.ts';
import { useCall } from '../../../lib/query.ts';
import { useFormats } from '../../../lib/site.ts';
import { Split } from '../../../features/queue/paged-list.tsx';
import { useT } from '../../../lib/i18n.ts';
import { usePageSearch } from '../../../lib/search.ts';
import { useMay } from '../../../lib/rights.ts';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import { KeyButton } from '../../../features/trading/key-button.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { useGo, useIsTight, useRoom, type Sized } from '../use-room.ts';
import { RecordState } from './record-parts.tsx';
import { type ResultOrVoid, recordOf } from './record.ts';
import { ResultForm } from './result-form.tsx';
import { ResultPanel } from './result-panel.tsx';
import styles from './results.module.css';
import { proposalText, resultText, scopeText } from './texts.ts';
import { VoidForm } from './void-form.tsx';
import { VoidPanel } from './void-panel.tsx';

/** In the address instead of a line of the record while one is written. */
const written = { result: 'new-result', void: 'new-void' } as const;
const keyOf = ({ key }: ResultOrVoid): string => key;

/** Results and voids of a match: how far it is settled, the whole record, and the form for a proposal. */
export const ResultsTab = ({ of }: { of: OfficeEventDetail }) => {
  const t = useT();
  const go = useGo();
  const may = useMay();
  const search = usePageSearch();
  const { r: opened } = search;
  const columns = useColumns(opened !== undefined);
  const record = recordOf(of);
  const close = (): void => go({ r: '' });
  const add = may('officeResultAdd') ? () => go({ r: written.result }) : undefined;
  const addVoid = may('officeVoidAdd') ? () => go({ r: written.void }) : undefined;
  const open = (title: string, content: ReactNode) => ({
    key: opened ?? '',
    title,
    content,
    onClose: close,
  });
  const shown = record.find(({ key }) => key === opened);
  return (
    <>
      <div className={styles.head}>
        <Settlement of={of} />
        <span className={styles.actions}>
          {add && <KeyButton keys="n" text={t('result.new')} onPress={add} />}
          {addVoid && <KeyButton keys="v" text={t('void.new')} onPress={addVoid} />}
        </span>
      </div>
      <Split
        list={
          <DataTable
            label={t('match.results')}
            columns={columns}
            keyOf={keyOf}
            rows={record}
            error={null}
            searchOf={({ key }) => ({ ...search, r: key })}
            openKey={opened}
            onRetry={() => undefined}
            empty={{ title: t('result.none'), hint: t('result.noneHint') }}
            isNarrow={opened !== undefined}
          />
        }
        open={
          add && opened === written.result
            ? open(t('result.new'), <ResultForm of={of} onDone={close} />)
            : addVoid && opened === written.void
              ? open(t('void.new'), <VoidForm of={of} onDone={close} />)
              : shown?.kind === 'result'
                ? open(
                    t('result.version', { version: shown.result.version }),
                    <ResultPanel match={of} of={shown.result} />,
                  )
                : shown && open(t('void.title'), <VoidPanel match={of} of={shown} />)
        }
      />
    </>
  );
};

/** What the record of a match shows of each line. */
const useColumns = (isOpen: boolean): readonly Column<ResultOrVoid>[] => {
  const isTight = useIsTight(isOpen);
  const t = useT();
  const { when } = useFormats();
  const columns = useMemo<Sized<ResultOrVoid>[]>(
    () => [
      {
        id: 'what',
        header: t('result.what'),
        cell: (one) =>
          one.kind === 'result' ? t('result.version', { version: one.result.version }) : t('void.title'),
      },
      {
        id: 'says',
        header: t('result.says'),
        cell: (one) => {
          if (one.kind === 'result') return resultText(one.result);
          return one.proposal ? proposalText(one.proposal, when) : one.ruled && scopeText(one.ruled, when);
        },
      },
      {
        id: 'state',
        header: t('column.state'),
        cell: (one) => <RecordState of={one} isShort={isTight} />,
      },
      {
        id: 'by',
        from: 1,
        header: t('result.source'),
        cell: (one) =>
          one.kind === 'result' ? one.result.source.name : (one.proposal?.by ?? one.ruled?.by)?.name,
      },
      { id: 'at', header: t('result.proposedAt'), wide: true, cell: ({ at }) => when(at) },
    ],
    [t, when, isTight],
  );
  return useRoom(columns, isTight ? 0 : 2);
};

const quickMs = 1_500;
const toneOf = { none: 'plain', waiting: 'wait', running: 'wait', done: 'good' } as const;

/** How far the bets of a match are settled by its last ruling; a settlement that stopped can be resumed. */
const Settlement = ({ of: { event, run } }: { of: OfficeEventDetail }) => {
  const t = useT();
  const may = useMay();
  const { money, currency, ago } = useFormats();
  const [asks, setAsks] = useState(false);
  const { state, shards, ruling } = run;
  const isUnderWay = state === 'waiting' || state === 'running';
  // The page follows anyway; a settlement is over in seconds.
  useCall('officeEventDetail', { id: event.id }, { follow: isUnderWay && quickMs });
  return (
    <section className={styles.settlement} aria-label={t('match.settlement')}>
      <span className={styles.state}>
        {t('match.settlement')}
        <Tag tone={toneOf[state]}>{t(`settlementState.${state}`)}</Tag>
      </span>
      {state !== 'none' && (
        <>
          {isUnderWay && (
            <progress
              className={styles.bar}
              value={shards.done}
              max={Math.max(1, shards.of)}
              aria-label={t('settlement.progress', { done: shards.done, of: shards.of })}
            />
          )}
          <span>{t('settlement.bets', { count: run.bets })}</span>
          <span>{t('settlement.paid', { amount: `${money(run.paid)} ${currency}` })}</span>
          <span>{t('settlement.taken', { amount: `${money(run.taken)} ${currency}` })}</span>
          {Number(run.lost) > 0 && (
            <span className={styles.lost}>
              {t('settlement.lost', { amount: `${money(run.lost)} ${currency}` })}
            </span>
          )}
          <span className={styles.soft}>{t('settlement.ruling', { ruling })}</span>
          {run.movedAt !== undefined && <span className={styles.soft}>{ago(run.movedAt)}</span>}
          {isUnderWay && may('officeSettlementResume') && !asks && (
            <Button variant="default" onClick={() => setAsks(true)}>
              {t('settlement.resume')}
            </Button>
          )}
        </>
      )}
      {asks && (
        <div className={styles.ask}>
          <Ask
            sentence={t('settlement.resumeSure')}
            label={t('settlement.resume')}
            run={(reason) => call('officeSettlementResume', { event: event.id, ruling, reason })}
            onDone={() => {
              setAsks(false);
              void refreshTrading();
            }}
            onBack={() => setAsks(false)}
            onRefused={() => void refreshTrading()}
          />
        </div>
      )}
    </section>
  );
};
