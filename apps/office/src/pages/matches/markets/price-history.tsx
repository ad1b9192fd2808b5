import type { Output } from '@touchline/contract/routes';
import { formatOdds } from '@touchline/locales/format';
import { useState } from 'react';
import { useCall } from '../../../lib/query.ts';
import { useFormats } from '../../../lib/site.ts';
import { currentLan, useT } from '../../../lib/i18n.ts';
import {
  type MarketLine,
  nameOfSelection,
  shortSelection,
  type Teams,
} from '../../../features/trading/names.ts';
import { Choice } from '../../../ui/fields.tsx';
import { Failure, Skeleton } from '../../../ui/notices.tsx';
import { StepChart } from './step-chart.tsx';
import styles from './markets.module.css';

type History = Output<'officePriceHistory'>;
type Props = { event: string; teams: Teams; of: MarketLine };

const limit = 50;
const againMs = 15_000;
/** How many lines are distinct in one chart; with more selections one is chosen. */
const linesMost = 3;

/** The last versions a market has had: as lines, and who made each and why. */
export const PriceHistory = ({ event, teams, of }: Props) => {
  const { market, line } = of;
  const { data, error, refetch, dataUpdatedAt } = useCall(
    'officePriceHistory',
    { event, market, line, limit },
    { follow: againMs },
  );
  if (error !== null && data === undefined) return <Failure error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton lines={4} />;
  return <Shown data={data} until={dataUpdatedAt} teams={teams} of={of} />;
};

type ShownProps = Omit<Props, 'event'> & { data: History; until: number };

const Shown = ({ data, until, teams, of }: ShownProps) => {
  const t = useT();
  const { selections, list, total } = data;
  const [chosen = selections[0], choose] = useState<string>();
  const isMany = selections.length > linesMost;
  const shown = isMany ? selections.filter((selection) => selection === chosen) : selections;
  const name = (selection: string): string => nameOfSelection(selection, of, teams);
  const versions = list.toReversed();
  return (
    <div className={styles.history}>
      {isMany && (
        <Choice
          label={t('price.selection')}
          value={chosen}
          choices={selections}
          name={name}
          onChange={(selection) => choose(selection)}
        />
      )}
      <StepChart
        label={t('price.chart')}
        until={until}
        moments={versions.map(({ at }) => at)}
        pauses={versions.map(({ state }) => state !== 'open')}
        lines={shown.map((selection) => ({
          name: name(selection),
          values: versions.map(({ odds }) => odds[selections.indexOf(selection)] ?? null),
        }))}
      />
      <ol className={styles.versions}>
        {list.map((version) => (
          <Version key={version.version} of={version} selections={selections} shown={shown} />
        ))}
      </ol>
      {total > list.length && (
        <p className={styles.more}>{t('price.earlier', { count: total - list.length })}</p>
      )}
    </div>
  );
};

const Version = ({
  of: { odds, state, by, why, at },
  selections,
  shown,
}: {
  of: History['list'][number];
  selections: readonly string[];
  shown: readonly string[];
}) => {
  const t = useT();
  const { clock, day } = useFormats();
  const lan = currentLan();
  return (
    <li className={styles.version}>
      <span className={styles.at} title={day(at)}>
        {clock(at)}
      </span>
      <span className={styles.odds}>
        {shown.map((selection) => {
          const price = odds[selections.indexOf(selection)] ?? null;
          return (
            <span key={selection}>
              <span className={styles.short}>{shortSelection(selection)}</span>{' '}
              {price === null ? '–' : formatOdds(price, { lan })}
            </span>
          );
        })}
      </span>
      <span className={styles.state} data-state={state}>
        {t(`marketState.${state}`)}
      </span>
      <span className={styles.why}>
        {by.name} · {why}
      </span>
    </li>
  );
};
