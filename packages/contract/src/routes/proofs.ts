import { Type } from 'typebox';
import { route } from '../route.ts';
import { LogProof } from '../shapes/log-proof.ts';

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
      ]),
      id: Type.String({ maxLength: 64, description: 'as in the body of the receipt' }),
    }),
    output: Type.Object({
      own: Type.Optional(
        Type.Object(LogProof.properties, { description: 'missing: no signed checkpoint has it yet' }),
      ),
      witnesses: Type.Array(Type.String(), {
        description: 'verifier keys of the witnesses whom the house asks to cosign',
      }),
      related: Type.Array(LogProof, {
        description: 'of a bet: its settlements, and the results and rulings of its matches, each in order',
      }),
    }),
  }),
};
