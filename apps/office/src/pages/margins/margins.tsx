import { TextInput } from '@mantine/core';
import type { CallInput, Output } from '@touchline/contract/routes';
import { useState } from 'react';
import { useCall } from '../../lib/query.ts';
import { useFormats } from '../../lib/site.ts';
import { choiceOf, usePageSearch } from '../../lib/search.ts';
import { useT } from '../../lib/i18n.ts';
import { useQueue } from '../../features/queue/use-queue.ts';
import { Split } from '../../features/queue/paged-list.tsx';
import { useMay } from '../../lib/rights.ts';
import { nameOfCompetition, nameOfMatch } from '../../features/trading/names.ts';
import { Choice } from '../../ui/fields.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Failure, Skeleton } from '../../ui/notices.tsx';
import { Page } from '../../ui/page.tsx';
import styles from './margins.module.css';
import { useMarketName } from './market-name.ts';
import { OfferForm } from './offer-form.tsx';
import { MatchScopes, WideScopes } from './scopes.tsx';

const views = ['wide', 'matches'] as const;
const scopes = ['site', 'competition', 'event'] as const;

/** What is offered and with which margins: for the site, competitions and matches. */
export const MarginsPage = () => {
  const t = useT();
  const search = usePageSearch();
  const mayMatches = useMay()('officeEventList');
  const view = (mayMatches ? choiceOf(search['view'], views) : undefined) ?? 'wide';
  // The address has what is open as its scope and id.
  const queue = useQueue<{ member: string; id: string }>([], (of) => of);
  const { open } = queue;
  const scope = choiceOf(open?.member, scopes);
  const { q = '' } = search;
  return (
    <Page
      title={t('place.margins')}
      filters={
        <>
          <Choice
            label={t('margin.view')}
            value={view}
            choices={mayMatches ? views : ['wide']}
            name={(each) => t(`margin.view.${each}`)}
            onChange={(next) => queue.filter(next === 'matches' ? { view: next } : { view: '', q: '' })}
          />
          {view === 'matches' && (
            <TextInput
              aria-label={t('margin.team')}
              placeholder={t('margin.team')}
              defaultValue={q}
              data-search
              onKeyDown={({ key, currentTarget }) => {
                if (key === 'Enter') queue.filter({ q: currentTarget.value.trim() });
              }}
            />
          )}
        </>
      }
    >
      <Split
        isRoomy
        list={
          view === 'matches' ? (
            <MatchScopes q={q} openId={open?.id} isNarrow={open !== undefined} linkOf={queue.linkOf} />
          ) : (
            <WideScopes openId={open?.id} isNarrow={open !== undefined} linkOf={queue.linkOf} />
          )
        }
        open={
          open && scope
            ? {
                key: `${scope}:${open.id}`,
                title: t(`margin.scope.${scope}`),
                content: <OfferSheetView scope={scope} id={open.id} />,
                onClose: queue.close,
              }
            : undefined
        }
      />
    </Page>
  );
};

type Scope = CallInput<'officeOfferDetail'>['scope'];

/** The heading of a scope: what it is of, and who said something of it last. */
const ScopeHead = ({ sheet }: { sheet: Output<'officeOfferDetail'> }) => {
  const t = useT();
  const { when } = useFormats();
  const { event, competition, goals, saved, matches, scope } = sheet;
  return (
    <Facts
      of={[
        [t('margin.match'), event && nameOfMatch(event)],
        [t('margin.kickOff'), event && when(event.kickOff)],
        [t('margin.competition'), competition && nameOfCompetition(competition)],
        [t('margin.goals'), goals && `${goals.home} – ${goals.away}`],
        [t('margin.matches'), scope === 'event' ? undefined : String(matches)],
        [t('margin.last'), saved && `${saved.by.name}, ${when(saved.at)}: ${saved.reason}`],
      ]}
    />
  );
};

/** What counts for a scope, to be changed. */
const OfferSheetView = ({ scope, id }: { scope: Scope; id: string }) => {
  const at = scope === 'site' ? { scope } : { scope, id };
  const sheet = useCall('officeOfferDetail', at);
  if (sheet.isError && !sheet.data) {
    return <Failure error={sheet.error} onRetry={() => void sheet.refetch()} />;
  }
  if (!sheet.data) return <Skeleton lines={8} />;
  return (
    <>
      <ScopeHead sheet={sheet.data} />
      <OfferForm key={`${scope} ${id}`} at={at} sheet={sheet.data} refetch={sheet.refetch} />
      <OfferHistory at={at} version={sheet.data.version} />
    </>
  );
};

type At = Pick<CallInput<'officeOfferDetail'>, 'scope' | 'id'>;
type Version = Output<'officeOfferHistory'>['list'][number];

const most = 50;
const percent = (bp: number): string => `${(bp / 100).toFixed(2)} %`;
const signed = (bp: number): string => `${bp < 0 ? '−' : '+'}${percent(Math.abs(bp))}`;

/** What a version of a rule said, in a line. */
const useSaid = (): ((version: Version) => string) => {
  const t = useT();
  const nameOf = useMarketName();
  return ({ rules, shift }) => {
    const markets = rules.map(({ market, marginBp, offered }) =>
      [
        nameOf(market),
        ...(marginBp === undefined ? [] : [percent(marginBp)]),
        ...(offered === undefined ? [] : [t(offered ? 'margin.on' : 'margin.offWord')]),
      ].join(' '),
    );
    const goals = shift.homeBp !== 0 || shift.awayBp !== 0;
    const moved = goals ? [`${t('margin.shift')} ${signed(shift.homeBp)} / ${signed(shift.awayBp)}`] : [];
    return [...markets, ...moved].join(' · ') || t('margin.saidNothing');
  };
};

/** Every version of the rule of a scope, the newest first: fetched when it is opened. */
const OfferHistory = ({ at, version }: { at: At; version: number }) => {
  const t = useT();
  const { when } = useFormats();
  const said = useSaid();
  const may = useMay()('officeOfferHistory');
  const [isOpen, setOpen] = useState(false);
  const list = useCall('officeOfferHistory', { ...at, limit: most }, { enabled: may && isOpen });
  if (!may || version === 0) return null;
  return (
    <details className={styles.history} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t('margin.history', { count: version })}</summary>
      {list.isError && <Failure error={list.error} onRetry={() => void list.refetch()} />}
      {list.isLoading && <Skeleton lines={3} />}
      {list.data && (
        <ol>
          {list.data.list.map((each) => (
            <li key={each.version}>
              <p>
                <b>{each.version}</b> · {each.by.name}, {when(each.at)}
              </p>
              <p>{said(each)}</p>
              <p className={styles.why}>{each.reason}</p>
            </li>
          ))}
        </ol>
      )}
    </details>
  );
};
