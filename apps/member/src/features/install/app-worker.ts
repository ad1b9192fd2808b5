import { hourMs } from '@touchline/contract/durations';
import { Workbox } from 'workbox-window';
import { updateStore } from '../../lib/update.ts';

/** How often a page that stays open asks for a newer version. */
const lookAgainMs = hourMs;

let worker: Workbox | undefined;
let asked = false;

/** The texts shown now were fetched before the worker was there to keep them. */
const keepTexts = async (): Promise<void> => {
  const shown = performance
    .getEntriesByType('resource')
    .map(({ name }) => name)
    .filter((name) => /\/assets\/app[\w.-]*\.gen-/.test(name));
  const texts = await caches.open('texts');
  await Promise.all(shown.map(async (address) => (await texts.match(address)) ?? (await texts.add(address))));
};

/**
 * Keeps the app on this device, so that it opens without a network, and looks for newer versions. One that is there
 * waits: see `takeUpdate`. Rejects where the browser refuses.
 */
export const startWorker = async (): Promise<void> => {
  worker = new Workbox(new URL('sw.js', document.baseURI).href);
  worker.addEventListener('waiting', () => updateStore.write('waiting'));
  const hadOne = navigator.serviceWorker.controller !== null;
  worker.addEventListener('controlling', () => {
    if (asked) location.reload();
    // Another tab took the new version; this one continues with the old until it is asked to reload.
    else if (hadOne) updateStore.write('taken');
  });
  await worker.register();
  // Workbox's own promise stays open for a worker that the page before, or another tab, began to install.
  await navigator.serviceWorker.ready;
  await keepTexts();
  const look = (): void => void worker?.update().catch(() => undefined);
  setInterval(look, lookAgainMs);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') look();
  });
};

/** Loads the newer version: only ever because the member asked. */
export const takeUpdate = (): void => {
  asked = true;
  if (updateStore.read() === 'waiting') worker?.messageSkipWaiting();
  else location.reload();
};
