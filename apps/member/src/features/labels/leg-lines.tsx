import type { Bet, BetLeg, LegPart } from '@touchline/contract/shapes/bet';
import { coverName } from '@touchline/money/system-names';
import { marketOf } from '@touchline/football/markets';
import { bracketed } from '@touchline/locales/bracketed';
import { translate as t, currentLan } from '../../lib/i18n.tsx';
import { useOddsText } from './odds-text.ts';
import { selectionName, textUnder, marketBeside } from './selection-name.ts';
import styles from './labels.module.css';
import type { IconName } from '../../ui/icon.tsx';
import { Mark, type MarkTone } from '../../ui/tag.tsx';
import { isolated } from './bidi.ts';
import { unbrokenScore } from './match-name.ts';

/** The legs of a bet in words; with their odds where there are several. */
export const LegLines = ({ legs, withOdds }: { legs: readonly BetLeg[]; withOdds: boolean }) => {
  const oddsText = useOddsText();
  return (
    <ul className={styles.legs}>
      {legs.map((leg) => (
        <li key={[leg.event, leg.market, leg.line, leg.selection].join(' ')} className={styles.leg}>
          <div className={styles.what}>
            <p className={styles.selection}>{selectionName(leg)}</p>
            <p className={styles.match}>{textUnder(leg)}</p>
            <PartLines leg={leg} />
          </div>
          {withOdds && (
            <bdi dir="ltr" className={`figures ${styles.odds}`}>
              {oddsText(leg.odds)}
            </bdi>
          )}
        </li>
      ))}
    </ul>
  );
};

/** The type of a bet: "Accumulator, 3 legs", "System 2/3, 3 lines", "Trixie · 4 lines"; a single needs no name. */
export const betTitle = ({ type, k, lines, legs }: Pick<Bet, 'type' | 'k' | 'lines' | 'legs'>): string => {
  const n = legs.length;
  const name = coverName(k, n);
  if (name !== undefined) return `${name} · ${t('slip.lines', { count: lines })}`;
  if (type === 'system') return t('bet.system', { k: k ?? 1, n, lines });
  return t('bet.accumulator', { count: legs.length });
};

const looks = {
  open: { icon: 'clock', tone: 'quiet' },
  win: { icon: 'check', tone: 'pitch' },
  'half-win': { icon: 'check', tone: 'pitch' },
  push: { icon: 'undo', tone: 'amber' },
  void: { icon: 'undo', tone: 'amber' },
  'half-lose': { icon: 'cross', tone: 'red' },
  lose: { icon: 'cross', tone: 'red' },
} as const satisfies Record<NonNullable<LegPart['outcome']> | 'open', { icon: IconName; tone: MarkTone }>;

/** Outcomes that have no icon and are written. */
const said = ['half-win', 'half-lose', 'push', 'void'] as const;

/** A selection of a builder; `note` is its problem. */
type ShownPart = Omit<LegPart, 'odds'> & { note?: string | undefined };

/** One selection of a builder in words: "Over 2.5 · Total goals". */
const PartText = ({ leg, part }: { leg: Pick<BetLeg, 'home' | 'away'>; part: ShownPart }) => {
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
  leg: Pick<BetLeg, 'home' | 'away'> & { parts?: readonly ShownPart[] | undefined };
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

/** A selection of a match where its market is not next to it: "Over 2.5", "Over 1.5 (First half)". */
export const partName = (named: Parameters<typeof selectionName>[0]): string => {
  const name = selectionName(named);
  return marketOf(named.market)?.period === 'ht'
    ? name + bracketed(t('event.firstHalf'), currentLan())
    : name;
};
