import { Table } from '@mantine/core';
import {
  settingNames,
  type Setting,
  type SettingChange,
  type SettingProblem,
  type SettingStep,
} from '@touchline/contract/shapes/office-settings';
import { formatDecimal } from '@touchline/locales/format';
import { useChannelName } from '../../features/words/channel-name.ts';
import { call } from '../../lib/call.ts';
import { again } from '../../lib/query.ts';
import { useFormats } from '../../lib/site.ts';
import { Decision, type Option } from '../../features/queue/decision.tsx';
import {
  proposalOptions,
  ProposalState,
  useIsMine,
  useProposalFacts,
} from '../../features/queue/proposal.tsx';
import { currentLan, useT } from '../../lib/i18n.ts';
import { useMay } from '../../lib/rights.ts';
import { Facts } from '../../ui/facts.tsx';
import { Tag } from '../../ui/tag.tsx';
import { channelFields } from './entries.ts';
import styles from './settings.module.css';
import { useValueText } from './value-text.ts';

/** The state of a change and, when it is accepted, whether it is in force. */
export const ChangeState = ({
  of: { state, counts, problems },
}: {
  of: Pick<SettingChange, 'state' | 'counts' | 'problems'>;
}) => {
  const t = useT();
  if (state !== 'accepted') return <ProposalState of={{ state }} />;
  if (counts) return <Tag tone="good">{t('settings.inForce')}</Tag>;
  if (problems.length > 0) return <Tag tone="bad">{t('settings.notInForce')}</Tag>;
  return <Tag tone="wait">{t('settings.scheduled')}</Tag>;
};

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

/** How each setting is written, by name. */
export type SettingsByName = ReadonlyMap<string, Setting>;

/** What changes: before and after, one below the other. */
export const Steps = ({ steps, known }: { steps: readonly SettingStep[]; known: SettingsByName }) => {
  const t = useT();
  const { lines } = useValueText();
  const cell = (name: SettingStep['name'], text: string | undefined) =>
    lines(known.get(name) ?? { kind: 'text' }, text).map((line) => (
      <span key={line} className={styles.line}>
        {line}
      </span>
    ));
  return (
    <Table className={styles.steps} withRowBorders={false}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{t('settings.setting')}</Table.Th>
          <Table.Th scope="col">{t('settings.before')}</Table.Th>
          <Table.Th scope="col">{t('settings.after')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {steps.map(({ name, before, after }) => (
          <Table.Tr key={name}>
            <Table.Th scope="row">{t(`setting.${name}`)}</Table.Th>
            <Table.Td>{cell(name, before)}</Table.Td>
            <Table.Td className={styles.after}>{cell(name, after)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
};

/** Names of settings, fields and numbers in a problem, as the page has them. */
const useProblemText = () => {
  const t = useT();
  const channelName = useChannelName();
  const settingOf = (name: string | undefined): string => {
    const known = settingNames.find((each) => each === name);
    return known === undefined ? '' : t(`setting.${known}`);
  };
  return ({ name, code, values }: SettingProblem): string => {
    const field = channelFields.find((each) => each === values['field']);
    const { limit = '', kind = '', channel = '', level = '', than = '' } = values;
    return t(`settingProblem.${code}`, {
      setting: settingOf(name),
      other: settingOf(values['other']),
      kind,
      channel: channelName(channel),
      level,
      than,
      limit: limit === '' ? limit : formatDecimal(limit, currentLan()),
      // A channel has its name in the form, a level one of the words of the message.
      field: field === undefined ? (values['field'] ?? '') : t(`settings.field.${field}`),
    });
  };
};

/** What is wrong, each with the setting it is about. */
export const Problems = ({ title, of }: { title?: string; of: readonly SettingProblem[] }) => {
  const textOf = useProblemText();
  return (
    <div className={styles.problems} role="alert">
      {title !== undefined && <strong>{title}</strong>}
      <ul>
        {[...new Set(of.map(textOf))].map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </div>
  );
};
