import type { BuilderPart, Leg } from '@touchline/contract/shapes/bet';
import { translate as t } from '../../lib/i18n.tsx';
import type { IconName } from '../../ui/icon.tsx';
import { Mark, type MarkTone } from '../../ui/mark.tsx';
import { isolated } from './bidi.ts';
import styles from './labels.module.css';
import { unbrokenScore } from './score-text.ts';
import { marketBeside, selectionName } from './selection-name.ts';

const looks = {
  open: { icon: 'clock', tone: 'quiet' },
  win: { icon: 'check', tone: 'pitch' },
  'half-win': { icon: 'check', tone: 'pitch' },
  push: { icon: 'undo', tone: 'amber' },
  void: { icon: 'undo', tone: 'amber' },
  'half-lose': { icon: 'cross', tone: 'red' },
  lose: { icon: 'cross', tone: 'red' },
} as const satisfies Record<NonNullable<BuilderPart['outcome']> | 'open', { icon: IconName; tone: MarkTone }>;

/** Outcomes that have no icon and are written. */
const said = ['half-win', 'half-lose', 'push', 'void'] as const;

/** A selection of a builder; `note` is its problem. */
type ShownPart = Omit<BuilderPart, 'odds'> & { note?: string | undefined };

/** One selection of a builder in words: "Over 2.5 · Total goals". */
const PartText = ({ leg, part }: { leg: Pick<Leg, 'home' | 'away'>; part: ShownPart }) => {
  const named = { home: leg.home, away: leg.away, ...part };
  const market = marketBeside(named);
  const outcome = said.find((known) => known === part.outcome);
  const beside = [
    market,
    part.since === undefined ? undefined : t('record.since', { score: isolated(unbrokenScore(part.since)) }),
    outcome === undefined ? undefined : t(`record.outcome.${outcome}`),
    part.note,
  ].filter((text) => text !== undefined);
  return (
    <span>
      <span className={styles.name}>{selectionName(named)}</span>
      {beside.length > 0 && <span className={styles.beside}> · {beside.join(' · ')}</span>}
    </span>
  );
};

type Props = {
  leg: Pick<Leg, 'home' | 'away'> & { parts?: readonly ShownPart[] | undefined };
  /** Shows how each ended; without it they are only named. */
  withOutcomes?: boolean;
};

/** The selections of a builder, which must all come in; nothing for a leg on one selection. */
export const PartLines = ({ leg, withOutcomes = false }: Props) => {
  const { parts = [] } = leg;
  if (parts.length === 0) return null;
  return (
    <ul className={styles.parts} aria-label={t('slip.selections')}>
      {parts.map((part) => {
        const { outcome } = part;
        const label = outcome === undefined ? t('record.state.in_progress') : t(`record.outcome.${outcome}`);
        return (
          <li key={[part.market, part.line, part.selection].join(' ')} className={styles.part}>
            {withOutcomes && <Mark {...looks[outcome ?? 'open']} label={label} />}
            <PartText leg={leg} part={part} />
          </li>
        );
      })}
    </ul>
  );
};
