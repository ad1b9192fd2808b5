import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { formatOdds } from '@touchline/money/odds';
import { Suspense, useEffect, useState } from 'react';
import { CallError } from '@touchline/client/errors';
import { blockOf, offerOf, playOf } from './slip.ts';
import { callQuery } from '../../lib/query.ts';
import { useT } from '../../lib/i18n.tsx';
import { useUser } from '../../lib/user.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { Icon } from '../../ui/icon.tsx';
import { matchName } from '../labels/match-name.ts';
import { selectionName } from '../labels/selection-name.ts';
import { useOddsText } from '../labels/odds-text.ts';
import { builderOffer, useBuilderQuote } from './builder-quote.ts';
import { idOf, type SlipOffer, type SelectionRef, type SlipSelection } from './selection.ts';
import { viewOf } from './quote.ts';
import { dispatchSlip, takeOpenAfterSignIn, useBounds, useSlip } from './slip-store.ts';
import styles from './slip.module.css';

/** The offer for a match that the book no longer lists: nothing can be bet on. */
const gone: SlipOffer = { odds: null, state: 'closed', margin: '' };

const isGone = (error: unknown): boolean =>
  error instanceof CallError && (error.reason === 'not_found' || error.reason === 'validation');

/** Keeps the selections in the slip at the prices of their matches, which the stream keeps moving. Shows nothing. */
export const FollowOffers = () => {
  const { items } = useSlip();
  return items.map(({ pick }) =>
    pick.parts === undefined ? (
      <FollowOffer key={idOf(pick)} pick={pick} />
    ) : (
      <FollowBuilder key={idOf(pick)} pick={pick} parts={pick.parts} />
    ),
  );
};

/** The same for a builder: its price is fetched whenever a price of its match changes. */
const FollowBuilder = ({ pick, parts }: { pick: SlipSelection; parts: readonly SelectionRef[] }) => {
  const { data, error } = useQuery(callQuery('eventDetail', { id: pick.event }));
  const { quote, isOld } = useBuilderQuote(pick.event, parts, data);
  const { inPlay, replay } = data === undefined ? {} : playOf(data);
  useEffect(() => {
    if (quote !== undefined && !isOld) {
      dispatchSlip({ type: 'offer', pick, offer: builderOffer(quote, { inPlay, replay }) });
    } else if (isGone(error)) dispatchSlip({ type: 'offer', pick, offer: gone });
  }, [pick, quote, isOld, inPlay, replay, error]);
  return null;
};

const FollowOffer = ({ pick }: { pick: SlipSelection }) => {
  const { data, error, isFetching } = useQuery(callQuery('eventDetail', { id: pick.event }));
  useEffect(() => {
    // What is being fetched again may be older than the price just tapped.
    if (isFetching) return;
    if (data?.id === pick.event) dispatchSlip({ type: 'offer', pick, offer: offerOf(data, pick) });
    else if (isGone(error)) dispatchSlip({ type: 'offer', pick, offer: gone });
  }, [pick, data, error, isFetching]);
  return null;
};

/** What is picked, one tap from the sheet. */
const SlipBar = () => {
  const t = useT();
  const slip = useSlip();
  const oddsText = useOddsText();
  const view = viewOf(slip, useBounds());
  const [only] = slip.items;
  const [bet] = view.bets;
  if (only === undefined || bet === undefined) return null;
  const { pick } = only;
  const isSeveral = slip.items.length > 1;
  const isLocked = bet.items.some((item) => ['suspended', 'closed'].includes(blockOf(item) ?? ''));
  return (
    <div className={styles.dock}>
      <button
        type="button"
        className={styles.bar}
        data-slip-bar
        onClick={() => dispatchSlip({ type: 'open' })}
      >
        <span className="visually-hidden">{t('slip.open')}: </span>
        <span className={styles.partsWhat}>
          <b className={styles.partsSelection}>
            {isSeveral ? t('slip.count', { count: slip.items.length }) : selectionName(pick)}
          </b>
          <span className={styles.partsMatch}>{isSeveral ? t(`slip.tab.${view.tab}`) : matchName(pick)}</span>
        </span>
        {isLocked && <Icon name="lock" size="small" />}
        {!isLocked && (!isSeveral || view.tab === 'accumulator') && view.conflicts.size === 0 && (
          <bdi dir="ltr" className={`figures ${styles.partsOdds}`}>
            {oddsText(formatOdds(bet.figures.oddsMilli))}
          </bdi>
        )}
        <Icon name="forward" size="small" flips />
      </button>
    </div>
  );
};

const SlipSheet = lazyPart(async () => (await import('./slip-sheet.tsx')).SlipSheet);

/** How long after the page the sheet is fetched, milliseconds. */
const aheadMs = 2_000;

/** Bar and sheet of the slip, and what keeps its prices in step. */
export const SlipParts = ({ barHidden }: { barHidden: boolean }) => {
  const { items, open } = useSlip();
  const router = useRouter();
  // The sheet belongs to the page it was opened on.
  useEffect(
    () =>
      router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
        if (pathChanged) dispatchSlip({ type: 'close' });
      }),
    [router],
  );
  const isMember = useUser() !== undefined;
  useEffect(() => {
    if (isMember && takeOpenAfterSignIn()) dispatchSlip({ type: 'open' });
  }, [isMember]);
  // Fetched ahead, so that the first tap on a price does not wait for it, but after what the page itself needs.
  const [isWanted, setWanted] = useState(false);
  // Opened before that it stays: it gives the focus back as it closes.
  if (open && !isWanted) setWanted(true);
  useEffect(() => {
    const timer = setTimeout(() => setWanted(true), aheadMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <>
      <FollowOffers />
      {items.length > 0 && !open && !barHidden && <SlipBar />}
      {isWanted && (
        <Suspense>
          <SlipSheet />
        </Suspense>
      )}
    </>
  );
};
