import { Link } from '@tanstack/react-router';
import { partsText } from '@touchline/football/builder-parts';
import { useT } from '../../lib/i18n.tsx';
import { Button } from '../../ui/button.tsx';
import { FormFailure } from '../../ui/form-failure.tsx';
import { PartLines, partName } from '../labels/leg-lines.tsx';
import styles from './slip.module.css';
import { dispatchSlip } from './slip-store.ts';
import type { Item } from './slip.ts';
import type { Combine } from './use-combine.ts';

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
        <p className={styles.builderTrouble}>{t('builder.why.impossible')}</p>
      )}
      {!isShort && change}
    </div>
  );
};

/** Offers to make one bet of selections that share their match. */
export const CombineOffer = ({ of: { run, failure }, disabled }: { of: Combine; disabled: boolean }) => {
  const t = useT();
  return (
    <>
      <FormFailure message={failure} />
      <Button tone="plain" disabled={disabled} onClick={run}>
        {t('builder.combine')}
      </Button>
    </>
  );
};
