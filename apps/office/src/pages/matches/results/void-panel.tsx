import type { OfficeEventDetail } from '@touchline/contract/shapes/office-trading';
import { call } from '../../../lib/call.ts';
import { useFormats } from '../../../lib/site.ts';
import { Decision, type Option } from '../../../features/queue/decision.tsx';
import { proposalOptions } from '../../../features/queue/proposal.tsx';
import { useT } from '../../../lib/i18n.ts';
import { useMay } from '../../../lib/rights.ts';
import { sessionStore } from '../../../lib/session.ts';
import { useStore } from '../../../lib/use-store.ts';
import { refreshTrading } from '../../../features/trading/stops.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { Note } from '../../../ui/notices.tsx';
import { Section } from '../../../ui/page.tsx';
import { Hands, Moved, RecordState } from './record-parts.tsx';
import { Preview, usePreview } from './preview.tsx';
import { isWaiting, type ResultOrVoid } from './record.ts';
import { proposalText, scopeText } from './texts.ts';
import { type SeenRecord, useSeen } from './use-seen.ts';

type OfVoid = Extract<ResultOrVoid, { kind: 'void' }>;
type Props = { match: OfficeEventDetail; of: OfVoid };

/** What can be decided of a void: a proposal, or whether one that is in force is taken back. */
const useOptions = ({ match, of }: Props, { seen, isOld, took }: SeenRecord): Option[] => {
  const t = useT();
  const may = useMay();
  const { when } = useFormats();
  const session = useStore(sessionStore);
  const { proposal, ruled } = of;
  const old = isOld ? t('result.lookFirst') : undefined;
  const event = match.event.id;
  if (ruled !== undefined && ruled.undone === undefined && may('officeVoidAdd')) {
    const { ruling } = ruled;
    const isAsked = match.proposals.some((one) => one.state === 'proposed' && one.undoes === ruling);
    return [
      {
        key: 'b',
        label: t('void.takeBack'),
        harm: true,
        sentence: t('void.takeBackSure', { scope: scopeText(ruled, when) }),
        barred: isAsked ? t('void.askedAlready') : old,
        asks: { note: t('decision.reason'), noteNeeded: true },
        run: async ({ note }) =>
          note !== undefined && call('officeVoidAdd', { event, seen, undo: ruling, reason: note }).then(took),
      },
    ];
  }
  if (proposal?.state !== 'proposed' || !may('officeVoidDecide')) return [];
  const scope = { scope: proposalText(proposal, when) };
  const isMine = proposal.by.id === session?.id;
  return proposalOptions({
    isMine,
    barred: isMine ? t('result.own') : old,
    endBarred: old,
    apply: { label: t('void.apply'), sentence: t('void.applySure', scope) },
    withdraw: { label: t('result.withdraw'), sentence: t('void.withdrawSure', scope) },
    refuse: {
      label: t('result.refuse'),
      sentence: t('void.refuseSure', scope),
      asks: { note: t('decision.note') },
    },
    decide: (decision, { note }) =>
      call('officeVoidDecide', { event, seen, id: proposal.id, decision, note }).then(took),
  });
};

/** One void: which bets, why, what it would do, and, for another operator, its yes. */
export const VoidPanel = ({ match, of }: Props) => {
  const t = useT();
  const { when } = useFormats();
  const { proposal, ruled } = of;
  const event = match.event.id;
  const waits = isWaiting(of);
  const isInForce = ruled !== undefined && ruled.undone === undefined;
  const undo = isInForce ? ruled.ruling : proposal?.undoes;
  const preview = usePreview(
    undo === undefined ? { event, of: 'void', ...proposal?.scope } : { event, of: 'undo', undo },
    waits || isInForce,
  );
  const seen = useSeen(match.seen, preview.data?.seen);
  const options = useOptions({ match, of }, seen);
  const by = proposal?.by ?? ruled?.by;
  const decided = proposal?.decided;
  return (
    <>
      {options.length > 0 && seen.isOld && <Moved onLookAgain={seen.lookAgain} />}
      <Decision
        options={options}
        onDone={() => void refreshTrading()}
        onRefused={() => void refreshTrading()}
      />
      {waits && proposal?.began !== undefined && (
        <Note>{t('void.began', { feed: proposal.by.name, at: when(proposal.began) })}</Note>
      )}
      <Facts
        of={[
          [t('column.state'), <RecordState key="state" of={of} />],
          [
            t('void.scope'),
            <strong key="scope">
              {proposal ? proposalText(proposal, when) : ruled && scopeText(ruled, when)}
            </strong>,
          ],
          [t('decision.reason'), proposal?.why ?? ruled?.why],
          [t('decision.note'), decided?.note],
          [t('void.ruling'), ruled === undefined ? undefined : String(ruled.ruling)],
          [t('void.undoneAt'), ruled?.undone && when(ruled.undone.at)],
        ]}
      />
      <Section title={t('result.hands')}>
        <Hands
          of={[
            { does: proposal ? t('result.proposed') : t('void.ruled'), by, at: proposal?.at ?? ruled?.at },
            ...(decided && proposal
              ? [{ does: t(`proposalState.${proposal.state}`), by: decided.by, at: decided.at }]
              : []),
          ]}
          missing={waits ? 1 : 0}
        />
      </Section>
      {(waits || isInForce) && <Preview of={preview} title={isInForce ? t('void.ifTakenBack') : undefined} />}
    </>
  );
};
