import type { Output } from '@touchline/contract/routes';
import { call } from '../../lib/call.ts';
import { useDayFormats } from '../../lib/day-formats.ts';
import { again, useCall } from '../../lib/query.ts';
import { useFormats } from '../../lib/site.ts';
import { Decision, type Option } from '../../features/queue/decision.tsx';
import { useT } from '../../lib/i18n.ts';
import { useMay } from '../../lib/rights.ts';
import { Facts } from '../../ui/facts.tsx';
import { Failure, Skeleton } from '../../ui/notices.tsx';
import { MemberFacts } from '../../ui/member.tsx';
import { Section } from '../../ui/page.tsx';
import { PrivateImage } from '../../ui/private-image.tsx';

type Reviewed = Output<'officeIdentityDetail'>;

const refresh = () => again('officeIdentityDetail', 'officeIdentityList');

/** One name next to its document: verified for good, or refused with a reason. */
export const NameDetail = ({ id, onDone }: { id: string; onDone: () => void }) => {
  const t = useT();
  const { when } = useFormats();
  const { longDay } = useDayFormats();
  const { data, error, refetch } = useCall('officeIdentityDetail', { id });
  if (error !== null) return <Failure error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton lines={10} />;
  const { request, member, earlier } = data;
  return (
    <>
      <NameDecision
        of={data}
        onDone={() => {
          onDone();
          void refresh();
        }}
        onRefused={() => void refresh()}
      />
      <Facts
        of={[
          [t('name.name'), <strong key="name">{request.realName}</strong>],
          [t('member.birthDate'), longDay(request.birthDate)],
          [t('column.state'), t(`nameState.${request.state}`)],
          [t('decision.reason'), request.reason === undefined ? undefined : t(`refusal.${request.reason}`)],
          [t('name.submitted'), when(request.submittedAt)],
          [t('column.decidedBy'), request.decidedBy?.account],
        ]}
      />
      <PrivateImage member={member.id} id={request.document} name={t('name.document')} />
      <Section title={t('column.member')}>
        <MemberFacts member={member} />
      </Section>
      {earlier.length > 0 && (
        <Section title={t('name.earlier')}>
          <Facts
            of={earlier.map((each) => [
              when(each.submittedAt),
              `${each.realName} · ${t(`nameState.${each.state}`)}`,
            ])}
          />
        </Section>
      )}
    </>
  );
};

type Props = { of: Reviewed; onDone: () => void; onRefused: () => void };

const NameDecision = ({ of: { request, member, memberOrigin }, onDone, onRefused }: Props) => {
  const t = useT();
  const may = useMay();
  if (request.state !== 'in_review' || !may('officeIdentityDecide')) return null;
  const names = { name: request.realName, member: member.account };
  const options: Option[] = [
    {
      key: 'a',
      label: t('name.verify'),
      sentence: t('name.verifySure', names),
      run: ({ seen }) =>
        call('officeIdentityDecide', {
          id: request.id,
          version: request.version,
          ...seen,
          decision: 'verify',
        }),
    },
    {
      key: 'r',
      label: t('name.refuse'),
      sentence: t('name.refuseSure', names),
      harm: true,
      asks: { reason: true },
      run: async ({ reason, seen }) =>
        reason &&
        call('officeIdentityDecide', {
          id: request.id,
          ...seen,
          version: request.version,
          decision: 'refuse',
          reason,
        }),
    },
  ];
  return <Decision options={options} onDone={onDone} onRefused={onRefused} origin={memberOrigin} />;
};
