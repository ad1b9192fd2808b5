import type { SettingChange } from '@touchline/contract/shapes/office-settings';
import { call } from '../../lib/call.ts';
import { again } from '../../lib/query.ts';
import { useFormats } from '../../lib/site.ts';
import { Decision, type Option } from '../../features/queue/decision.tsx';
import { proposalOptions, useIsMine, useProposalFacts } from '../../features/queue/proposal.tsx';
import { useT } from '../../lib/i18n.ts';
import { useMay } from '../../lib/use-rights.ts';
import { Facts } from '../../ui/facts.tsx';
import { ChangeState } from './change-state.tsx';
import { Problems } from './problems.tsx';
import { type SettingsByName, Steps } from './steps.tsx';

/** Fetches everything about settings again. */
export const refresh = () => again('officeSettingList', 'officeSettingHistory', 'systemConfig');

const useOptions = (of: SettingChange, version: number | undefined): Option[] => {
  const t = useT();
  const may = useMay();
  const isMine = useIsMine(of);
  if (of.state !== 'proposed' || version === undefined || !may('officeSettingDecide')) return [];
  const { account } = of.proposedBy;
  const problem = of.problems.length > 0 ? t('settings.problemNow') : undefined;
  return proposalOptions({
    isMine,
    barred: isMine ? t('settings.yesNeeded') : problem,
    apply: {
      label: t('settings.accept'),
      sentence: t('settings.acceptSentence', { account }),
      asks: { note: t('decision.note') },
    },
    withdraw: { label: t('settings.withdraw'), sentence: t('settings.withdrawSentence') },
    refuse: {
      label: t('settings.refuse'),
      sentence: t('settings.refuseSentence', { account }),
      asks: { note: t('settings.refuseWhy'), noteNeeded: true },
    },
    decide: (decision, { note }) =>
      call('officeSettingDecide', {
        id: of.id,
        version,
        decision: decision === 'apply' ? 'accept' : decision,
        note,
      }),
  });
};

/** One change: what it changes, from when, who asked for it, and, for another owner, its yes. */
export const ChangePanel = ({
  of,
  version,
  known,
  onDone,
}: {
  of: SettingChange;
  version: number | undefined;
  known: SettingsByName;
  onDone: () => void;
}) => {
  const t = useT();
  const { when } = useFormats();
  const options = useOptions(of, version);
  const facts = useProposalFacts(of);
  const waits = of.state === 'proposed';
  return (
    <>
      <Steps steps={of.steps} known={known} />
      {of.problems.length > 0 && (
        <Problems title={t(waits ? 'settings.problemNow' : 'settings.problemOff')} of={of.problems} />
      )}
      <Decision
        options={options}
        onDone={() => {
          onDone();
          void refresh();
        }}
        onRefused={() => void refresh()}
      />
      <Facts
        of={[
          [t('column.state'), <ChangeState key="state" of={of} />],
          [
            t('settings.effective'),
            of.effectiveFrom === undefined ? t('settings.atOnce') : when(of.effectiveFrom),
          ],
          [t('decision.reason'), of.reason],
          ...facts,
        ]}
      />
    </>
  );
};
