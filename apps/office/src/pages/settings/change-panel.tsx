import type { SettingChange } from '@touchline/contract/shapes/office-settings';
import { call } from '../../api/call.ts';
import { again } from '../../api/query.ts';
import { useFormats } from '../../api/site.ts';
import { Decision, type Option } from '../../queue/decision.tsx';
import { useT } from '../../shell/i18n.ts';
import { useMay } from '../../shell/use-rights.ts';
import { sessionStore } from '../../state/session.ts';
import { useStore } from '../../state/use-store.ts';
import { Facts } from '../../ui/facts.tsx';
import { Tag } from '../../ui/tag.tsx';
import { stateOf } from './state.ts';
import { Problems } from './problems.tsx';
import { type Known, Steps } from './steps.tsx';

/** Fetches everything about settings again. */
export const refresh = () => again('officeSettingList', 'officeSettingHistory', 'systemConfig');

const useOptions = (of: SettingChange, version: number | undefined): Option[] => {
  const t = useT();
  const may = useMay();
  const session = useStore(sessionStore);
  if (of.state !== 'proposed' || version === undefined || !may('officeSettingDecide')) return [];
  const { account } = of.proposedBy;
  const decide = (decision: 'accept' | 'refuse' | 'withdraw', note?: string) =>
    call('officeSettingDecide', {
      id: of.id,
      version,
      decision,
      note,
    });
  const mine = of.proposedBy.id === session?.id;
  const accept: Option = {
    key: 'a',
    label: t('settings.accept'),
    sentence: t('settings.acceptSentence', { account }),
    barred: mine ? t('settings.yesNeeded') : of.problems.length > 0 ? t('settings.problemNow') : undefined,
    asks: { note: t('decision.note') },
    run: ({ note }) => decide('accept', note),
  };
  if (mine) {
    return [
      accept,
      {
        key: 'w',
        label: t('settings.withdraw'),
        sentence: t('settings.withdrawSentence'),
        harm: true,
        run: () => decide('withdraw'),
      },
    ];
  }
  return [
    accept,
    {
      key: 'r',
      label: t('settings.refuse'),
      sentence: t('settings.refuseSentence', { account }),
      harm: true,
      asks: { note: t('settings.refuseWhy'), noteNeeded: true },
      run: ({ note }) => decide('refuse', note),
    },
  ];
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
  known: Known;
  onDone: () => void;
}) => {
  const t = useT();
  const { when } = useFormats();
  const options = useOptions(of, version);
  const { tone, word } = stateOf(of);
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
          [
            t('column.state'),
            <Tag key="state" tone={tone}>
              {t(word)}
            </Tag>,
          ],
          [
            t('settings.effective'),
            of.effectiveFrom === undefined ? t('settings.atOnce') : when(of.effectiveFrom),
          ],
          [t('settings.why'), of.reason],
          [t('settings.proposedBy'), `${of.proposedBy.account}, ${when(of.proposedAt)}`],
          [
            t('settings.decidedBy'),
            of.decidedBy === undefined || of.decidedAt === undefined
              ? waits && t('settings.yesNeeded')
              : `${of.decidedBy.account}, ${when(of.decidedAt)}`,
          ],
          [t('settings.note'), of.note],
        ]}
      />
    </>
  );
};
