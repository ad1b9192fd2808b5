import { Link } from '@tanstack/react-router';
import { partsText } from '@touchline/football/builder-parts';
import { useT } from '../../state/i18n.tsx';
import { Button } from '../../ui/button.tsx';
import { PartLines } from '../labels/part-lines.tsx';
import { partName } from '../labels/part-name.ts';
import { idOf } from './selection.ts';
import styles from './slip-builder.module.css';
import { combineMatch } from './slip-changes.ts';
import { dispatchSlip } from './slip-store.ts';
import { conflictsOf, isSending, type Item, type SlipState } from './slip.ts';

type Props = {
  item: Item;
  /** All in one paragraph, where there is little space; a selection with a problem is shown in full. */
  compact?: boolean;
};

/** The selections of a builder, what is wrong with each, and the way to change them; nothing for any other selection. */
export const SlipBuilder = ({ item: { pick, offer }, compact = false }: Props) => {
  const t = useT();
  const { parts, home, away } = pick;
  if (parts === undefined) return null;
  const noteOf = (at: number): string | undefined => {
    const state = offer?.builder?.parts[at] ?? 'open';
    if (state === 'open') return undefined;
    return state === 'suspended' ? t('event.suspended') : t('event.closed');
  };
  const shown = parts.map((part, at) => ({ ...part, note: noteOf(at) }));
  const change = (
    <Link
      to="/pages/invest/eventsinfo"
      search={{ id: pick.event, build: partsText(parts) }}
      className={styles.change}
      onClick={() => dispatchSlip({ type: 'close' })}
    >
      {t('builder.edit')}
    </Link>
  );
  const isShort = compact && shown.every(({ note }) => note === undefined);
  return (
    <div className={styles.builder}>
      {isShort ? (
        <p className={styles.short}>
          {parts.map((part) => partName({ home, away, ...part })).join(' · ')} {change}
        </p>
      ) : (
        <PartLines leg={{ home, away, parts: shown }} />
      )}
      {offer?.builder?.state === 'impossible' && (
        <p className={styles.trouble}>{t('builder.why.impossible')}</p>
      )}
      {!isShort && change}
    </div>
  );
};

/** Offers to make one bet of selections that share their match. */
export const CombineOffer = ({ slip }: { slip: SlipState }) => {
  const t = useT();
  const event = conflictingMatch(slip);
  if (event === undefined) return null;
  return (
    <Button tone="plain" disabled={isSending(slip)} onClick={() => void combineMatch(event)}>
      {t('builder.combine')}
    </Button>
  );
};

/** The first match that several selections of the slip are on. */
export const conflictingMatch = ({ items }: Pick<SlipState, 'items'>): string | undefined => {
  const shared = conflictsOf(items);
  return items.find(({ pick }) => shared.has(idOf(pick)))?.pick.event;
};
