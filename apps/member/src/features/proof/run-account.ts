import { limits } from '@touchline/contract/limits';
import type { LoggedFact } from '@touchline/contract/shapes/log-proof';
import { parseAmount } from '@touchline/money/amount';
import { createAccountCheck, type AccountFact, type AccountReport } from '@touchline/verify/account';
import { parseCheckpoint } from '@touchline/verify/checkpoint';
import { textIn } from '@touchline/verify/json-fields';
import { parseCanonicalObject } from '@touchline/verify/canonical-json';
import { Malformed } from '@touchline/verify/malformed';
import { parseNote } from '@touchline/verify/note';
import { formatProofFiles, type ProofFile } from '@touchline/verify/proof-file';
import { parseTlogProof } from '@touchline/verify/tlog-proof';
import { call } from '../../lib/call.ts';
import { refreshUser } from '../../lib/query.ts';
import { userStore } from '../../lib/user.ts';
import { findProof } from './find-proof.ts';
import { NoTile, readTile } from './log-look.ts';
import type { ProofRow } from './proof-rows.ts';

/** How far the check has come. */
export type AccountProgress = { entries: number; total: number; bets: number };

export type AccountOutcome = {
  /** The findings about the log: it has only grown, and who witnessed it. */
  rows: readonly ProofRow[];
  /** Undefined where the log itself could not be trusted, or has no entry of the account yet. */
  report: AccountReport | undefined;
  /** The text of a file that shows what is wrong; undefined where nothing is. */
  evidence: string | undefined;
};

/** How often the end is read again while the balance moves. */
const endings = 4;

/**
 * Checks everything of the member who is signed in: the log, each entry of the wallet, each bet, and the balance that is shown.
 * @param scale decimals of the currency
 * @throws what ends a call, and the reason of `signal`; nothing is wrong with the account then
 */
export const checkAccount = async ({
  scale,
  signal,
  onProgress,
}: {
  scale: number;
  signal: AbortSignal;
  onProgress: (progress: AccountProgress) => void;
}): Promise<AccountOutcome> => {
  const options = { mask: false, quiet: true, signal };
  const memberId = userStore.read()?.id ?? '';
  const { total } = await call('moneyLogList', { page: 1, limit: 1 }, options);
  const startedMs = Date.now();
  // The first entry leads to the newest checkpoint, which this device compares with what it saw before.
  const { file, rows } = await findProof({ kind: 'entry', id: `${memberId}:1` });
  signal.throwIfAborted();
  const isRight = rows.every(({ state }) => state !== 'failed');
  if (file?.entry === undefined || !isRight) {
    const evidence = isRight || file === undefined ? undefined : formatProofFiles(file.vkey, [file]);
    return { rows, report: undefined, evidence };
  }
  const { vkey } = file;
  const { checkpoint } = parseTlogProof(file.entry);
  const { size, root } = parseCheckpoint(parseNote(checkpoint).text);
  const check = createAccountCheck({
    memberId,
    vkey,
    checkpoint,
    size,
    root,
    startedMs,
    readTile: (tile) => {
      signal.throwIfAborted();
      return readTile(tile);
    },
  });
  const tell = (): void => {
    const { counts } = check.report();
    onProgress({ entries: counts.entries, total: Math.max(total, counts.entries), bets: counts.bets });
  };
  const addEntries = async (): Promise<void> => {
    for (;;) {
      const after = check.report().counts.entries;
      const { list, isLast } = await call('walletProofs', { after, limit: limits.entryProofsMax }, options);
      await check.addEntries(list.map(factOf));
      signal.throwIfAborted();
      tell();
      if (isLast) return;
    }
  };
  const run = async (): Promise<void> => {
    for (let turn = 0; turn < endings; turn++) {
      await addEntries();
      await refreshUser();
      const { available, held } = shownBalance(scale);
      const { wallet } = check.report();
      if (wallet.available === available && wallet.held === held) break;
    }
    let after: string | undefined;
    for (;;) {
      const page = await call('betProofs', { after, limit: limits.betProofsMax }, options);
      await check.addBets({
        bets: page.list.map(factOf),
        settlements: page.settlements.map(factOf),
        decisions: page.decisions.map(factOf),
      });
      signal.throwIfAborted();
      tell();
      const last = page.list.at(-1);
      if (page.isLast || last === undefined) break;
      after = textIn(parseCanonicalObject(last.body), 'id');
    }
  };
  try {
    await run();
  } catch (error) {
    if (!(error instanceof Malformed || error instanceof NoTile)) throw error;
    // The log does not show the tree that it has signed.
    const forked: ProofRow = { text: 'forked', state: 'failed', hint: 'forked' };
    return {
      rows: [...rows.filter(({ text }) => text !== 'grown'), forked],
      report: undefined,
      evidence: formatProofFiles(vkey, [file]),
    };
  }
  const report = check.finish(shownBalance(scale));
  const evidence = report.faults.flatMap(({ evidence: file }): ProofFile[] =>
    file === undefined ? [] : [file],
  );
  return {
    rows,
    report,
    // What is missing altogether is shown by the proof of the log, against which anybody can look.
    evidence:
      report.faultCount === 0 ? undefined : formatProofFiles(vkey, evidence.length === 0 ? [file] : evidence),
  };
};

const factOf = ({ body, nonce, index }: LoggedFact): AccountFact => ({
  body,
  ...(nonce === undefined ? {} : { nonce }),
  ...(index === undefined ? {} : { index }),
});

/** What the app shows, in minor units. */
const shownBalance = (scale: number): { available: bigint; held: bigint } => {
  const { balance = '', held = '' } = userStore.read() ?? {};
  return { available: parseAmount(balance, scale) ?? -1n, held: parseAmount(held, scale) ?? -1n };
};
