import type { AccountFault, AccountReport, FaultCode } from '@touchline/verify/account';
import { saveFile } from '@touchline/kit/save-file';
import { formatCount } from '@touchline/locales/format';
import { useEffect, useRef, useState } from 'react';
import { isolated } from '../../features/labels/bidi.ts';
import { useScale } from '../../features/labels/use-scale.ts';
import type { AccountOutcome, AccountProgress } from '../../features/proof/run-account.ts';
import { ProofSteps, Step } from '../../features/proof/proof-sheet.tsx';
import { currentLan, useT } from '../../lib/i18n.tsx';
import { Actions, Button } from '../../ui/button.tsx';
import { Bar } from '../../ui/bar.tsx';
import { DoneHead } from '../../ui/done-head.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import styles from '../../features/proof/proof.module.css';

type State =
  | { phase: 'idle' | 'stopped' }
  | { phase: 'running'; progress: AccountProgress | undefined }
  | { phase: 'done'; outcome: AccountOutcome };

/** Runs the check of the whole account. Leaving the page ends it. */
const useAccountCheck = () => {
  const scale = useScale();
  const [state, setState] = useState<State>({ phase: 'idle' });
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const start = async (): Promise<void> => {
    const { signal } = (running.current = new AbortController());
    setState({ phase: 'running', progress: undefined });
    try {
      const { checkAccount } = await import('../../features/proof/run-account.ts');
      const outcome = await checkAccount({
        scale,
        signal,
        onProgress: (progress) => {
          if (!signal.aborted) setState({ phase: 'running', progress });
        },
      });
      setState({ phase: 'done', outcome });
    } catch {
      // No answer, or the member has ended it: neither says anything about the account.
      setState({ phase: signal.aborted ? 'idle' : 'stopped' });
    }
  };
  return { state, start: () => void start(), stop: () => running.current?.abort() };
};

/** Checks every entry of the wallet and every bet, with progress. */
export const AccountCheck = () => {
  const t = useT();
  const { state, start, stop } = useAccountCheck();
  return (
    <div className={styles.check} aria-busy={state.phase === 'running'}>
      {state.phase === 'running' && <Running progress={state.progress} />}
      {state.phase === 'stopped' && <output>{t('proof.stopped')}</output>}
      {state.phase === 'done' && <Outcome outcome={state.outcome} />}
      <Actions>
        {state.phase === 'running' ? (
          <Button tone="quiet" onClick={stop}>
            {t('common.cancel')}
          </Button>
        ) : (
          <Button tone={state.phase === 'done' ? 'quiet' : 'main'} onClick={start}>
            {t('proof.check')}
          </Button>
        )}
      </Actions>
    </div>
  );
};

const Running = ({ progress }: { progress: AccountProgress | undefined }) => {
  const t = useT();
  const lan = currentLan();
  const { entries = 0, total = 0, bets = 0 } = progress ?? {};
  const percent = total === 0 ? 0 : Math.round((100 * entries) / total);
  return (
    <div className={styles.check}>
      <Bar label={t('proof.account')} percent={percent} />
      <Facts>
        <Fact label={t('proof.entries')}>
          {formatCount(entries, { lan })} / {formatCount(total, { lan })}
        </Fact>
        <Fact label={t('proof.bets')}>{formatCount(bets, { lan })}</Fact>
      </Facts>
    </div>
  );
};

const Outcome = ({ outcome }: { outcome: AccountOutcome }) => {
  const t = useT();
  const { rows, report, evidence } = outcome;
  const isRight = report !== undefined && report.faultCount === 0;
  const save = (text: string): void =>
    saveFile(new File([text], 'touchline-evidence.json', { type: 'application/json' }));
  return (
    <>
      {isRight && <DoneHead sentence>{t('proof.allRight')}</DoneHead>}
      {report !== undefined && !isRight && (
        <p role="alert">
          <strong>{t('proof.faults', { count: report.faultCount })}</strong>
        </p>
      )}
      <ProofSteps rows={rows.filter(({ text }) => logTexts.has(text))} />
      {report !== undefined && <Counts report={report} />}
      {report !== undefined && report.faults.length > 0 && (
        <ul className={styles.check}>
          {report.faults.map((fault) => (
            <FaultLine key={`${fault.of} ${fault.id} ${fault.code}`} fault={fault} />
          ))}
        </ul>
      )}
      {evidence !== undefined && (
        <Actions>
          <Button onClick={() => save(evidence)}>{t('proof.saveEvidence')}</Button>
        </Actions>
      )}
    </>
  );
};

/** What the check says of the log as a whole. */
const logTexts: ReadonlySet<string> = new Set([
  'key-changed',
  'linked-key',
  'grown',
  'first-look',
  'not-compared',
  'forked',
  'bad-checkpoint',
  'witnessed',
  'no-witness',
  'not-signed',
  'not-logged',
  'promised',
]);

const Counts = ({ report: { counts } }: { report: AccountReport }) => {
  const t = useT();
  const count = (value: number): string => formatCount(value, { lan: currentLan() });
  return (
    <Facts>
      <Fact label={t('proof.entries')}>{count(counts.entries)}</Fact>
      <Fact label={t('proof.bets')}>{count(counts.bets)}</Fact>
      <Fact label={t('proof.payouts')}>{count(counts.payouts)}</Fact>
      {counts.pending > 0 && <Fact label={t('proof.pending')}>{count(counts.pending)}</Fact>}
    </Facts>
  );
};

const faultTexts = {
  malformed: 'proof.not-logged',
  'not-logged': 'proof.not-logged',
  missing: 'proof.not-logged',
  'not-an-entry': 'proof.not-logged',
  'other-member': 'proof.not-logged',
  gap: 'proof.fault.gap',
  sum: 'proof.fault.sum',
  'no-bet': 'proof.fault.no-bet',
  balance: 'proof.fault.balance',
  'not-result': 'proof.not-result',
  'not-settled': 'proof.not-settled',
  'other-payout': 'proof.other-payout',
  'not-booked': 'proof.not-booked',
} as const satisfies Record<FaultCode, string>;

const FaultLine = ({ fault: { code, of, id } }: { fault: AccountFault }) => {
  const t = useT();
  const name = of === 'bet' ? t('record.number', { id: isolated(id) }) : t('proof.entry', { number: id });
  return (
    <Step state="failed" hint={of === 'balance' ? undefined : name}>
      {t(faultTexts[code])}
    </Step>
  );
};
