import type { Lan } from '@touchline/locales/locales';
import type { Owner } from '../core/owner.ts';

/** A member and the language they read. */
export type Reader = Owner & { lan: Lan };

/** Answers the restricted ones of these members, who must get no invitations. */
export type Restricted = (memberIds: readonly string[]) => Promise<ReadonlySet<string>>;
