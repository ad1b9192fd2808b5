import { settingNames, type SettingProblem } from '@touchline/contract/shapes/office-settings';
import { formatDecimal } from '@touchline/locales/format';
import { currentLan, useT } from '../../lib/i18n.ts';
import { useChannelName } from '../../features/words/channel-name.ts';
import { channelFields } from './entries.ts';
import styles from './settings.module.css';

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
