import { Type } from 'typebox';
import { route } from '../route.ts';
import { Empty } from '../shapes/common.ts';
import { LiabilityProof } from '../shapes/liabilities.ts';

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
