import { Table } from '@mantine/core';
import type { Setting, SettingStep } from '@touchline/contract/shapes/office-settings';
import { useT } from '../../lib/i18n.ts';
import styles from './settings.module.css';
import { useValueText } from './value-text.ts';

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
