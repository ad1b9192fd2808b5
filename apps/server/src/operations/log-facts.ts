import { auditFacts } from '../core/audit-log/log-facts.ts';
import { bookFacts } from '../betting/index.ts';
import { correctionFacts, houseTextFacts, settingFacts } from '../office/index.ts';
import { rewardFacts, teamFacts } from '../growth/index.ts';
import { entryFacts, moveFacts } from '../ledger/index.ts';
import type { FactSource } from '../core/public-log/facts.ts';

/** What the modules give to the public log. What others follow from comes first: rules before bets, rulings before settlements. */
export const moduleFacts: readonly FactSource[] = [
  settingFacts,
  houseTextFacts,
  rewardFacts,
  teamFacts,
  entryFacts,
  moveFacts,
  ...bookFacts,
  correctionFacts,
  auditFacts,
];
