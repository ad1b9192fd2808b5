import { TextInput } from '@mantine/core';
import { choiceOf } from '../../shell/search.ts';
import { useT } from '../../shell/i18n.ts';
import { usePageSearch } from '../../shell/use-page-search.ts';
import { useQueue } from '../../queue/use-queue.ts';
import { Split } from '../../queue/split.tsx';
import { useMay } from '../../shell/use-rights.ts';
import { Choice } from '../../ui/choice.tsx';
import { Page } from '../../ui/page.tsx';
import { MatchScopes, WideScopes } from './scopes.tsx';
import { OfferSheetView } from './offer-sheet.tsx';

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
