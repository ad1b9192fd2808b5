import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { dayIn } from '@touchline/locales/format-time';
import { useState } from 'react';
import { useCall } from '../../api/query.ts';
import { useSite } from '../../api/site.ts';
import { useT } from '../../shell/i18n.ts';
import { choiceOf } from '../../shell/search.ts';
import { usePageSearch } from '../../shell/use-page-search.ts';
import { AmountsIn } from '../../ui/amounts-in.tsx';
import { Failure } from '../../ui/failure.tsx';
import { Note } from '../../ui/note.tsx';
import { Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Charts } from './charts.tsx';
import { CompetitionTable } from './competition-table.tsx';
import { DayTable } from './day-table.tsx';
import { Promotions } from './promotions.tsx';
import { Methods } from './methods.tsx';
import { Part } from './part.tsx';
import { PlayTable } from './play-table.tsx';
import { SpanFilter } from './span-filter.tsx';
import { isAsked, type Span, spanOf } from './span.ts';
import { Totals } from './totals.tsx';
import styles from './reports.module.css';

const tables = ['day', 'competition'] as const;

/** What the house made on some days, from what the ledger booked. */
export const ReportsPage = () => {
  const t = useT();
  const navigate = useNavigate();
  const search = usePageSearch();
  const [opened] = useState(() => new Date());
  const today = dayIn(opened, useSite().timeZone);
  const span = spanOf(search, today);
  const by = choiceOf(search.by, tables) ?? 'day';
  const isRight = isAsked(span);
  const { data, error, refetch } = useCall('officeReportDays', span, { enabled: isRight, keep: true });
  const go = (change: Partial<Span & { by: string }>): void =>
    void navigate({ to: '.', search: { ...search, ...change }, replace: true });
  return (
    <Page
      title={t('place.reports')}
      filters={
        <>
          <SpanFilter span={span} today={today} onChange={go} />
          <AmountsIn />
        </>
      }
    >
      {!isRight && <Note>{t('report.spanWrong')}</Note>}
      {isRight && error !== null && <Failure error={error} onRetry={() => void refetch()} />}
      {isRight && data === undefined && error === null && <Skeleton lines={12} />}
      {isRight && data !== undefined && (
        <>
          <Totals of={data.total} />
          <Charts of={data} span={span} />
          <div className={styles.sides}>
            <Methods of={data.methods} span={span} />
            <Promotions of={data} span={span} />
            <PlayTable of={data.play} span={span} />
          </div>
          <Part
            title={t(by === 'day' ? 'report.byDay' : 'report.byCompetition')}
            table={by === 'day' ? 'days' : 'competitions'}
            span={span}
            head={
              <div className={styles.choices}>
                {tables.map((table) => (
                  <Button
                    key={table}
                    size="compact-xs"
                    variant={by === table ? 'filled' : 'default'}
                    aria-pressed={by === table}
                    onClick={() => go({ by: table === 'day' ? '' : table })}
                  >
                    {t(table === 'day' ? 'report.byDay' : 'report.byCompetition')}
                  </Button>
                ))}
              </div>
            }
          >
            {by === 'day' ? <DayTable of={data} /> : <CompetitionTable span={span} />}
          </Part>
        </>
      )}
    </Page>
  );
};
