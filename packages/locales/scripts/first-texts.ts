/**
 * Texts of the app that are loaded before its first page: those of the shell and of home. An entry that ends in a dot
 * matches all ids that begin with it. Every other text comes with the first other page.
 */
export const firstTexts: readonly string[] = [
  'builder.legs',
  'builder.title',
  'cashier.actions',
  'cashier.copy',
  'cashier.onItsWay',
  'cashier.turnoverDone',
  'cashier.turnoverLeft',
  'client.',
  'common.',
  'event.closed',
  'event.fell',
  'event.markets',
  'event.minute',
  'event.replay',
  'event.rose',
  'event.soon',
  'event.state.',
  'event.suspended',
  'home.',
  'market.',
  'nav.home',
  'nav.house',
  'nav.notify',
  'nav.recharge',
  'nav.withdraw',
  'selection.',
  'shell.bettingClosed',
  'shell.goHome',
  'shell.mainPages',
  'shell.net',
  'shell.notFound',
  'shell.notFoundTitle',
  'shell.pageFailed',
  'shell.playMoney',
  'shell.tapToReload',
  'slip.score',
  'stage.',
  'tab.',
];

/** Whether a message belongs to the texts that are loaded first. */
export const isFirstText = (id: string): boolean =>
  firstTexts.some((entry) => (entry.endsWith('.') ? id.startsWith(entry) : id === entry));
