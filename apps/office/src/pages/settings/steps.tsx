import {
  settingNames,
  type Setting,
  type SettingProblem,
  type SettingStep,
} from '@touchline/contract/shapes/office-settings';
import { useT } from '../../shell/i18n.ts';
import styles from './settings.module.css';
import { useValueText } from './value-text.ts';

/** How each setting is written, by name. */
export type Known = ReadonlyMap<string, Setting>;

/** What changes: before and after, one below the other. */
export const Steps = ({ steps, known }: { steps: readonly SettingStep[]; known: Known }) => {
  const t = useT();
  const { lines } = useValueText();
  const cell = (name: SettingStep['name'], text: string | undefined) =>
    lines(known.get(name) ?? { kind: 'text' }, text).map((line) => (
      <span key={line} className={styles.line}>
        {line}
      </span>
    ));
  return (
    <table className={styles.steps}>
      <thead>
        <tr>
          <th scope="col">{t('settings.setting')}</th>
          <th scope="col">{t('settings.before')}</th>
          <th scope="col">{t('settings.after')}</th>
        </tr>
      </thead>
      <tbody>
        {steps.map(({ name, before, after }) => (
          <tr key={name}>
            <th scope="row">{t(`setting.${name}`)}</th>
            <td>{cell(name, before)}</td>
            <td className={styles.after}>{cell(name, after)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
};

/** What is wrong, each with the setting it is about, in the server's words. */
export const Problems = ({ title, of }: { title: string; of: readonly SettingProblem[] }) => {
  const t = useT();
  /** With the names of settings as the page has them. */
  const inWords = (text: string): string =>
    settingNames.reduce(
      (said, name) => said.replace(new RegExp(`\\b${name}\\b`, 'g'), t(`setting.${name}`)),
      text,
    );
  return (
    <div className={styles.problems} role="alert">
      <strong>{title}</strong>
      <ul>
        {of.map(({ name, text }) => (
          <li key={`${name} ${text}`}>{inWords(text)}</li>
        ))}
      </ul>
    </div>
  );
};
