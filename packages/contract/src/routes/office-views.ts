import { Type } from 'typebox';
import { operatorRoute } from '../route.ts';
import { limits } from '../limits.ts';
import { Amount, Empty, Id, listOf, Moment, oneOf, pageFields } from '../shapes/common.ts';
import { HouseDay, HouseMatch, HousePage, Month } from '../shapes/house.ts';
import {
  BigBets,
  CsvPart,
  Day,
  EventExposure,
  ExposureList,
  LedgerAccounts,
  LedgerDay,
  LedgerEntry,
  ReportCompetitions,
  ReportDays,
  reportTables,
  Today,
  TrialBalance,
} from '../shapes/office-views.ts';
import { operatorRoles } from '../shapes/office.ts';

const closed = { additionalProperties: false };
const ledgerReaders = ['owner', 'auditor'] as const;
const ledgerFilter = {
  account: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
  kind: Type.Optional(Type.String({ minLength: 1, maxLength: 32 })),
  member: Type.Optional(Id),
  // Without it: all days if a member is given, else today.
  day: Type.Optional(Day),
  after: Type.Optional(Type.String({ maxLength: 128, description: '`next` of the page before' })),
};
const riskReaders = ['trader', 'owner', 'auditor'] as const;

/** What the office reads over all rooms; none of these calls changes anything. */
export const officeViewRoutes = {
  officeToday: operatorRoute('officeToday', 'GET /api/office/today', {
    roles: operatorRoles,
    summary: 'The day so far: money, what is at risk, matches in play, what waits for whom, and alarms',
    input: Empty,
    output: Today,
  }),
  officeReportDays: operatorRoute('officeReportDays', 'GET /api/office/reportDays', {
    roles: ledgerReaders,
    summary: 'What was booked by day, by method and by kind of promotion, and the use of safer play',
    input: Type.Object({ from: Day, to: Day }, closed),
    output: ReportDays,
  }),
  officeReportCompetitions: operatorRoute('officeReportCompetitions', 'GET /api/office/reportCompetitions', {
    roles: ledgerReaders,
    summary: 'What was booked of bets by competition, the most stakes first',
    input: Type.Object({ from: Day, to: Day }, closed),
    output: ReportCompetitions,
  }),
  officeBigBets: operatorRoute('officeBigBets', 'GET /api/office/bigBets', {
    roles: riskReaders,
    summary: 'The open bets that may return the most',
    input: Type.Object({ ...pageFields }, closed),
    output: BigBets,
  }),
  officeReportExport: operatorRoute('officeReportExport', 'GET /api/office/reportExport', {
    roles: ledgerReaders,
    summary: 'One table of the report as a CSV file',
    input: Type.Object({ from: Day, to: Day, table: oneOf([...reportTables]) }, closed),
    output: CsvPart,
  }),
  officeExposureEvent: operatorRoute('officeExposureEvent', 'GET /api/office/exposureEvent', {
    roles: riskReaders,
    summary: 'What the house makes by score over all markets of a match, with its caps',
    input: Type.Object(
      {
        id: Id,
        ht: Type.Optional(
          Type.String({ pattern: '^[0-9]{1,2}-[0-9]{1,2}$', description: 'the first half ended so' }),
        ),
      },
      closed,
    ),
    output: EventExposure,
    reasons: ['not_found'],
  }),
  officeExposureList: operatorRoute('officeExposureList', 'GET /api/office/exposureList', {
    roles: riskReaders,
    summary:
      'Matches by what they can still cost, summed by day and competition, the caps, and what is near them',
    input: Type.Object(
      {
        // Members who may win more than this on a match are named; 80 % of the cap by default.
        memberAbove: Type.Optional(Amount),
        ...pageFields,
      },
      closed,
    ),
    output: ExposureList,
  }),
  officeLedgerAccounts: operatorRoute('officeLedgerAccounts', 'GET /api/office/ledgerAccounts', {
    roles: ledgerReaders,
    summary: 'The accounts of the house with their balances, and what members have',
    input: Type.Object({}, closed),
    output: LedgerAccounts,
  }),
  officeTrialBalance: operatorRoute('officeTrialBalance', 'GET /api/office/trialBalance', {
    roles: ledgerReaders,
    summary: 'Every account at a given time, members too; their sum is zero',
    input: Type.Object({ at: Type.Optional(Moment) }, closed),
    output: TrialBalance,
  }),
  officeLedgerDays: operatorRoute('officeLedgerDays', 'GET /api/office/ledgerDays', {
    roles: ledgerReaders,
    summary: 'Sums of entries by day, kind and account, newest day first',
    input: Type.Object({ from: Day, to: Day, account: ledgerFilter.account }, closed),
    output: Type.Object({ list: Type.Array(LedgerDay) }),
  }),
  officeLedgerEntries: operatorRoute('officeLedgerEntries', 'GET /api/office/ledgerEntries', {
    roles: ledgerReaders,
    summary: 'Entries of a day or of a member, by account and kind, newest first; `after` continues',
    input: Type.Object({ ...ledgerFilter, limit: pageFields.limit }, closed),
    output: Type.Object({ list: Type.Array(LedgerEntry), next: Type.Optional(Type.String()) }),
    reasons: ['not_found'],
  }),
  officeLedgerExport: operatorRoute('officeLedgerExport', 'GET /api/office/ledgerExport', {
    roles: ledgerReaders,
    summary: `The same entries as a CSV file, in parts of ${limits.csvRowsMax}`,
    input: Type.Object(ledgerFilter, closed),
    output: CsvPart,
    reasons: ['not_found'],
  }),
};

/** The page of the house as everybody sees it, with the matches and days behind its figures. */
export const officeHouseRoutes = {
  officeHouse: operatorRoute('officeHouse', 'GET /api/office/house', {
    roles: operatorRoles,
    summary: 'What the house publishes of itself, as everybody sees it',
    input: Empty,
    output: HousePage,
  }),
  officeHouseMatches: operatorRoute('officeHouseMatches', 'GET /api/office/houseMatches', {
    roles: operatorRoles,
    summary: 'The sealed totals of matches, the newest settlement first',
    input: Type.Object(
      {
        month: Type.Optional(Month),
        market: Type.Optional(
          Type.String({ minLength: 1, maxLength: 32, description: 'only matches with bets on it' }),
        ),
        ...pageFields,
      },
      closed,
    ),
    output: listOf(HouseMatch),
  }),
  officeHouseDays: operatorRoute('officeHouseDays', 'GET /api/office/houseDays', {
    roles: ['owner', 'cashier', 'auditor'],
    summary: 'The sealed sums of days, the newest first',
    input: Type.Object({ month: Type.Optional(Month), ...pageFields }, closed),
    output: listOf(HouseDay),
  }),
};
