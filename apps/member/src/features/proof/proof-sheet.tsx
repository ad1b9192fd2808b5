import { saveFile } from '@touchline/kit/save-file';
import { formatMoney } from '@touchline/locales/format';
import { formatAmount } from '@touchline/money/amount';
import type { ProofFile, StepState } from '@touchline/verify/proof-file';
import { useEffect, useState, type ReactNode } from 'react';
import { currentLan, useT } from '../../lib/i18n.tsx';
import { Actions, Button, buttonClass } from '../../ui/button.tsx';
import type { IconName } from '../../ui/icon.tsx';
import { Mark, type MarkTone } from '../../ui/tag.tsx';
import { SheetAction, Sheet } from '../../ui/sheet.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { isolated, mirrored } from '../labels/bidi.ts';
import { useScale } from '../labels/use-scale.ts';
import type { FoundProof, ProofSubject } from './find-proof.ts';
import type { ProofRow } from './proof-rows.ts';
import styles from './proof.module.css';

/** Between two steps, so that each can be read. */
const stepMs = 350;

const looks = {
  ok: { icon: 'check', tone: 'pitch' },
  failed: { icon: 'cross', tone: 'red' },
  unknown: { icon: 'clock', tone: 'quiet' },
} as const satisfies Record<StepState, { icon: IconName; tone: MarkTone }>;

const isCalm = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

type Props = {
  subject: ProofSubject;
  /** What is checked, in words, where the page behind does not say it. */
  about?: ReactNode;
  open: boolean;
  onClose: () => void;
};

/** Checks something of the member on this device, step by step, and lets the proof be saved. */
export const ProofSheet = ({ subject, about, open, onClose }: Props) => {
  const t = useT();
  return (
    <Sheet open={open} onClose={onClose} title={t('proof.verify')}>
      {open && (
        <div className={styles.check}>
          {about !== undefined && <p className={styles.hint}>{about}</p>}
          <Check key={nameOf(subject)} subject={subject} />
        </div>
      )}
    </Sheet>
  );
};

const nameOf = (subject: ProofSubject): string =>
  subject.kind === 'balance' ? 'balance' : `${subject.kind} ${subject.id}`;

const useFound = (subject: ProofSubject): FoundProof | undefined => {
  const [found, setFound] = useState<FoundProof>();
  // Equal subjects are made again with each rendering of the page.
  const text = JSON.stringify(subject);
  useEffect(() => {
    let isHere = true;
    const look = async (): Promise<void> => {
      const { findProof } = await import('./find-proof.ts');
      const next = await findProof(subject);
      if (isHere) setFound(next);
    };
    void look();
    return () => {
      isHere = false;
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [text]);
  return found;
};

const Check = ({ subject }: { subject: ProofSubject }) => {
  const t = useT();
  const found = useFound(subject);
  const [count, setCount] = useState(1);
  const total = found?.rows.length ?? 0;
  useEffect(() => {
    if (count >= total) return undefined;
    const timer = setTimeout(() => setCount(isCalm() ? total : count + 1), isCalm() ? 0 : stepMs);
    return () => clearTimeout(timer);
  }, [count, total]);
  if (found === undefined) return <Skeleton height={5} />;
  const { file, rows } = found;
  if (rows.length === 0) return <p>{t('proof.absent')}</p>;
  const shown = rows.slice(0, count);
  const isWrong = shown.some(({ state }) => state === 'failed');
  return (
    <>
      {/* The fade above the action would veil a last line of text. */}
      {isWrong && <p role="alert">{t('proof.failed')}</p>}
      <ProofSteps rows={shown} />
      {file !== undefined && (
        <SheetAction>
          <Actions>
            <Button tone={isWrong ? 'main' : 'quiet'} onClick={() => void save(subject, file)}>
              {t('proof.save')}
            </Button>
          </Actions>
          {/* The server sends it as a file. */}
          <a className={buttonClass('plain')} href="check.html" download="check.html">
            {t('proof.page')}
          </a>
        </SheetAction>
      )}
    </>
  );
};

const save = async (subject: ProofSubject, file: ProofFile): Promise<void> => {
  const { formatProofFile } = await import('@touchline/verify/proof-file');
  const name = nameOf(subject).replaceAll(/[^a-z0-9]+/g, '-');
  saveFile(new File([formatProofFile(file)], `proof-${name}.json`, { type: 'application/json' }));
};

/** Steps of a check, each in a sentence. */
export const ProofSteps = ({ rows }: { rows: readonly ProofRow[] }) => (
  <ol className={styles.check} aria-live="polite">
    {rows.map((row) => (
      <StepLine key={`${row.text} ${'number' in row ? row.number : ''}`} row={row} />
    ))}
  </ol>
);

/** Who confirmed a result: sources of the site by name, people without. */
const useNames = (by: readonly string[]): string => {
  const t = useT();
  const names = by.map((who) => (who.startsWith('operator:') ? t('proof.staff') : who.replace(/^feed:/, '')));
  return [...new Set(names)].map(isolated).join(', ');
};

const useSentence = (row: ProofRow): string => {
  const t = useT();
  const scale = useScale();
  const names = useNames(row.text === 'result' ? row.by : []);
  const money = (minor: string): string =>
    isolated(formatMoney(formatAmount(BigInt(minor), scale), { lan: currentLan() }));
  if (row.text === 'logged' || row.text === 'settled' || row.text === 'same-wallet')
    return t(`proof.${row.text}`, { number: String(row.number) });
  if (row.text === 'result') {
    const values = { score: mirrored(row.score), number: String(row.number) };
    return names === '' ? t('proof.result', values) : t('proof.result-by', { ...values, names });
  }
  if (row.text === 'witnessed') return t('proof.witnessed', { names: row.names.map(isolated).join(', ') });
  if (row.text === 'booked')
    return t('proof.booked', { amount: money(row.amount), number: String(row.number) });
  if (row.text === 'owed') return t('proof.owed', { amount: money(row.amount), total: money(row.total) });
  return t(`proof.${row.text}`);
};

const StepLine = ({ row }: { row: ProofRow }) => {
  const t = useT();
  const sentence = useSentence(row);
  return (
    <Step state={row.state} hint={row.hint && t(`proof.hint.${row.hint}`)}>
      {sentence}
    </Step>
  );
};

/** One step of a check: its sentence, and below it what that means. */
export const Step = ({
  state,
  hint,
  children,
}: {
  state: StepState;
  hint?: string | undefined;
  children: ReactNode;
}) => (
  <li className={styles.step}>
    <Mark {...looks[state]} />
    <div>
      <p>{children}</p>
      {hint !== undefined && <p className={styles.hint}>{hint}</p>}
    </div>
  </li>
);
