import type { Setting, SettingStep } from '@touchline/contract/shapes/office-settings';
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
