import type { MoneyEntry } from '@touchline/contract/shapes/money';
import type { AppMessages } from '@touchline/locales/gen/app-messages.gen';
import type { Translate } from '@touchline/locales/translator';

/** A cell as RFC 4180 writes it; no text begins a formula in a program for tables. */
export const csvCell = (text: string): string => {
  const safe = /^[=+@\t]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/**
 * Entries as a table, one a line, with a heading in the member's language. Amounts stay as on the wire, with a point;
 * moments are in UTC.
 */
export const csvOf = (entries: readonly MoneyEntry[], t: Translate<AppMessages>): string => {
  const heading = [
    ...[t('money.column.number'), t('money.column.at'), t('money.column.kind'), t('money.column.amount')],
    ...[
      t('money.column.balance'),
      t('money.column.held'),
      t('money.column.heldAfter'),
      t('money.column.ref'),
      t('money.column.note'),
    ],
  ];
  const rows = entries.map(({ id, at, kind, amount, balanceAfter, held, heldAfter, ref = '', note = '' }) => [
    ...[id, at, t(`money.kind.${kind}`), amount, balanceAfter, held, heldAfter, ref, note],
  ]);
  // The mark at the beginning tells programs for tables that it is UTF-8.
  return `\uFEFF${[heading, ...rows].map((row) => `${row.map(csvCell).join(',')}\r\n`).join('')}`;
};
