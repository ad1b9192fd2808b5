import { useState } from 'react';
import type { LimitKind, LimitPeriod } from '@touchline/contract/shapes/play';
import type { PageSearch } from '@touchline/kit/search';
import { NetTable } from '../../features/play/net-table.tsx';
import { usePlayInfo, changePlay } from '../../features/play/play-info.ts';
import { LoadFailure } from '../../features/load-failure/load-failure.tsx';
import { MatchSection } from '../../features/match-card/match-list.tsx';
import { useT } from '../../lib/i18n.tsx';
import { Page } from '../../features/frame/page.tsx';
import { Card } from '../../ui/card.tsx';
import { ListRow } from '../../ui/list-row.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ExcludeSheet } from './play/exclude-sheet.tsx';
import { HelpSheet } from './play/help-sheet.tsx';
import { LimitsCard, LimitSheet } from './play/limit-sheet.tsx';
import styles from './play/play.module.css';
import { TimeOutSheet } from './play/time-out-sheet.tsx';
import { useAction } from '../../lib/use-action.ts';
import { ConfirmButton } from '../../ui/confirm-sheet.tsx';
import { realityMinutes } from '../../features/play/figures.ts';
import { FormFailure } from '../../ui/form-failure.tsx';
import { SelectBox } from '../../ui/select-box.tsx';
import { showToast } from '../../lib/toasts.ts';

/** What lies over the page. */
type Open =
  | { sheet: 'limit'; kind: LimitKind; period: LimitPeriod }
  | { sheet: 'timeOut' | 'exclude' | 'help' };

/** What the address asks for beyond the page itself. */
const asked = (open: string | undefined): Open | undefined =>
  open === 'timeOut' || open === 'help' ? { sheet: open } : undefined;

/** Safer play: the figures so far, limits, pauses, and where to find help. */
export const PlayPage = ({ open: wanted }: PageSearch) => {
  const t = useT();
  const { data, error, refetch } = usePlayInfo();
  const [open, setOpen] = useState(() => asked(wanted));
  const [seen, setSeen] = useState(wanted);
  // The same page, asked for something else.
  if (wanted !== seen) {
    setSeen(wanted);
    setOpen(asked(wanted));
  }
  const close = () => setOpen(undefined);
  const isExcluded = data?.restriction?.kind === 'excluded';
  return (
    <Page layout="cards" title={t('nav.play')} onRefresh={refetch}>
      <p className={styles.lead}>{t('play.lead')}</p>
      {data === undefined && error === null && <Waiting />}
      {data === undefined && error !== null && <LoadFailure error={error} onRetry={refetch} />}
      {data !== undefined && (
        <>
          {data.restriction?.mayReturn === true && <ReturnCard />}
          <Card>
            <h2 className={styles.title}>{t('play.net')}</h2>
            <NetTable net={data.net} />
          </Card>
          <Card flush>
            <ListRow icon="chart" label={t('nav.statement')} to="/pages/information/statement" />
          </Card>
          <MatchSection title={t('play.limits')}>
            <p className={styles.note}>{t('play.limitsNote')}</p>
            <LimitsCard
              limits={data.limits}
              isWanted={wanted === 'limits'}
              onChoose={(kind, period) => setOpen({ sheet: 'limit', kind, period })}
            />
          </MatchSection>
          <MatchSection title={t('play.pauses')}>
            <Card flush>
              <RealityRow minutes={data.reality.minutes} />
              {!isExcluded && (
                <ListRow label={t('play.timeOut')} onClick={() => setOpen({ sheet: 'timeOut' })} />
              )}
              <ListRow label={t('play.exclude')} onClick={() => setOpen({ sheet: 'exclude' })} />
            </Card>
          </MatchSection>
          <LimitSheet
            chosen={open?.sheet === 'limit' ? open : undefined}
            limits={data.limits}
            onClose={close}
          />
          <TimeOutSheet open={open?.sheet === 'timeOut' && !isExcluded} info={data} onClose={close} />
          <ExcludeSheet open={open?.sheet === 'exclude'} info={data} onClose={close} />
        </>
      )}
      <MatchSection title={t('play.help')}>
        <Card flush>
          <ListRow label={t('play.helpLines')} onClick={() => setOpen({ sheet: 'help' })} />
        </Card>
      </MatchSection>
      <HelpSheet open={open?.sheet === 'help'} onClose={close} />
    </Page>
  );
};

const Waiting = () => (
  <>
    <Card>
      <Skeleton height={9} />
    </Card>
    <Card>
      <Skeleton height={9} />
    </Card>
  </>
);

/** An exclusion whose time is over: nothing opens unless the member asks for it, and then a day later. */
const ReturnCard = () => {
  const t = useT();
  const { busy, failure, run, forget } = useAction();
  return (
    <Card>
      <div className={styles.form}>
        <h2 className={styles.title}>{t('play.excludeOver')}</h2>
        <p className={styles.words}>{t('play.returnText')}</p>
        <ConfirmButton
          tone="quiet"
          label={t('play.return')}
          title={t('play.returnTitle')}
          text={t('play.returnText')}
          busy={busy}
          failure={failure}
          onAsk={forget}
          onConfirm={() => run(() => changePlay('playReturn', {}))}
        />
      </div>
    </Card>
  );
};

/** How often play is interrupted by how long it has lasted. */
const RealityRow = ({ minutes }: { minutes: number | undefined }) => {
  const t = useT();
  const { busy, failure, run } = useAction();
  const choose = async (chosen: string): Promise<void> => {
    const next = realityMinutes.find((known) => String(known) === chosen);
    if (await run(() => changePlay('realitySave', next === undefined ? {} : { minutes: next }))) {
      showToast(t('play.realitySaved'));
    }
  };
  return (
    <div className={styles.reality}>
      <SelectBox
        label={t('play.reality')}
        options={[
          { value: 'never', label: t('play.realityNever') },
          ...realityMinutes.map((known) => ({
            value: String(known),
            label: t('play.realityEvery', { minutes: known }),
          })),
        ]}
        value={minutes === undefined ? 'never' : String(minutes)}
        disabled={busy}
        onChange={(chosen) => void choose(chosen)}
      />
      <FormFailure message={failure} />
    </div>
  );
};
