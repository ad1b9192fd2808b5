import type { HouseTextKind } from '@touchline/contract/shapes/house-texts';
import type { Published } from './row.ts';

/** The version of a kind that counts at a moment: the last to begin, up to that moment; undefined while there is none. */
export const validAt = (
  published: readonly Published[],
  kind: HouseTextKind,
  moment: Date,
): Published | undefined =>
  published
    .filter((one) => one.kind === kind && one.from <= moment)
    .reduce<Published | undefined>((last, one) => (last && last.from >= one.from ? last : one), undefined);

/** Those of a kind that are still to come, the next one first. */
export const comingAfter = (
  published: readonly Published[],
  kind: HouseTextKind,
  moment: Date,
): Published[] =>
  published
    .filter((one) => one.kind === kind && one.from > moment)
    .toSorted((a, b) => a.from.getTime() - b.from.getTime());
