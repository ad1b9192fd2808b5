import { verifyBets } from '../../betting/verify.ts';
import { verifyTeams } from '../../growth/teams/verify.ts';
import { verifyLedger } from '../../ledger/verify.ts';

/** What `npm run verify` computes again, each with the differences it finds. */
export const verify = { bets: verifyBets, ledger: verifyLedger, teams: verifyTeams };
