import { auditFacts } from './audit/log-facts.ts';
import { bookFacts } from './book/log-facts.ts';
import { houseTextFacts } from './house-texts/log-facts.ts';
import { correctionFacts } from './office/log-facts.ts';
import type { FactSource } from './platform/log-facts.ts';
import { rewardFacts } from './rewards/log-facts.ts';
import { settingFacts } from './settings/log-facts.ts';
import { teamFacts } from './team/log-facts.ts';
import { entryFacts, moveFacts } from './wallet/log-facts.ts';

/** What the rooms give to the public log. What others follow from comes first: rules before bets, rulings before settlements. */
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
