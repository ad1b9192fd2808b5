import { route } from '../route.ts';
import { Empty } from '../shapes/common.ts';
import { HousePage } from '../shapes/house.ts';

/** What everybody may see of the house. */
export const houseRoutes = {
  housePage: route('housePage', 'GET /api/ops/housePage', {
    auth: 'public',
    purpose: 'page',
    compress: true,
    summary: 'What the house publishes of itself, drawn from the public log; the same for some seconds',
    input: Empty,
    output: HousePage,
  }),
};
