import { LetterText } from '@touchline/contract/shapes/inbox';
import type { HouseTextKind, HouseTextState } from '@touchline/contract/shapes/house-texts';
import { fallbackLan, type Lan } from '@touchline/locales/locales';
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';

const Texts = Type.Record(Type.String(), LetterText);
/** Words by language. */
export type Texts = Static<typeof Texts>;

/** A version as stored. */
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

export const rowColumns = `id, kind, state, version, based_on, texts, valid_from, reason, proposed_by, proposed_at,
  decided_by, decided_at, note, revoked_by, revoked_at, revision`;

/** A version that counts, or will. */
export type Published = { kind: HouseTextKind; version: number; from: Date; texts: Texts };

export const textsOf = ({ texts }: Pick<HouseTextRow, 'texts'>): Texts => Value.Parse(Texts, texts);

/** The words for a reader of `lan`; English where there are none in that language. */
export const wordsFor = (texts: Texts, lan: Lan): { title: string; body: string } =>
  texts[lan] ?? texts[fallbackLan] ?? { title: '', body: '' };
