import { TextInput } from '@mantine/core';
import { useId, useState } from 'react';
import { useCall } from '../../lib/query.ts';

type Team = { id: string; name: string };

/** Finds a team by its name; one that is typed whole is chosen. */
export const TeamPicker = ({
  label,
  chosen,
  onChoose,
  isSmall = false,
}: {
  label: string;
  chosen: Team | undefined;
  onChoose: (team: Team | undefined) => void;
  /** Without a label that shows. */
  isSmall?: boolean;
}) => {
  const [text, setText] = useState(chosen?.name ?? '');
  const listId = useId();
  const q = text.trim();
  const found = useCall('officeClubList', { q, limit: 20 }, { enabled: q.length >= 2, keep: true });
  const teams = found.data?.list ?? [];
  const take = (typed: string, among: readonly Team[]): void =>
    onChoose(among.find(({ name }) => name === typed.trim()));
  return (
    <>
      <TextInput
        {...(isSmall ? { 'aria-label': label, placeholder: label, size: 'xs' } : { label })}
        value={text}
        list={listId}
        onChange={({ currentTarget: { value } }) => {
          setText(value);
          take(value, teams);
        }}
        onBlur={() => take(text, teams)}
        error={q.length >= 2 && found.isSuccess && teams.length === 0}
        autoComplete="off"
      />
      <datalist id={listId}>
        {teams.map(({ id, name }) => (
          <option key={id} value={name}>
            {name}
          </option>
        ))}
      </datalist>
    </>
  );
};
