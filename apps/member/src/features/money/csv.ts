import type { MoneyEntry } from '@touchline/contract/shapes/money';
import type { AppMessages } from '@touchline/locales/gen/app-messages.gen';
import type { Translate } from '@touchline/locales/translator';
import { csvLine, csvMark, type CsvCell } from '@touchline/money/csv';

/**
 * Entries as a table, one a line, with a heading in the member's language. Amounts stay as on the wire, with a point, and
 * are numbers below zero too; no other cell begins a formula. Times are in UTC.
 */
export const csvOf = (entries: readonly MoneyEntry[], t: Translate<AppMessages>): string => {
  const heading = [
    t('money.column.number'),
    t('money.column.at'),
    t('money.column.kind'),
    t('money.column.amount'),
    t('money.column.balance'),
    t('money.column.held'),
    t('money.column.heldAfter'),
    t('money.column.ref'),
    t('money.column.note'),
  ];
  const rows = entries.map(
    ({ id, at, kind, amount, balanceAfter, held, heldAfter, ref, note }): CsvCell[] => [
      id,
      at,
      t(`money.kind.${kind}`),
      { decimal: amount },
      { decimal: balanceAfter },
      { decimal: held },
      { decimal: heldAfter },
      ref,
      note,
    ],
  );
  return csvMark + [heading, ...rows].map(csvLine).join('');
};
