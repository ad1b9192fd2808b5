import { LetterText } from '@touchline/contract/shapes/inbox';
import type { HouseTextKind, HouseTextState } from '@touchline/contract/shapes/house-texts';
import { fallbackLan, type Lan } from '@touchline/locales/locales';
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';

export const TextsByLanguage = Type.Record(Type.String(), LetterText);
/** Words by language. */
export type TextsByLanguage = Static<typeof TextsByLanguage>;

/** A version: its proposal and its current state. */
export type HouseTextRow = {
  id: string;
  kind: HouseTextKind;
  state: HouseTextState;
  version: number | null;
  based_on: number;
  texts: unknown;
  valid_from: Date;
  reason: string;
  proposed_by: string;
  proposed_at: Date;
  decided_by: string | null;
  decided_at: Date | null;
  note: string | null;
  revoked_by: string | null;
  revoked_at: Date | null;
  /** Changes of the proposal itself. */
  revision: number;
};

/** SQL: versions in every state, the published ones with their row. */
export const versions = `proposal p left join house_text h on h.id = p.id where p.kind = 'house_text'`;

export const stateColumn = `case when h.revoked_at is not null then 'revoked' when p.state = 'applied' then 'published' else p.state end`;

export const rowColumns = `p.id, p.body ->> 'kind' as kind, ${stateColumn} as state, h.version, p.subject_version as based_on,
  p.body -> 'texts' as texts, coalesce(h.valid_from, (p.body ->> 'from')::timestamptz) as valid_from, p.reason, p.proposed_by,
  p.proposed_at, p.decided_by, p.decided_at, coalesce(h.revoked_why, p.note) as note, h.revoked_by, h.revoked_at,
  p.version + case when h.revoked_at is null then 0 else 1 end as revision`;

/** A published version, in force or scheduled. */
export type Published = { kind: HouseTextKind; version: number; from: Date; texts: TextsByLanguage };

export const textsOf = ({ texts }: Pick<HouseTextRow, 'texts'>): TextsByLanguage =>
  Value.Parse(TextsByLanguage, texts);

/** The words for a reader of `lan`; English where there are none in that language. */
export const wordsFor = (texts: TextsByLanguage, lan: Lan): { title: string; body: string } =>
  texts[lan] ?? texts[fallbackLan] ?? { title: '', body: '' };
