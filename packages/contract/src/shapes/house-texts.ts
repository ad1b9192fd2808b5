import { Type } from 'typebox';
import { Id, Moment, oneOf, Version } from './common.ts';
import { LetterText } from './inbox.ts';
import { OperatorName } from './office.ts';
import type { Shape } from '../sendable.ts';
import { hourMs } from '../durations.ts';

/** Texts that the house may add to: the betting rules, the terms, the privacy notice. */
export const houseTextKinds = ['rules', 'terms', 'privacy'] as const;
export type HouseTextKind = (typeof houseTextKinds)[number];

export const houseTextStates = ['proposed', 'published', 'refused', 'withdrawn', 'revoked'] as const;
export type HouseTextState = (typeof houseTextStates)[number];

/** The least time for which members can read it before it takes effect. */
export const houseTextNoticeMs = hourMs;

/** What the house adds, as members read it. */
export const HouseText = Type.Object({
  kind: oneOf([...houseTextKinds]),
  version: Type.String(),
  from: Type.String({ format: 'date-time', description: 'it takes effect at this time' }),
  title: Type.String(),
  body: Type.String(),
});
export type HouseText = Shape<typeof HouseText>;

/** What is valid, and what comes with its date. */
export const houseTextFields = { house: Type.Array(HouseText), coming: Type.Array(HouseText) };

/** A version as operators see it. */
export const OfficeHouseText = Type.Object({
  id: Id,
  kind: oneOf([...houseTextKinds]),
  state: oneOf([...houseTextStates]),
  version: Type.Optional(Type.Integer()),
  seen: Type.Integer({ ...Version, description: 'of the proposal itself, to be named by who decides' }),
  standing: Type.Optional(oneOf(['planned', 'valid', 'past'])),
  basedOn: Type.Integer({ description: 'the newest version when it was written; 0: none' }),
  from: Moment,
  reason: Type.String(),
  languages: Type.Array(Type.String()),
  proposedBy: OperatorName,
  proposedAt: Moment,
  decidedBy: Type.Optional(OperatorName),
  decidedAt: Type.Optional(Moment),
  note: Type.Optional(Type.String()),
  revokedBy: Type.Optional(OperatorName),
  revokedAt: Type.Optional(Moment),
});
export type OfficeHouseText = Shape<typeof OfficeHouseText>;

const Texts = Type.Record(Type.String(), LetterText);

/** One with its words, and those of the version it is to replace. */
export const OfficeHouseTextDetail = Type.Object({
  text: OfficeHouseText,
  texts: Texts,
  before: Type.Optional(Type.Object({ version: Type.Integer(), texts: Texts })),
});
export type OfficeHouseTextDetail = Shape<typeof OfficeHouseTextDetail>;
