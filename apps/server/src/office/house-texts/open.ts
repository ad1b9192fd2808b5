import type { Context, Module } from '../../core/module.ts';
import { createHouseTexts, termsInForce, type HouseTextOptions } from './service.ts';

/** Opens the texts that the operator adds to rules, terms and privacy. */
export const openHouseTexts = (
  { connections: { calls }, clock }: Context,
  { audit }: { audit: { write: HouseTextOptions['audit'] } },
) => {
  const houseTexts = createHouseTexts({ pool: calls.pool, clock, audit: audit.write });
  return {
    service: {
      ...houseTexts,
      /** The version of the terms that members accept. */
      termsInForce: () => termsInForce(houseTexts),
      /** The version of the additions to the rules at a time. */
      rulesAt: (moment: Date) => houseTexts.versionAt('rules', moment),
    },
    routines: [{ name: 'house texts', everyMs: 1_000, run: houseTexts.refresh }],
    start: () => houseTexts.refresh(),
  } satisfies Module;
};
