import { NativeSelect } from '@mantine/core';
import { limits } from '@touchline/contract/limits';
import type { CallInput } from '@touchline/contract/routes';
import { importKinds } from '@touchline/contract/shapes/office-imports';
import { type ChangeEvent, useState } from 'react';
import { decodeText } from '@touchline/football/import/text';
import { useCall } from '../../lib/query.ts';
import { useT } from '../../lib/i18n.ts';
import { nameOfCompetition } from '../../features/trading/names.ts';
import { Choice } from '../../ui/fields.tsx';
import { Note } from '../../ui/notices.tsx';
import { ZoneSelect } from '../../ui/zone-select.tsx';
import styles from './imports.module.css';

export type Chosen = CallInput<'officeImportPreview'>;

/** Room for the rest of the call without the text. */
const textMost = limits.importMaxBytes - 4_096;

/** Which file, and how it is read. What is chosen is shown at once. */
export const FileForm = ({ onChoose }: { onChoose: (of: Chosen | undefined) => void }) => {
  const t = useT();
  const list = useCall('officeCompetitionList', { limit: 100 });
  const [file, setFile] = useState<{ name: string; text: string }>();
  const [kind, setKind] = useState<Chosen['kind']>('results');
  const [competition, setCompetition] = useState('');
  const [zone, setZone] = useState('');
  const [wrong, setWrong] = useState<'notText' | 'tooLarge'>();

  type All = { file: typeof file; kind: Chosen['kind']; competition: string; zone: string };
  const show = (of: Partial<All>): void => {
    const all: All = { file, kind, competition, zone, ...of };
    onChoose(
      all.file && {
        kind: all.kind,
        name: all.file.name.slice(0, 120),
        text: all.file.text,
        competition: all.competition !== '' ? all.competition : undefined,
        zone: all.zone !== '' ? all.zone : undefined,
      },
    );
  };
  const take = async ({ currentTarget: input }: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const chosen = input.files?.[0];
    if (chosen === undefined) return;
    const text = decodeText(new Uint8Array(await chosen.arrayBuffer()));
    // The same file, corrected, can be chosen again.
    input.value = '';
    const fits = text === undefined || new Blob([JSON.stringify(text)]).size <= textMost;
    setWrong(text === undefined ? 'notText' : fits ? undefined : 'tooLarge');
    const next = text !== undefined && fits ? { name: chosen.name, text } : undefined;
    setFile(next);
    show({ file: next });
  };
  return (
    <div className={styles.file}>
      <label className={styles.pick}>
        <span>{file?.name ?? t('import.choose')}</span>
        <input type="file" accept=".csv,text/csv" onChange={(event) => void take(event)} />
      </label>
      <Choice
        label={t('import.kind')}
        value={kind}
        choices={importKinds}
        name={(each) => t(`import.kind.${each}`)}
        onChange={(next = 'results') => {
          setKind(next);
          show({ kind: next });
        }}
      />
      <NativeSelect
        aria-label={t('import.competition')}
        value={competition}
        onChange={({ currentTarget: { value } }) => {
          setCompetition(value);
          show({ competition: value });
        }}
        data={[
          { value: '', label: t('import.fromFile') },
          ...(list.data?.list ?? []).map((each) => ({ value: each.id, label: nameOfCompetition(each) })),
        ]}
      />
      <ZoneSelect
        label={t('import.zone')}
        none={t('import.zoneOf')}
        value={zone}
        isBare
        onChange={(next) => {
          setZone(next);
          show({ zone: next });
        }}
      />
      {wrong && <Note>{t(`import.${wrong}`)}</Note>}
    </div>
  );
};
