import type { EventDetail } from '@touchline/contract/shapes/football';
import { limits } from '@touchline/contract/limits';
import { ALL_PARTS, BUILDER, orderedParts } from '@touchline/football/builder-parts';
import { formatPercent } from '@touchline/locales/format';
import { Suspense, useEffect, useRef, useState, useMemo } from 'react';
import { useQuery } from '@tanstack/react-query';
import { failureText } from '../../lib/call.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { currentLan, useT } from '../../lib/i18n.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useSayChanges } from '../../ui/aloud.tsx';
import { useSuspendedText } from '../betting/suspended-text.ts';
import { isolated } from '../labels/bidi.ts';
import { useOddsText } from '../labels/odds-text.ts';
import { partName } from '../labels/leg-lines.tsx';
import { useBuilderQuote } from '../slip/builder-quote.ts';
import { type SelectionRef, partText } from '../slip/selection.ts';
import { putPick } from '../slip/slip-changes.ts';
import styles from './builder.module.css';
import { type BuilderView, builderView, type PartRow, troublesOf } from './builder-view.ts';
import { emptyDraft, iconOf, useDraft, without, type DraftStore, type Trouble } from './draft-store.ts';
import { callQuery } from '../../lib/query.ts';

/** Puts the draft in the slip at its price, in place of the builder that it changes, and empties the draft. */
const putDraftInSlip = (
  { id, home, away, kickOff, state }: EventDetail,
  store: DraftStore,
  { odds, margin }: NonNullable<BuilderView['price']>,
): void => {
  const { parts, replaces } = store.read();
  const pick = {
    event: id,
    home,
    away,
    kickOff,
    market: BUILDER,
    selection: ALL_PARTS,
    parts: orderedParts(parts),
  };
  const inPlay = state === 'live' || state === 'half_time';
  if (putPick(pick, { odds, margin, state: 'open', inPlay }, replaces === undefined ? [] : [replaces]))
    store.write(emptyDraft);
};

const BuilderSheet = lazyPart(async () => (await import('./builder-sheet.tsx')).BuilderSheet);

/** The name of a selection, as on the page of its match. */
const nameOf = (event: EventDetail, part: SelectionRef): string => partName({ ...event, ...part });

/** The draft of a bet builder: its selections, its problem, its price, and the button that puts it in the slip. */
export const BuilderDock = ({ event, store }: { event: EventDetail; store: DraftStore }) => {
  const t = useT();
  const { parts, replaces } = useDraft(store);
  const { quote, isOld, error } = useBuilderQuote(event.id, parts, event);
  const view = builderView(parts, quote);
  const marks = useMarks(event, parts, store);
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setOpened] = useState(false);
  const remove = (part: SelectionRef) =>
    store.write({ ...store.read(), parts: without(store.read().parts, part) });
  useEffect(() => store.showTroubles(troublesOf(view)));
  useSayChanges(useSummary(view, isOld));
  const add = (): void => {
    if (view.price === undefined) return;
    setOpen(false);
    putDraftInSlip(event, store, view.price);
  };
  const addLabel = replaces === undefined ? t('builder.add') : t('builder.update');
  return (
    <section className={styles.dock} aria-label={t('builder.title')} data-builder>
      <div className={styles.picks}>
        {parts.length === 0 ? (
          <p className={styles.start}>{t('builder.start')}</p>
        ) : (
          <Picks event={event} view={view} onRemove={remove} />
        )}
        <span className={styles.leave}>
          <IconButton
            label={t('builder.leave')}
            icon={{ name: 'down' }}
            onClick={() => store.write({ ...store.read(), isOn: false })}
          />
        </span>
      </div>
      {marks.length > 0 && <Legend marks={marks} />}
      <output className={styles.region}>
        <Notice event={event} view={view} error={error} onRemove={remove} />
      </output>
      {parts.length > 0 && (
        <div className={styles.foot}>
          <button
            type="button"
            className={styles.sum}
            aria-haspopup="dialog"
            aria-busy={isOld}
            onClick={() => {
              setOpened(true);
              setOpen(true);
            }}
          >
            <Sum view={view} />
          </button>
          <span className={styles.add}>
            <Button disabled={view.price === undefined || isOld} onClick={add}>
              {addLabel}
            </Button>
          </span>
        </div>
      )}
      {wasOpened && (
        <Suspense>
          <BuilderSheet
            event={event}
            view={view}
            open={isOpen && parts.length > 0}
            addLabel={addLabel}
            isOld={isOld}
            onAdd={add}
            onRemove={remove}
            onClear={() => store.write({ ...store.read(), parts: [] })}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </section>
  );
};

type PicksProps = { event: EventDetail; view: BuilderView; onRemove: (part: SelectionRef) => void };

/** The selections, each with a button that removes it. */
const Picks = ({ event, view, onRemove }: PicksProps) => {
  const t = useT();
  return (
    <ul className={styles.strip} aria-label={t('slip.selections')}>
      {view.rows.map((row) => (
        <Pick key={partText(row.part)} name={nameOf(event, row.part)} row={row} onRemove={onRemove} />
      ))}
    </ul>
  );
};

type PickProps = { name: string; row: PartRow; onRemove: (part: SelectionRef) => void };

const Pick = ({ name, row: { part, problem }, onRemove }: PickProps) => {
  const t = useT();
  const place = useRef<HTMLLIElement>(null);
  // The selection picked last is scrolled into view.
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, []);
  const label = t('slip.removeLeg', { selection: name });
  return (
    <li ref={place}>
      <button
        type="button"
        className={styles.pick}
        data-problem={problem}
        aria-label={problem === undefined ? label : `${label}, ${t(`builder.trouble.${problem}`)}`}
        onClick={() => onRemove(part)}
      >
        <span className={styles.face}>
          {name}
          <Icon name="cross" size="small" />
        </span>
      </button>
    </li>
  );
};

/** What the icons on other prices mean. */
const Legend = ({ marks }: { marks: readonly Trouble[] }) => {
  const t = useT();
  return (
    <p className={styles.legend}>
      {marks.map((mark) => (
        <span key={mark}>
          <Icon name={iconOf[mark]} size="small" /> {t(`builder.trouble.${mark}`)}
        </span>
      ))}
    </p>
  );
};

type NoticeProps = PicksProps & { error: Error | null };

/** The problem of the draft, with a button that resolves it. */
const Notice = ({ event, view, error, onRemove }: NoticeProps) => {
  const t = useT();
  const suspendedText = useSuspendedText();
  const { hindrance } = view;
  if (error !== null) return <p className={styles.notice}>{failureText(error)}</p>;
  if (hindrance === undefined) return null;
  const { why, part } = hindrance;
  const selection = part === undefined ? '' : nameOf(event, part);
  const text = (): string => {
    if (why === 'suspended') return suspendedText;
    return why === 'impossible' ? t('builder.why.impossible') : t(`builder.why.${why}`, { selection });
  };
  return (
    <div className={styles.notice}>
      <span>{text()}</span>
      {part !== undefined && why !== 'suspended' && (
        <button type="button" className={styles.take} onClick={() => onRemove(part)}>
          {t('slip.removeLeg', { selection })}
        </button>
      )}
    </div>
  );
};

/** Price, number of selections, chance and margin. */
const Sum = ({ view }: { view: BuilderView }) => {
  const t = useT();
  const lan = currentLan();
  const oddsText = useOddsText();
  const { rows, price } = view;
  return (
    <>
      <span className={styles.dockWhat}>
        <b>{t('slip.count', { count: rows.length })}</b>
        {rows.length < limits.builderPartsMin && (
          <span className={styles.dockFine}>{t('builder.oneMore')}</span>
        )}
        {price !== undefined && (
          <span className={styles.dockFine}>
            {price.chance !== undefined && (
              <span>{t('builder.chance', { percent: isolated(formatPercent(price.chance, { lan })) })}</span>
            )}
            <span>{t('builder.margin', { percent: isolated(formatPercent(price.margin, { lan })) })}</span>
          </span>
        )}
      </span>
      {price !== undefined && (
        <bdi dir="ltr" className={`figures ${styles.odds}`}>
          {oddsText(price.odds)}
        </bdi>
      )}
    </>
  );
};

/** The price in words, for screen readers; empty until the answer has come. */
const useSummary = ({ rows, price, hindrance }: BuilderView, isOld: boolean): string | undefined => {
  const t = useT();
  const oddsText = useOddsText();
  if (isOld || rows.length === 0 || hindrance !== undefined) return undefined;
  const count = t('slip.count', { count: rows.length });
  return price === undefined ? count : `${count}, ${oddsText(price.odds)}`;
};

/** A text that changes with the score and with what is on sale, which marks follow from; not with a price. */
const situationOf = ({ state, score, markets }: EventDetail): string =>
  JSON.stringify([
    state,
    score,
    markets.map((market) => [
      market.market,
      market.line,
      market.state,
      market.selections.map(({ odds }) => odds !== null),
    ]),
  ]);

const noMarks: ReadonlyMap<string, Trouble> = new Map();

/**
 * Asks which other selections of a match cannot be added to those that are picked, and shows it on their prices.
 * @returns the kinds of marks that are shown, in the order of their words
 */
const useMarks = (event: EventDetail, parts: readonly SelectionRef[], store: DraftStore): Trouble[] => {
  const query = callQuery('builderMarks', {
    event: event.id,
    parts: parts.map(({ market, selection, line }) => ({ market, selection, line })),
  });
  const { data } = useQuery({
    ...query,
    queryKey: [...query.queryKey, situationOf(event)],
    enabled: parts.length > 0,
    staleTime: Infinity,
  });
  const list = parts.length === 0 ? undefined : data?.marks;
  const marks = useMemo(
    () => (list === undefined ? noMarks : new Map(list.map((part) => [partText(part), part.mark]))),
    [list],
  );
  useEffect(() => {
    store.showMarks(marks);
    return () => store.showMarks(noMarks);
  }, [store, marks]);
  const shown = new Set(marks.values());
  return (['impossible', 'redundant'] as const).filter((mark) => shown.has(mark));
};
