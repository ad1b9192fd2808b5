import type { Bet } from '@touchline/contract/shapes/bet';
import type { Receipt } from '@touchline/contract/shapes/receipt';
import { saveFile } from '@touchline/kit/save-file';
import { formatProofFile, type ProofFile, type StepState } from '@touchline/verify/proof-file';
import { useEffect, useState } from 'react';
import { configStore } from '../../state/config.ts';
import { useT } from '../../state/i18n.tsx';
import { Actions } from '../../ui/actions.tsx';
import { Button } from '../../ui/button.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { SheetAction } from '../../ui/sheet-action.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { keepLook, keptProof } from '../proof/kept-proofs.ts';
import { askLog, keepCheckpoint, knownOfLog } from '../proof/log-look.ts';
import { proofFileOf, proofRows, type ProofRow } from './proof-steps.ts';
import cardStyles from './bet-card.module.css';
import styles from './bet-legs.module.css';

/** Between two steps, so that each can be read. */
const stepMs = 350;

const looks = {
  ok: { icon: 'check', tone: 'pitch' },
  failed: { icon: 'cross', tone: 'red' },
  unknown: { icon: 'clock', tone: 'quiet' },
} as const satisfies Record<StepState, { icon: IconName; tone: string }>;

const isCalm = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

type Props = { bet: Bet; receipt: Receipt | null; open: boolean; onClose: () => void };

/** Checks the receipt of a bet on this device, and lets it be saved. */
export const ProofSheet = ({ bet, receipt, open, onClose }: Props) => {
  const t = useT();
  return (
    <Sheet open={open} onClose={onClose} title={t('proof.verify')}>
      {open && <Check bet={bet} receipt={receipt} />}
    </Sheet>
  );
};

/** What was found; `file` is undefined where there is nothing to check. */
type Found = { file: ProofFile | undefined; rows: readonly ProofRow[] };

const find = async (bet: Pick<Bet, 'id' | 'placedAt'>, receipt: Receipt | null): Promise<Found> => {
  // Where the browser keeps nothing, the server's receipt is left.
  const kept = await keptProof(bet.id).catch(() => undefined);
  const asked = await askLog(bet.id).catch(() => undefined);
  const { own, related = [], witnesses = [] } = asked ?? kept?.log ?? {};
  const vkey = configStore.read().site?.receiptKey ?? '';
  const file = proofFileOf(vkey, { kept, receipt, own });
  if (file === undefined) return { file, rows: [] };
  const known = own && (await knownOfLog(own).catch(() => undefined));
  const rows = proofRows(file, bet, {
    nowMs: Date.now(),
    isLogAsked: asked !== undefined,
    related,
    witnesses,
    ...(known === undefined ? {} : { known }),
  });
  if (asked?.own !== undefined && rows.some(({ text }) => text === 'grown' || text === 'first-look')) {
    await Promise.all([keepCheckpoint(asked.own), keepLook(bet.id, asked)]).catch(() => undefined);
  }
  return { file, rows };
};

const useFound = ({ bet, receipt }: Pick<Props, 'bet' | 'receipt'>): Found | undefined => {
  const [found, setFound] = useState<Found>();
  const { id, placedAt } = bet;
  useEffect(() => {
    let isHere = true;
    const look = async (): Promise<void> => {
      const next = await find({ id, placedAt }, receipt);
      if (isHere) setFound(next);
    };
    void look();
    return () => {
      isHere = false;
    };
  }, [id, placedAt, receipt]);
  return found;
};

const Check = ({ bet, receipt }: Pick<Props, 'bet' | 'receipt'>) => {
  const t = useT();
  const found = useFound({ bet, receipt });
  const [count, setCount] = useState(1);
  const total = found?.rows.length ?? 0;
  useEffect(() => {
    if (count >= total) return undefined;
    const timer = setTimeout(() => setCount(isCalm() ? total : count + 1), isCalm() ? 0 : stepMs);
    return () => clearTimeout(timer);
  }, [count, total]);
  if (found === undefined) return <Skeleton height={5} />;
  const { file, rows } = found;
  if (file === undefined) return <p>{t('proof.absent')}</p>;
  const isWrong = rows.slice(0, count).some(({ state }) => state === 'failed');
  return (
    <div className={cardStyles.bet}>
      {/* The fade above the action would veil a last line of text. */}
      {isWrong && <p role="alert">{t('proof.failed')}</p>}
      <ol className={styles.legs} aria-live="polite">
        {rows.slice(0, count).map((row) => (
          <StepLine key={`${row.text} ${'number' in row ? row.number : ''}`} row={row} />
        ))}
      </ol>
      <SheetAction>
        <Actions>
          <Button tone={isWrong ? 'main' : 'quiet'} onClick={() => save(bet, file)}>
            {t('proof.save')}
          </Button>
        </Actions>
      </SheetAction>
    </div>
  );
};

const save = ({ id }: Bet, file: ProofFile): void =>
  saveFile(new File([formatProofFile(file)], `proof-${id}.json`, { type: 'application/json' }));

const useSentence = (row: ProofRow): string => {
  const t = useT();
  if (row.text === 'logged') return t('proof.logged', { number: String(row.number) });
  if (row.text === 'settled') return t('proof.settled', { number: String(row.number) });
  if (row.text === 'result') return t('proof.result', { score: row.score, number: String(row.number) });
  if (row.text === 'witnessed') return t('proof.witnessed', { names: row.names.join(', ') });
  return t(`proof.${row.text}`);
};

const StepLine = ({ row }: { row: ProofRow }) => {
  const sentence = useSentence(row);
  const { icon, tone } = looks[row.state];
  return (
    <li className={styles.leg}>
      <span className={styles.mark} data-tone={tone}>
        <Icon name={icon} size="small" />
      </span>
      <p className={styles.selection}>{sentence}</p>
    </li>
  );
};
