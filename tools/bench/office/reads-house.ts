import { dayBefore, deep, read, type Read } from './read.ts';

/** Ledger, reports, content, log and settings. @param member whose entries are read */
export const houseReads = (member: string): Read[] => {
  const [month, quarter, today] = [dayBefore(30), dayBefore(90), dayBefore(0)];
  return [
    read('content', 'officeContentList'),
    read('texts of the house', 'officeHouseTextList'),
    read('operators', 'officeOperatorList'),
    read('oneself', 'officeMe'),
    read('own sessions', 'officeSessionList'),
    read('the log', 'officeAuditList'),
    read(`the log, page ${deep}`, 'officeAuditList', { page: deep }),
    read('the log of an action', 'officeAuditList', { action: 'member_opened' }),
    read('words of the log', 'officeAuditList', { q: 'ticket member' }),
    read('a rare word of the log', 'officeAuditList', { q: '4711' }),
    read('settings', 'officeSettingList'),
    read('earlier settings', 'officeSettingHistory'),
    read('accounts', 'officeLedgerAccounts'),
    read('trial balance', 'officeTrialBalance'),
    read('trial balance of a moment', 'officeTrialBalance', { at: `${month}T12:34:56.000Z` }),
    read('ledger by day', 'officeLedgerDays', { from: quarter, to: today }),
    read('entries of a day', 'officeLedgerEntries', { day: month, limit: 100 }),
    read('stakes of a day', 'officeLedgerEntries', { day: month, kind: 'stake', limit: 100 }),
    read('entries of a member', 'officeLedgerEntries', { member }),
    read('report of 30 days', 'officeReportDays', { from: month, to: today }),
    read('report of 90 days', 'officeReportDays', { from: quarter, to: today }),
    read('report by competition', 'officeReportCompetitions', { from: quarter, to: today }),
  ];
};
