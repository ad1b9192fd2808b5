import type { OfficeEventDetail, OfficeResult } from '@touchline/contract/shapes/office-trading';
import { call } from '../../../lib/call.ts';
import { useFormats } from '../../../lib/site.ts';
import { Decision, type Option } from '../../../features/queue/decision.tsx';
import { useT } from '../../../lib/i18n.ts';
import { useMay } from '../../../lib/rights.ts';
import { sessionStore } from '../../../lib/session.ts';
import { useStore } from '../../../lib/use-store.ts';
import { refreshTrading } from '../../../features/trading/stops.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { Note } from '../../../ui/notices.tsx';
import { Section } from '../../../ui/page.tsx';
import { AgainstFeed } from './against-feed-note.tsx';
import { Hands, Moved, RecordState } from './record-parts.tsx';
import { Preview, usePreview } from './preview.tsx';
import { resultText } from './texts.ts';
import { type SeenRecord, useSeen } from './use-seen.ts';

type Props = { match: OfficeEventDetail; of: OfficeResult };

/** What can be decided of a proposed result. */
const useOptions = ({ match, of }: Props, { seen, isOld, took }: SeenRecord): Option[] => {
  const t = useT();
  const may = useMay();
  const session = useStore(sessionStore);
  if (of.state !== 'proposed' || !may('officeResultDecide')) return [];
  const result = { result: resultText(of) };
  const decide = (decision: 'confirm' | 'refuse' | 'withdraw', reason?: string) =>
    call('officeResultDecide', {
      event: match.event.id,
      seen,
      version: of.version,
      decision,
      reason,
    }).then(took);
  const isMine = of.source.id === session?.id;
  const isApproved = of.approved?.by.id === session?.id;
  const old = isOld ? t('result.lookFirst') : undefined;
  const confirm: Option = {
    key: 'c',
    label: of.needs > 1 ? t('result.approve') : t('result.confirm'),
    sentence: of.needs > 1 ? t('result.approveSure', result) : t('result.confirmSure', result),
    barred: isMine ? t('result.own') : isApproved ? t('result.approvedByYou') : old,
    run: () => decide('confirm'),
  };
  if (isMine) {
    return [
      confirm,
      {
        key: 'w',
        label: t('result.withdraw'),
        sentence: t('result.withdrawSure', result),
        harm: true,
        barred: old,
        run: () => decide('withdraw'),
      },
    ];
  }
  return [
    confirm,
    {
      key: 'r',
      label: t('result.refuse'),
      sentence: t('result.refuseSure', result),
      harm: true,
      barred: old,
      asks: { note: t('decision.reason'), noteNeeded: true },
      run: async ({ note }) => note && decide('refuse', note),
    },
  ];
};

/** One version of a result: who says it, what speaks against it, what it would do, and, for another operator, its yes. */
export const ResultPanel = ({ match, of }: Props) => {
  const t = useT();
  const { when } = useFormats();
  const isProposed = of.state === 'proposed';
  const preview = usePreview({ event: match.event.id, of: 'version', version: of.version }, isProposed);
  const seen = useSeen(match.seen, preview.data?.seen);
  const options = useOptions({ match, of }, seen);
  const others = match.results.filter(({ state, version }) => state === 'proposed' && version !== of.version);
  const counting = match.results.find(({ counts }) => counts);
  return (
    <>
      {isProposed && seen.isOld && <Moved onLookAgain={seen.lookAgain} />}
      <Decision
        options={options}
        onDone={() => void refreshTrading()}
        onRefused={() => void refreshTrading()}
      />
      {(isProposed || of.counts) && <AgainstFeed event={match.event} of={of} />}
      {isProposed &&
        others.map((other) => (
          <Note key={other.version}>
            {t('result.other', { result: resultText(other), who: other.source.name })}
          </Note>
        ))}
      {isProposed && of.flag !== undefined && (
        <Note>
          <p>{t(`resultFlagHint.${of.flag}`)}</p>
          {counting !== undefined && <p>{t('result.countsNow', { result: resultText(counting) })}</p>}
        </Note>
      )}
      <Facts
        of={[
          [
            t('column.state'),
            <RecordState key="state" of={{ kind: 'result', key: '', at: of.proposedAt, result: of }} />,
          ],
          [t('result.says'), <strong key="says">{resultText(of)}</strong>],
          [t('result.evidence'), of.evidence],
          [t('result.closed'), of.closed && `${of.closed.by.name}, ${when(of.closed.at)}: ${of.closed.why}`],
        ]}
      />
      <Section title={t('result.hands')}>
        <Hands
          of={[
            {
              does: of.source.id === undefined ? t('result.told') : t('result.proposed'),
              by: of.source,
              at: of.proposedAt,
            },
            ...(of.approved ? [{ does: t('result.approved'), ...of.approved }] : []),
            ...(of.confirmed
              ? [{ does: t('result.confirmed'), by: of.confirmed.by, at: of.confirmed.at }]
              : []),
          ]}
          missing={isProposed ? of.needs : 0}
        />
      </Section>
      {isProposed && <Preview of={preview} />}
    </>
  );
};
