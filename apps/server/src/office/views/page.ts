import { limits } from '@touchline/contract/limits';

/** Page and limit as asked for, and as the database takes them. */
export const pageOf = ({
  page = 1,
  limit = limits.listLimitDefault,
}: {
  page?: number;
  limit?: number;
}): { asked: { page: number; limit: number }; slice: { limit: number; offset: number } } => ({
  asked: { page, limit },
  slice: { limit, offset: (page - 1) * limit },
});
