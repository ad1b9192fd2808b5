import type { Output } from '@touchline/contract/routes';
import { useMemo } from 'react';
import { useCall } from '../../lib/query.ts';
import { useFormats } from '../../lib/site.ts';
import { useT } from '../../lib/i18n.ts';
import type { PageSearch } from '@touchline/kit/search';
import { usePageNumber } from '../../lib/search.ts';
import { type Column, DataTable } from '../../ui/table/data-table.tsx';
import { Pager } from '../../ui/table/pager.tsx';
import { Tag } from '../../ui/tag.tsx';
import { nameOfCompetition, nameOfMatch } from '../../features/trading/names.ts';

type Rule = Output<'officeOfferList'>['list'][number];
type Match = Output<'officeEventList'>['list'][number];
type Row = {
  scope: 'site' | 'competition' | 'event';
  id: string;
  name: string;
  matches?: number;
  rule?: Rule;
};
type Shown = {
  openId: string | undefined;
  isNarrow: boolean;
  linkOf: (of: { member: string; id: string }) => PageSearch;
};

/** The id of the site, which has none. */
const siteId = 'site';
const limit = 50;
/** How many rules and competitions are fetched at once. */
const most = 100;

/** What a rule says, in few words. */
const Says = ({ rule }: { rule: Rule | undefined }) => {
  const t = useT();
  if (rule === undefined || (rule.margins === 0 && rule.off === 0 && !isShifted(rule))) return '–';
  return (
    <>
      {rule.margins > 0 && <Tag>{t('margin.own', { count: String(rule.margins) })}</Tag>}{' '}
      {rule.off > 0 && <Tag tone="wait">{t('margin.off', { count: String(rule.off) })}</Tag>}{' '}
      {isShifted(rule) && <Tag tone="wait">{t('margin.shifted')}</Tag>}
    </>
  );
};
const isShifted = ({ shift }: Rule): boolean => shift.homeBp !== 0 || shift.awayBp !== 0;

const useRuleColumns = <R,>(of: (row: R) => Rule | undefined): Column<R>[] => {
  const t = useT();
  const { when } = useFormats();
  return [
    { id: 'says', header: t('margin.says'), cell: (row) => <Says rule={of(row)} /> },
    { id: 'by', header: t('margin.by'), wide: true, cell: (row) => of(row)?.by.name ?? '–' },
    {
      id: 'at',
      header: t('margin.at'),
      wide: true,
      cell: (row) => {
        const rule = of(row);
        return rule ? when(rule.at) : '–';
      },
    },
  ];
};

/** The site and its competitions. */
export const WideScopes = ({ openId, isNarrow, linkOf }: Shown) => {
  const t = useT();
  const rules = useCall('officeOfferList', { limit: most }, { keep: true });
  const list = useCall('officeCompetitionList', { limit: most }, { keep: true });
  const ruleColumns = useRuleColumns<Row>(({ rule }) => rule);
  const rows = useMemo((): Row[] | undefined => {
    if (!rules.data || !list.data) return undefined;
    const find = (scope: Row['scope'], id?: string) =>
      rules.data.list.find((rule) => rule.scope === scope && rule.id === id);
    const of = (rule: Rule | undefined) => (rule ? { rule } : {});
    return [
      { scope: 'site', id: siteId, name: t('margin.scope.site'), ...of(find('site')) },
      ...list.data.list
        .filter(({ known }) => known)
        .map((each): Row => ({
          scope: 'competition',
          id: each.id,
          name: nameOfCompetition(each),
          matches: each.toCome,
          ...of(find('competition', each.id)),
        })),
    ];
  }, [rules.data, list.data, t]);
  const columns: Column<Row>[] = [
    { id: 'name', header: t('margin.what'), cell: ({ name }) => name },
    {
      id: 'matches',
      header: t('margin.matches'),
      align: 'end',
      cell: ({ matches }) => (matches === undefined ? '' : String(matches)),
    },
    ...ruleColumns,
  ];
  return (
    <DataTable<Row>
      label={t('place.margins')}
      columns={columns}
      rows={rows}
      isNarrow={isNarrow}
      keyOf={({ id }) => id}
      searchOf={({ scope, id }) => linkOf({ member: scope, id })}
      openKey={openId}
      error={rules.error ?? list.error}
      onRetry={() => void Promise.all([rules.refetch(), list.refetch()])}
      empty={{ title: t('audit.empty'), hint: t('audit.emptyHint') }}
    />
  );
};

/** Matches to come. */
export const MatchScopes = ({ q, openId, isNarrow, linkOf }: Shown & { q: string }) => {
  const t = useT();
  const page = usePageNumber();
  const { when } = useFormats();
  const rules = useCall('officeOfferList', { limit: most }, { keep: true });
  const list = useCall(
    'officeEventList',
    { state: 'scheduled', page, limit, q: q !== '' ? q : undefined },
    { keep: true },
  );
  const ruleColumns = useRuleColumns<Match>(({ event }) =>
    rules.data?.list.find(({ scope, id }) => scope === 'event' && id === event.id),
  );
  const columns: Column<Match>[] = [
    {
      id: 'match',
      header: t('margin.match'),
      cell: ({ event }) => nameOfMatch(event),
    },
    { id: 'kickOff', header: t('margin.kickOff'), cell: ({ event }) => when(event.kickOff) },
    {
      id: 'cup',
      header: t('margin.competition'),
      wide: true,
      cell: ({ event }) => nameOfCompetition(event.competition),
    },
    ...ruleColumns,
  ];
  return (
    <>
      <DataTable
        label={t('place.margins')}
        columns={columns}
        rows={list.data?.list}
        isNarrow={isNarrow}
        keyOf={({ event }) => event.id}
        searchOf={({ event }) => linkOf({ member: 'event', id: event.id })}
        openKey={openId}
        error={list.error}
        onRetry={() => void list.refetch()}
        empty={{ title: t('audit.empty'), hint: t('audit.emptyHint') }}
      />
      <Pager total={list.data?.total} limit={limit} />
    </>
  );
};
