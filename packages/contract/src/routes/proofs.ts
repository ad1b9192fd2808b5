import { Type } from 'typebox';
import { route } from '../route.ts';
import { limits } from '../limits.ts';
import { Empty, Id } from '../shapes/common.ts';
import { LiabilityProof } from '../shapes/liabilities.ts';
import { LoggedFact, LogProof } from '../shapes/log-proof.ts';

/** How members check that what is theirs is in the public log. */
export const proofRoutes = {
  logProof: route('logProof', 'GET /api/user/logProof', {
    auth: 'member',
    compress: true,
    summary: 'The proof that something of the member is in the public log, and what belongs to it',
    input: Type.Object({
      kind: Type.Union([
        Type.Literal('bet'),
        Type.Literal('entry'),
        Type.Literal('settlement'),
        Type.Literal('limit'),
        Type.Literal('restriction'),
        Type.Literal('withdrawal'),
        Type.Literal('payout_method'),
        Type.Literal('payment'),
        Type.Literal('liabilities'),
      ]),
      id: Type.String({
        maxLength: 64,
        description: 'as in the body of the receipt; of liabilities the snapshot',
      }),
    }),
    output: Type.Object({
      own: Type.Optional(
        Type.Object(LogProof.properties, { description: 'missing: no signed checkpoint has it yet' }),
      ),
      witnesses: Type.Array(Type.String(), {
        description: 'verifier keys of the witnesses whom the house asks to cosign',
      }),
      related: Type.Array(LogProof, {
        description:
          'of a bet: its settlements, the results and rulings of its matches, and its entries in the wallet, each in order',
      }),
    }),
  }),

  walletProofs: route('walletProofs', 'GET /api/user/walletProofs', {
    auth: 'member',
    compress: true,
    summary:
      'A page of the entries of the wallet from the first on, each with what opens its entry in the log',
    input: Type.Object({
      after: Type.Integer({
        minimum: 0,
        maximum: Number.MAX_SAFE_INTEGER,
        description: 'number of the last entry one has; 0 for the first page',
      }),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: limits.entryProofsMax })),
    }),
    output: Type.Object({
      list: Type.Array(LoggedFact),
      isLast: Type.Boolean({ description: 'there are no more' }),
    }),
  }),
  betProofs: route('betProofs', 'GET /api/user/betProofs', {
    auth: 'member',
    compress: true,
    summary: 'A page of bets by id, each with what opens its entry in the log, and with what settles them',
    input: Type.Object({
      after: Type.Optional(Id),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: limits.betProofsMax })),
    }),
    output: Type.Object({
      list: Type.Array(LoggedFact),
      settlements: Type.Array(LoggedFact, { description: 'of these bets, in order' }),
      decisions: Type.Array(LoggedFact, {
        description: 'results and rulings of the matches of these bets, all versions in order',
      }),
      isLast: Type.Boolean({ description: 'there are no more' }),
    }),
  }),
};

/** How members check that what the house owes them is in what it has published. */
export const liabilityRoutes = {
  liabilityProof: route('liabilityProof', 'GET /api/user/liabilityProof', {
    auth: 'member',
    compress: true,
    summary: 'The proof that your balance is in the newest published sum of the house’s debts',
    input: Empty,
    output: Type.Object({
      found: Type.Optional(
        Type.Object(LiabilityProof.properties, {
          description: 'missing: nothing was published yet, or the newest is from before the wallet',
        }),
      ),
    }),
  }),
};
