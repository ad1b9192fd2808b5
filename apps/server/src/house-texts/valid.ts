import type { HouseTextKind } from '@touchline/contract/shapes/house-texts';
import type { Published } from './row.ts';

/** The version of a kind in force at a time: the last that began by then; undefined before the first. */
export const validAt = (
  published: readonly Published[],
  kind: HouseTextKind,
  moment: Date,
): Published | undefined =>
  published
    .filter((one) => one.kind === kind && one.from <= moment)
    .reduce<Published | undefined>((last, one) => (last && last.from >= one.from ? last : one), undefined);

/** The scheduled versions of a kind, the next one first. */
export const comingAfter = (
  published: readonly Published[],
  kind: HouseTextKind,
  moment: Date,
): Published[] =>
  published
    .filter((one) => one.kind === kind && one.from > moment)
    .toSorted((a, b) => a.from.getTime() - b.from.getTime());
