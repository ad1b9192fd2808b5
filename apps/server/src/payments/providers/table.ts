import type { TProperties } from 'typebox';
import type { RailEntry } from './rail.ts';
import { sandboxCard, sandboxScan } from '../sandbox/rail.ts';
import { stripe } from '../stripe/rail.ts';

/** All rails. A channel is served by the first one of its method that the settings open. */
export const railTable: readonly RailEntry[] = [stripe, sandboxCard, sandboxScan];

/** The settings of all rails, by name. */
export const railSettings: TProperties = Object.assign({}, ...railTable.map((rail) => rail.settings));
