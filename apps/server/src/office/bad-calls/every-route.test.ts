import { paths } from '@touchline/contract/paths';
import { routes } from '@touchline/contract/routes';
import { expect, test } from 'vitest';
import { cashierRows } from './cashier-rows.ts';
import { contentRows } from './content-rows.ts';
import { factorRows } from './factor-rows.ts';
import { isNot, type Row } from './kinds.ts';
import { matchesRows } from './matches-rows.ts';
import { namesRows } from './names-rows.ts';
import { peopleRows } from './people-rows.ts';
import { rulesRows } from './rules-rows.ts';
import { signInRows } from './sign-in-rows.ts';
import { tradingRows } from './trading-rows.ts';
import type { WatchedSite } from './watched-site.ts';

const modules = [
  cashierRows,
  contentRows,
  factorRows,
  matchesRows,
  namesRows,
  peopleRows,
  rulesRows,
  signInRows,
  tradingRows,
];
const nowhere = (): WatchedSite => {
  throw new Error('Rows are made without a site');
};

/**
 * Calls that name no version. They decide nothing: they propose, add, stop or end, or are about the own account. Any other call
 * that changes something has a case with an outdated version.
 */
const unversioned = [
  'officeAdjustmentAdd',
  'officeEventAdd',
  'officeLetterSend',
  'officeLiabilityPropose',
  'officeReserveAdd',
  'officeReserveAddressAdd',
  'officeMemberFactorEnd',
  'officeMemberNoteAdd',
  'officePictureAdd',
  'officeNameExplain',
  'officeSuspend',
  'officePlayExclude',
  'officeMemberOpen',
  'officeMemberSessionsEnd',
  'officeOperatorSignOut',
  'officeAccessAsk',
  'officeOwnerAlone',
  'officeOwnerAloneStop',
  'officePasswordSet',
  'officeImportPreview',
  'officeOfferPreview',
  'officePayoutCompare',
  // A stop changes only once, when it is revoked, so its id is its version.
  'officeOpen',
  'officeLogin',
  'officeFirst',
  'officePasskeyAsk',
  'officePasskeyLogin',
  'officeLogout',
  'officePasswordRenew',
  'officeOtpBegin',
  'officeOtpConfirm',
  'officeOtpRenew',
  'officePasskeyBegin',
  'officePasskeySave',
  'officePasskeyName',
  'officePasskeyDel',
  'officeSessionEnd',
];
/**
 * Calls that an operator who is new or armed again may make: they protect, add words or names, end sessions, or are about one's own
 * account. Any other call that changes something is refused with `operator_waits`.
 */
const openToWaiting = [
  'officeOwnerAloneStop',
  'officeSuspend',
  'officePlayExclude',
  'officeMemberSessionsEnd',
  'officeOperatorSignOut',
  'officeAccessAsk',
  'officePasswordSet',
  'officeContentSave',
  'officeContentDel',
  'officePictureAdd',
  'officeLetterSend',
  'officeReserveAddressAdd',
  'officeClubSave',
  'officeMemberNoteAdd',
  'officeMemberOpen',
  'officeNameExplain',
  'officeImportPreview',
  'officeOfferPreview',
  'officePayoutCompare',
  'officeLogin',
  'officeFirst',
  'officePasskeyAsk',
  'officePasskeyLogin',
  'officeLogout',
  'officePasswordRenew',
  'officeOtpBegin',
  'officeOtpConfirm',
  'officeOtpRenew',
  'officePasskeyBegin',
  'officePasskeySave',
  'officePasskeyName',
  'officePasskeyDel',
  'officeSessionEnd',
];

test('every call that changes something is closed to an operator who waits, or is named as open', () => {
  const open = Object.values(routes).flatMap(({ name, method, decides }) =>
    name.startsWith('office') && method !== 'GET' && decides === false ? [name] : [],
  );
  expect(open.toSorted()).toEqual(openToWaiting.toSorted());
});

/** Fields with the version that the page showed. */
const versionFields = ['version', 'seen', 'from', 'ruling', 'hash'];

test('every call that decides something is tried with a version that is another by now', () => {
  const rows = modules.flatMap((of) => Object.entries<Row>(of(nowhere)));
  const without = rows.flatMap(([name, { stale }]) => (isNot(stale) ? [name] : []));
  expect(without.toSorted()).toEqual(unversioned.toSorted());
});

test('every call that decides something has to say which version was seen', () => {
  const silent = Object.entries(routes).flatMap(([name, { input }]) => {
    const isWriting = modules.some((of) => Object.hasOwn(of(nowhere), name));
    const { properties, required = [] }: { properties: object; required?: readonly string[] | undefined } =
      input;
    // A call that creates an item without an id needs the version only with an id.
    const asked = required.includes('id') || !('id' in properties) ? required : Object.keys(properties);
    const says = versionFields.some((field) => asked.includes(field));
    return isWriting && !says && !unversioned.includes(name) ? [name] : [];
  });
  expect(silent).toEqual([]);
});

test('every call by which the office changes something has its row, in one module', () => {
  const writing = Object.entries(paths).flatMap(([name, [method]]) =>
    name.startsWith('office') && method !== 'GET' ? [name] : [],
  );
  const rows = modules.flatMap((of) => Object.keys(of(nowhere)));
  expect(rows.toSorted()).toEqual(writing.toSorted());
});
