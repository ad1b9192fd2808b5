import { useState } from 'react';
import { minuteMs } from '@touchline/contract/durations';
import type { PageSearch } from '@touchline/kit/search';
import { useQuery } from '@tanstack/react-query';
import { limits } from '@touchline/contract/limits';
import type { HelpEntry } from '@touchline/contract/shapes/inbox';
import { useCall } from '../../lib/query.ts';
import { SearchField } from '../../features/filters/search-field.tsx';
import { LoadFailure } from '../../features/load-failure/load-failure.tsx';
import { TextSkeleton } from '../../features/text-page/text-section.tsx';
import { useHasRoom } from '../../lib/screen.ts';
import { useT } from '../../lib/i18n.tsx';
import { useMayReadPages } from '../../lib/public-pages.ts';
import { usePageState } from '../../lib/page-memory.ts';
import { Page } from '../../features/frame/page.tsx';
import { Pair } from '../../ui/pair.tsx';
import { Card } from '../../ui/card.tsx';
import { ListRow } from '../../ui/list-row.tsx';
import { AnswerBeside, Answers } from './answers.tsx';
import { Support } from './support.tsx';
import { call } from '../../lib/call.ts';

const limit = limits.listLimitMax;

/** All questions and answers: they are few enough to be searched where they are read. */
const wholeHelp = async (signal: AbortSignal): Promise<HelpEntry[]> => {
  const entries: HelpEntry[] = [];
  for (let page = 1; ; page += 1) {
    // Each page says whether there is another.
    // oxlint-disable-next-line no-await-in-loop
    const { list, total } = await call('helpList', { page, limit }, { mask: false, quiet: true, signal });
    entries.push(...list);
    if (list.length === 0 || page * limit >= total) return entries;
  }
};

const useHelp = ({ enabled }: { enabled: boolean }) =>
  useQuery({
    queryKey: ['helpList'],
    queryFn: ({ signal }) => wholeHelp(signal),
    staleTime: 5 * minuteMs,
    enabled,
  });

const isText = (value: unknown): value is string => typeof value === 'string';

/**
 * Questions and answers to search in, and how to reach support. `id` opens one of them, `q` begins a search, also while the page is
 * open. Who may not read the questions still reaches support.
 */
export const HelpPage = (search: PageSearch) => <Help key={`${search.q} ${search.id}`} {...search} />;

const Help = ({ id, q = '' }: PageSearch) => {
  const t = useT();
  const mayRead = useMayReadPages();
  const help = useHelp({ enabled: mayRead });
  const support = useCall('supportList', { page: 1, limit: 100 });
  const [query, setQuery] = usePageState('help query', q, { accepts: isText });
  // Where there is room the answer is next to the questions: that of the link, else the first.
  const hasRoom = useHasRoom();
  const [shown, setShown] = useState(id);
  const answer = hasRoom ? (help.data?.find((entry) => entry.id === shown) ?? help.data?.[0]) : undefined;
  const refresh = () => Promise.all([mayRead && help.refetch(), support.refetch()]);
  return (
    <Page layout="wide" title={t('nav.help')} onRefresh={refresh}>
      <Pair
        stays
        beside={
          <>
            {answer !== undefined && <AnswerBeside entry={answer} query={query} />}
            {support.data !== undefined && <Support entries={support.data.list} />}
            <Card flush>
              {mayRead && <ListRow icon="book" label={t('nav.rules')} to="/pages/rules/rules" />}
              <ListRow icon="records" label={t('nav.terms')} to="/pages/terms/terms" />
              <ListRow
                icon="info"
                label={t('nav.companyprofile')}
                to="/pages/companyprofile/companyprofile"
              />
            </Card>
          </>
        }
      >
        {mayRead && (
          <>
            <SearchField value={query} placeholder={t('help.search')} onChange={setQuery} />
            {help.data !== undefined && (
              <Answers
                entries={help.data}
                query={query}
                wanted={hasRoom ? answer?.id : id}
                onShow={hasRoom ? setShown : undefined}
              />
            )}
            {help.isPending && <TextSkeleton />}
            {help.isLoadingError && <LoadFailure error={help.error} onRetry={help.refetch} />}
          </>
        )}
      </Pair>
    </Page>
  );
};
