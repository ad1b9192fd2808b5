import { Type, type Static, type TSchema } from 'typebox';

// As https://www.api-football.com/documentation-v3 describes them; fields that are not read are left out.

const orNull = <T extends TSchema>(type: T) => Type.Union([type, Type.Null()]);
const Goals = Type.Integer({ minimum: 0, maximum: 99 });
const Pair = Type.Object({ home: orNull(Goals), away: orNull(Goals) });
const Side = Type.Object({ id: Type.Integer(), name: Type.String({ minLength: 1 }) });

/** The envelope of every answer. `errors` is an empty list, or an object of messages. */
export const Envelope = Type.Object({
  errors: Type.Union([Type.Array(Type.Unknown()), Type.Record(Type.String(), Type.Unknown())]),
  paging: Type.Object({ current: Type.Integer(), total: Type.Integer() }),
  response: Type.Array(Type.Unknown()),
});

/** One event of a match. For an own goal `team` is the side it counts for. */
const MatchEvent = Type.Object({
  time: Type.Object({ elapsed: Type.Integer(), extra: Type.Optional(orNull(Type.Integer())) }),
  team: Type.Object({ id: orNull(Type.Integer()) }),
  type: Type.String(),
  detail: Type.String(),
});

export const ApiFixture = Type.Object({
  fixture: Type.Object({
    id: Type.Integer({ minimum: 1 }),
    timestamp: Type.Integer({ minimum: 0 }),
    status: Type.Object({
      short: Type.String(),
      elapsed: orNull(Type.Integer({ minimum: 0, maximum: 150 })),
      extra: Type.Optional(orNull(Type.Integer({ minimum: 0, maximum: 60 }))),
    }),
  }),
  league: Type.Object({
    id: Type.Integer(),
    name: Type.String(),
    country: orNull(Type.String()),
    round: Type.Optional(orNull(Type.String())),
  }),
  teams: Type.Object({ home: Side, away: Side }),
  goals: Pair,
  score: Type.Object({ halftime: Pair, fulltime: Pair }),
  events: Type.Optional(orNull(Type.Array(MatchEvent))),
});
export type ApiFixture = Static<typeof ApiFixture>;

export const ApiOdds = Type.Object({
  fixture: Type.Object({ id: Type.Integer({ minimum: 1 }) }),
  bookmakers: Type.Array(
    Type.Object({
      name: Type.String(),
      bets: Type.Array(
        Type.Object({
          name: Type.String(),
          values: Type.Array(
            Type.Object({
              value: Type.Union([Type.String(), Type.Number()]),
              odd: Type.String({ pattern: '^[0-9]{1,4}([.][0-9]{1,4})?$' }),
            }),
          ),
        }),
      ),
    }),
  ),
});
export type ApiOdds = Static<typeof ApiOdds>;
