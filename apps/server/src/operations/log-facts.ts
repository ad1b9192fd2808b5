import { auditFacts } from '../core/audit-log/log-facts.ts';
import { bookFacts } from '../betting/log-facts.ts';
import { houseTextFacts } from '../office/house-texts/log-facts.ts';
import { correctionFacts } from '../office/log-facts.ts';
import type { FactSource } from '../core/public-log/facts.ts';
import { rewardFacts } from '../growth/rewards/log-facts.ts';
import { settingFacts } from '../office/settings/log-facts.ts';
import { teamFacts } from '../growth/teams/log-facts.ts';
import { entryFacts, moveFacts } from '../ledger/log-facts.ts';

/** What the modules give to the public log. What others follow from comes first: rules before bets, rulings before settlements. */
export const roomFacts: readonly FactSource[] = [
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
