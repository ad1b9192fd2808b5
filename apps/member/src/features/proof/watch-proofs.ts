import { minuteMs } from '@touchline/contract/durations';
import { queryClient } from '../../lib/query.ts';
import { configStore } from '../../lib/config.ts';
import { isHidden } from '../../lib/when-seen.ts';
import { isConnected, watchConnection } from '../../lib/connection.ts';
import { alarmStore } from './alarm-store.ts';
import { userStore } from '../../lib/user.ts';
import { isProven } from './fact-name.ts';
import { allKept, onKept, type KeptProof } from './kept-proofs.ts';
import { keepReceiptsOf } from './receipts-in.ts';
import { trustedKey } from './trusted-key.ts';

/** Receipts of one round. */
const roundMost = 20;
/** After the minute of a receipt, the log has had time to be signed. */
const afterKeptMs = minuteMs + 5_000;
/** How often the growth of the log is compared when there is nothing else to check. */
const growthMs = 10 * minuteMs;

let comparedMs = 0;
let isRunning = false;

/**
 * Checks kept receipts whose minute is over and which this device has not found in the log yet. Where there is none, compares the
 * log with what this device saw before. A fault raises the alarm; an answer that did not come says nothing.
 */
const check = async (): Promise<void> => {
  const member = userStore.read()?.id;
  if (member === undefined || isHidden() || !isConnected() || alarmStore.read() !== undefined) return;
  const kept = await allKept();
  const due = kept.filter(({ log }) => log?.own === undefined).slice(0, roundMost);
  const [newest] = kept;
  const isGrowthDue = due.length === 0 && Date.now() - comparedMs > growthMs;
  for (const proof of isGrowthDue && newest !== undefined ? [newest] : due) {
    if (isHidden() || !isConnected()) return;
    const found = await checkOne(proof);
    comparedMs = Date.now();
    if (!found) return alarmStore.write({ member, kind: proof.kind ?? 'bet', id: proof.id });
  }
};

/** Whether nothing is wrong with it. */
const checkOne = async ({ kind = 'bet', id }: KeptProof): Promise<boolean> => {
  if (!isProven(kind) || kind === 'liabilities') return true;
  // What checks is loaded when there is something to check.
  const { findProof } = await import('./find-proof.ts');
  const { rows } = await findProof({ kind, id });
  return rows.every(({ state }) => state !== 'failed');
};

/** One round at a time, in one tab. */
const round = async (): Promise<void> => {
  if (isRunning) return;
  isRunning = true;
  try {
    if ('locks' in navigator) {
      await navigator.locks.request('touchline.proofs', { ifAvailable: true }, async (lock) => {
        if (lock !== null) await check();
      });
    } else await check();
  } catch {
    // A device that keeps nothing has nothing to compare with.
  } finally {
    isRunning = false;
  }
};

let isWatching = false;

/** Keeps receipts as they come, and checks them in the background, for as long as the page is open. */
export const watchProofs = (): void => {
  if (isWatching) return;
  isWatching = true;
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success') keepReceiptsOf(event.action.data);
  });
  // The key is trusted from its first sight on, and not from the first check.
  const trust = (): void => void trustedKey(configStore.read().site?.receiptKey ?? '');
  configStore.watch(trust);
  trust();
  let timer: ReturnType<typeof setTimeout> | undefined;
  onKept(() => {
    clearTimeout(timer);
    timer = setTimeout(() => void round(), afterKeptMs);
  });
  document.addEventListener('visibilitychange', () => void round());
  watchConnection(() => void round());
  void round();
};
