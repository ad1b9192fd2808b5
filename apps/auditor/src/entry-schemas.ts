import { Type, type TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import type { Entry } from './entries.ts';

const Moment = Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$' });
const Id = Type.String({ pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' });
/** SHA-256 in base64. */
const Digest = Type.String({ pattern: '^[A-Za-z0-9+/]{43}=$' });
/** A signature of Ed25519 in base64. */
const Signature = Type.String({ pattern: '^[A-Za-z0-9+/]{86}==$' });
/** Whole minor units; below zero where money was taken back. */
const Minor = Type.String({ pattern: '^(0|-?[1-9][0-9]{0,18})$' });
const Owed = Type.String({ pattern: '^(0|[1-9][0-9]{0,18})$' });
const Version = Type.Integer({ minimum: 1 });
const Score = Type.Union([Type.String({ pattern: '^\\d{1,3}-\\d{1,3}$' }), Type.Null()]);
const Count = Type.Integer({ minimum: 0 });
const Day = Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\d$' });
const Rows = Type.Array(Type.Record(Type.String(), Type.Unknown()));
const orNull = (schema: TSchema) => Type.Union([schema, Type.Null()]);

/** The fields of public entries other than `kind` and `v`, by kind, as docs/proof-formats.md lists them. */
export const publicFields: Readonly<Record<string, Readonly<Record<string, TSchema>>>> = {
  // What is in the lists of totals is read, and compared with the rest, by `packages/house`.
  day_totals: {
    corrections: Count,
    day: Day,
    entries: Count,
    excluded: orNull(Count),
    moves: Count,
    previous: orNull(Day),
    refused: Rows,
    statements: Rows,
    sums: Rows,
    time: Moment,
    upTo: Count,
    withLimits: orNull(Count),
    withdrawals: Rows,
  },
  epoch: {
    epoch: Version,
    last: orNull(Type.String()),
    origin: Type.String(),
    reason: Type.String(),
    time: Moment,
    vkey: Type.Optional(Type.String()),
  },
  event: {
    away: Type.String(),
    competition: Type.String(),
    event: Id,
    home: Type.String(),
    kickOff: Moment,
    time: Moment,
    version: Count,
  },
  house_move: {
    amount: Minor,
    currency: Type.String(),
    from: Type.String(),
    key: Type.String(),
    time: Moment,
    to: Type.String(),
  },
  house_text: {
    sha256: Digest,
    text: Type.String(),
    time: Moment,
    validFrom: Moment,
    version: Version,
  },
  key: {
    new: Type.String(),
    newSignature: Signature,
    number: Version,
    old: Type.String(),
    oldSignature: Signature,
    time: Moment,
  },
  liabilities: {
    reserves: Type.Array(Type.Object({ kind: Type.String(), currency: Type.String() })),
    root: Digest,
    size: Type.Integer({ minimum: 2 }),
    snapshot: Id,
    time: Moment,
    totals: Type.Array(
      Type.Object({
        currency: Type.String(),
        available: Owed,
        held: Owed,
        openBets: Owed,
        roundedTo: Type.Optional(Owed),
      }),
    ),
    watermarks: Type.Array(Type.String({ pattern: '^\\d+:\\d+:(\\d+(,\\d+)*)?$' })),
  },
  margins: {
    awayShift: Type.Integer(),
    by: orNull(Type.String()),
    homeShift: Type.Integer(),
    id: Type.String(),
    markets: Type.Unknown(),
    scope: Type.String(),
    time: Moment,
    version: Version,
  },
  match_totals: {
    again: Count,
    bets: Count,
    currency: Type.String(),
    delays: Rows,
    early: Type.Object({ bets: Count, paid: Minor, stake: Minor }),
    event: Id,
    fullTime: orNull(Moment),
    lost: Minor,
    markets: Rows,
    others: Rows,
    result: orNull(Version),
    rows: Rows,
    time: Moment,
    version: Version,
  },
  prices: {
    event: Id,
    id: Type.String(),
    sha256: Digest,
    time: Moment,
  },
  result: {
    event: Id,
    fullTime: Score,
    halfTime: Score,
    outcome: Type.String(),
    source: Type.String(),
    time: Moment,
    version: Version,
  },
  reward_rules: {
    by: orNull(Type.String()),
    checkInScale: Type.Unknown(),
    countsFrom: Type.String(),
    time: Moment,
    version: Version,
    vipLevels: Type.Unknown(),
  },
  ruling: {
    by: Type.String(),
    confirmedBy: orNull(Type.String()),
    confirmedWith: orNull(Type.String()),
    ends: Type.Array(Version),
    event: Id,
    reason: orNull(Type.String()),
    result: orNull(Version),
    time: Moment,
    version: Version,
    void: orNull(
      Type.Object({
        line: orNull(Type.String()),
        market: orNull(Type.String()),
        struckFrom: orNull(Moment),
        struckUntil: orNull(Moment),
      }),
    ),
    with: orNull(Type.String()),
  },
  settings: {
    number: Version,
    settings: Type.Record(Type.String(), Type.Unknown()),
    time: Moment,
  },
  team_rules: {
    by: orNull(Type.String()),
    countsFrom: Type.String(),
    levels: Type.Unknown(),
    time: Moment,
    version: Version,
  },
};

/** Kinds of what belongs to a member or is for operators alone: the log may have only their hashes. */
export const privateKinds: readonly string[] = [
  'audit',
  'bet',
  'correction',
  'entry',
  'limit',
  'payment',
  'payout_method',
  'private',
  'reality',
  'restriction',
  'row',
  'setting_record',
  'settlement',
  'withdrawal',
];

const schemas = new Map(
  Object.entries(publicFields).map(([kind, fields]) => [
    kind,
    Compile(
      Type.Object(
        {
          ...fields,
          kind: Type.Literal(kind),
          v: Type.Literal(1),
        },
        { additionalProperties: false },
      ),
    ),
  ]),
);

/** A public entry whose body is too long for a bundle has its hash instead. */
const TooLong = Compile(
  Type.Object({ kind: Type.String(), sha256: Digest, v: Type.Literal(1) }, { additionalProperties: false }),
);

/**
 * What is wrong with an entry by the format of its kind; undefined where nothing is. Kinds that this auditor does not know are
 * counted, and not judged.
 */
export const schemaFault = ({ fact, isPrivate }: Entry): string | undefined => {
  const { kind } = fact;
  if (privateKinds.includes(kind)) return isPrivate ? undefined : `"${kind}" is in the clear`;
  const schema = schemas.get(kind);
  if (schema === undefined || TooLong.Check(fact)) return undefined;
  if (isPrivate) return `"${kind}" is private, and everybody may read it`;
  if (schema.Check(fact)) return undefined;
  const [error] = schema.Errors(fact);
  return `"${kind}"${error?.instancePath ?? ''} ${error?.message ?? 'has another form'}`;
};
