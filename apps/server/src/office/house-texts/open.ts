import type { Context, Module } from '../../core/module.ts';
import { HouseTexts, type HouseTextOptions } from './service.ts';

/** Opens the texts that the operator adds to rules, terms and privacy. */
export const openHouseTexts = (
  { connections: { calls }, clock }: Context,
  { audit }: { audit: { write: HouseTextOptions['audit'] } },
) => {
  const houseTexts = new HouseTexts({ pool: calls.pool, clock, audit: audit.write });
  return {
    service: houseTexts,
    routines: [{ name: 'house texts', everyMs: 1_000, run: () => houseTexts.refresh() }],
    start: () => houseTexts.refresh(),
  } satisfies Module;
};
